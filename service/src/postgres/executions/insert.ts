import type { OrganizationId, WorkerId } from '../../domain/ids.ts';
import type { Intake, NewExecution } from '../../ports/executions.ts';
import { commitTogetherBy } from '../commit-together.ts';
import { type Database, type Run, statement } from '../database.ts';
import { messagesFor } from '../webhooks/messages-for.ts';

type Decided = { execution: NewExecution; status: 'CREATED' | 'ACTIVE' | 'PAYMENT_REQUIRED' };

// The price is held and the execution queued, or taken by the worker here, in one statement: it inserts nothing unless
// the total fits. One NOTIFY for all that are queued: in every insert it was measured to halve the rate.
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
  select true as inserted, case when $5::boolean then pg_notify('darkroom_queue', $1::text) end from paid`);

const INSERT = insertWith(`, messages as (${messagesFor('created')})`);
// Webhooks are told nothing of an execution that is queued; the parts that would tell them cost a seventh.
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

/** Inside a transaction: the account is locked, and each execution in turn gets its hold while credits last. */
export const insertInOrder = async (
  run: Run,
  organizationId: OrganizationId,
  executions: NewExecution[],
): Promise<Decided['status'][]> => {
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

/** All of them at once, and the first of them taken as far as there is room; nothing when the credits do not suffice. */
const insertAllPaid = async (
  { run }: Database,
  organizationId: OrganizationId,
  executions: NewExecution[],
  intake: Intake | undefined,
): Promise<Decided['status'][] | undefined> => {
  const room = intake?.reserve(executions);
  const decided = executions.map(
    (execution, index): Decided => ({
      execution,
      status: room && index < room.count ? 'ACTIVE' : 'CREATED',
    }),
  );
  let inserted = false;
  try {
    inserted = await insertDecided(run, organizationId, decided, room?.worker);
  } finally {
    room?.settle(inserted);
  }
  return inserted ? decided.map(({ status }) => status) : undefined;
};

/** Creates of one organization are committed together; mostly all of them fit and one statement is enough. */
export const insertExecutions = (database: Database, intake?: Intake) =>
  commitTogetherBy<OrganizationId, NewExecution, Decided['status']>(
    async (organizationId, executions) =>
      (await insertAllPaid(database, organizationId, executions, intake)) ??
      database.transaction((run) => insertInOrder(run, organizationId, executions)),
    { maxItems: 256, gatherMs: 2 },
  );
