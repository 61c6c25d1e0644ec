import { runTogetherBy } from '../../batching/run-together.ts';
import { stillInProgress } from '../../domain/errors.ts';
import type { OrganizationId, WorkerId } from '../../domain/ids.ts';
import type { Inserted, Intake, NewExecution } from '../../ports/executions.ts';
import { CHANNELS } from '../connection/channels.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { messagesFor } from '../webhooks/messages-for.ts';
import { type Insertion, isBlocked, type Patience, reserveKeys } from './idempotency-keys.ts';

type Status = Exclude<Inserted, 'KEY_USED'>;
type Decided = { execution: NewExecution; status: Status };
type Room = ReturnType<Intake['reserve']>;

// Holds the price and queues the execution, or gives it to the worker of this process, in one statement. It inserts
// nothing unless the credits cover the total. It sends one NOTIFY for all: one NOTIFY for each insert halved the rate.
const insertWith = (messages: string) =>
  statement<{ inserted: boolean }>(`
  with paid as (
    update accounts set spendable = spendable - $2
    where organization_id = $1::uuid and spendable >= $2
    returning organization_id
  ), created as (
    insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id,
      created_at, queued_at, input_file_name, inputs, settings, labels, webhooks, price, hold, holds,
      worker, started_at, attempts)
    select n.id, $1, n."workflowId", n."workflowVersion", n."workflowName", n.status, n."userId",
      now(), now(), n.inputs #>> '{default,name}', n.inputs, n.settings, n.labels, n.webhooks, n."priceInCredits",
      case when n.status <> 'PAYMENT_REQUIRED' then 1 end, (n.status <> 'PAYMENT_REQUIRED')::integer,
      case when n.status = 'ACTIVE' then $4::uuid end, case when n.status = 'ACTIVE' then now() end,
      (n.status = 'ACTIVE')::integer
    from paid, jsonb_to_recordset($3::jsonb) as n(id uuid, "workflowId" uuid, "workflowVersion" uuid,
      "workflowName" text, "userId" uuid, inputs jsonb, settings jsonb, labels jsonb, webhooks text[],
      "priceInCredits" integer, status execution_status)
    returning *
  )${messages}
  select true as inserted, case when $5::boolean then pg_notify('${CHANNELS.queue}', $1::text) end from paid`);

const INSERT = insertWith(`, messages as (${messagesFor('created')})`);
// A queued execution sends no webhook, and the CTE that would write the messages costs a seventh of the statement.
const INSERT_PAID = insertWith('');

const LOCK_ACCOUNT = statement<{ spendable: number }>(
  'select spendable from accounts where organization_id = $1 for update',
);

const insertDecided = async (
  run: Run,
  organizationId: OrganizationId,
  decided: Decided[],
  worker?: WorkerId,
): Promise<boolean> => {
  const paid = decided.filter(({ status }) => status !== 'PAYMENT_REQUIRED');
  const total = paid.reduce((sum, { execution }) => sum + execution.priceInCredits, 0);
  const rows = JSON.stringify(decided.map(({ execution, status }) => ({ ...execution, status })));
  const someWait = decided.some(({ status }) => status === 'CREATED');
  const insert = paid.length === decided.length ? INSERT_PAID : INSERT;
  return (await run(insert, [organizationId, total, rows, worker, someWait])).length > 0;
};

/** Locks the account and holds the price of one execution after the other while credits last. Needs a transaction. */
const insertInOrder = async (
  run: Run,
  organizationId: OrganizationId,
  executions: NewExecution[],
): Promise<Status[]> => {
  const [account] = await run(LOCK_ACCOUNT, [organizationId]);
  let spendable = account?.spendable ?? 0;
  const decided = executions.map((execution): Decided => {
    if (execution.priceInCredits > spendable) return { execution, status: 'PAYMENT_REQUIRED' };
    spendable -= execution.priceInCredits;
    return { execution, status: 'CREATED' };
  });
  if (!(await insertDecided(run, organizationId, decided)))
    throw new Error(`organization ${organizationId} has no account`);
  return decided.map(({ status }) => status);
};

/** Inserts all executions, the first ones as ACTIVE if lanes are free. Inserts nothing when the credits are short. */
const insertAllPaid = async (
  run: Run,
  organizationId: OrganizationId,
  executions: NewExecution[],
  room: Room,
): Promise<Status[] | undefined> => {
  const decided = executions.map(
    (execution, index): Decided => ({
      execution,
      status: room && index < room.count ? 'ACTIVE' : 'CREATED',
    }),
  );
  const inserted = await insertDecided(run, organizationId, decided, room?.worker);
  return inserted ? decided.map(({ status }) => status) : undefined;
};

/** Inserts executions without idempotency keys. One statement is enough unless the credits are short. */
const insertNew = async (
  database: Database,
  organizationId: OrganizationId,
  executions: NewExecution[],
  intake: Intake | undefined,
): Promise<Status[]> =>
  (await insertAllPaid(database.run, organizationId, executions, intake?.reserve(executions))) ??
  database.transaction((run) => insertInOrder(run, organizationId, executions));

/** Commits the keys and the executions together: a crash cannot leave one without the other. */
const insertOnce = (
  database: Database,
  organizationId: OrganizationId,
  items: Insertion[],
  intake: Intake | undefined,
  patience: Patience,
): Promise<Inserted[]> =>
  database.transaction(async (run) => {
    const first = await reserveKeys(run, organizationId, items, patience);
    const executions = first.map(({ execution }) => execution);
    const statuses =
      executions.length === 0
        ? []
        : ((await insertAllPaid(run, organizationId, executions, intake?.reserve(executions))) ??
          (await insertInOrder(run, organizationId, executions)));
    return items.map((item) => statuses[first.indexOf(item)] ?? 'KEY_USED');
  });

/** Commits the creates of one organization together. A create that must wait for its key gets a commit of its own. */
export const insertExecutions = (database: Database, intake?: Intake) => {
  const insertTogether = runTogetherBy<OrganizationId, Insertion, Inserted | 'BLOCKED'>(
    async (organizationId, items) => {
      if (items.some(({ idempotency }) => idempotency))
        return insertOnce(database, organizationId, items, intake, 'brief').catch((error) => {
          if (isBlocked(error)) return items.map(() => 'BLOCKED');
          throw error;
        });
      const executions = items.map(({ execution }) => execution);
      return insertNew(database, organizationId, executions, intake);
    },
    { maxItems: 256, gatherMs: 4 },
  );
  // Creates with the same key share a connection while they wait.
  const insertApart = runTogetherBy<string, Insertion, Inserted>(
    (_, items) =>
      insertOnce(database, items[0]!.execution.organizationId, items, intake, 'long').catch((error) => {
        throw isBlocked(error) ? stillInProgress() : error;
      }),
    { maxItems: 256, gatherMs: 0 },
  );
  return async (item: Insertion): Promise<Inserted> => {
    const { id, organizationId } = item.execution;
    const inserted = await insertTogether(organizationId, item);
    if (inserted !== 'BLOCKED') return inserted;
    return insertApart(`${organizationId} ${item.idempotency?.key ?? id}`, item);
  };
};
