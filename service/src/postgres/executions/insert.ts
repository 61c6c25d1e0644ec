import { runTogetherBy } from '../../batching/run-together.ts';
import { stillInProgress } from '../../domain/errors.ts';
import { UNPAID_ERRORS, type UnpaidReason } from '../../domain/executions/allowance.ts';
import { batchOf } from '../../domain/executions/batch.ts';
import { searchGrams, searchName } from '../../domain/executions/search-name.ts';
import type { ExecutionId, OrganizationId, WorkerId } from '../../domain/ids.ts';
import type { Executions, Inserted, Intake, NewExecution } from '../../ports/executions.ts';
import { lockAllowance, lockBatches } from '../batches/allowance.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { HAS_MESSAGES, messagesFor, tellMessages, type WithMessages } from '../webhooks/messages-for.ts';
import { type Insertion, isBlocked, type Patience, reserveKeys } from './idempotency-keys.ts';
import { tellQueued } from './tell-status.ts';

type Status = Exclude<Inserted, 'KEY_USED'>;
/** `unpaid` is the reason of PAYMENT_REQUIRED. */
type Decided = { execution: NewExecution; status: Status; unpaid?: UnpaidReason | undefined };
type Room = ReturnType<Intake['reserve']>;

// Adds the batches that the labels name for the first time. A batch keeps the first name that labels give it.
const OPEN_BATCHES = `, named as (
    select distinct on ("batchId") "batchId" as id, "batchName" as name, "batchSearchName" as search_name, "userId"
    from new where "batchId" is not null order by "batchId", "batchName" is null
  ), opened as (
    insert into batches (organization_id, id, name, search_name, created_by)
    select $1, id, name, search_name, "userId" from named
    on conflict do nothing
  ), renamed as (
    update batches b set name = named.name, search_name = named.search_name from named
    where b.organization_id = $1 and b.id = named.id and b.name is null and named.name is not null
  ), run_in as (
    insert into batch_workflows (organization_id, batch_id, workflow_id)
    select distinct $1::uuid, "batchId", "workflowId" from new where "batchId" is not null
    on conflict do nothing
  )`;

// Locks the batches of the call before the account, so that no batch is paused and no priority or budget is changed
// meanwhile. If a batch has a budget, the statement inserts nothing, unless the caller has already decided which
// executions the budget allows ($6).
const LOCK_BATCHES = `batch as (
    select id, priority, paused, budget from batches
    where organization_id = $1::uuid and id = any ($5::uuid[]) order by id for key share
  ), `;
const WITHIN_BUDGETS = 'and ($6::boolean or not exists (select from batch where budget is not null))';

// A paused batch's executions wait: they are not given to the worker. A batch that this statement opens is not paused.
const IN_BATCH = {
  join: 'left join batch b on b.id = n."batchId"',
  status: "case when n.status = 'ACTIVE' and b.paused then 'CREATED' else n.status end",
  priority: 'coalesce(b.priority, 5)',
  paused: 'coalesce(b.paused, false)',
};
const OUTSIDE_BATCHES = { join: '', status: 'n.status', priority: '5', paused: 'false' };

// Holds the price and queues the execution, or gives it to the worker of this process, in one statement. It inserts
// nothing unless the credits cover the total.
const insertWith = ({ batches, unpaid }: { batches: boolean; unpaid: boolean }) => {
  const batch = batches ? IN_BATCH : OUTSIDE_BATCHES;
  return statement<{ id: ExecutionId; status: Status } & Partial<WithMessages>>(
    `
  with ${batches ? LOCK_BATCHES : ''}held as (
    update accounts set spendable = spendable - $2
    where organization_id = $1::uuid and spendable >= $2 ${batches ? WITHIN_BUDGETS : ''}
    returning organization_id
  ), new as (
    select n.* from held, jsonb_to_recordset($3::jsonb) as n(id uuid, "workflowId" uuid, "workflowVersion" uuid,
      "workflowName" text, "userId" uuid, "apiKeyId" uuid, inputs jsonb, settings jsonb, labels jsonb, webhooks text[],
      "priceInCredits" integer, status execution_status, "batchId" uuid, "batchName" text, "batchSearchName" text,
      error jsonb, "searchName" text, "searchGrams" integer[], "traceParent" text)
  )${batches ? OPEN_BATCHES : ''}, created as (
    insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id,
      api_key_id, created_at, queued_at, input_file_name, inputs, settings, labels, webhooks, price, hold, holds,
      worker, started_at, attempts, batch_id, priority, paused, search_name, search_grams,
      traceparent${unpaid ? ', error' : ''})
    select id, $1, "workflowId", "workflowVersion", "workflowName", status, "userId",
      "apiKeyId", now(), now(), inputs #>> '{default,name}', inputs, settings, labels, webhooks, "priceInCredits",
      case when status <> 'PAYMENT_REQUIRED' then 1 end, (status <> 'PAYMENT_REQUIRED')::integer,
      case when status = 'ACTIVE' then $4::uuid end, case when status = 'ACTIVE' then now() end,
      (status = 'ACTIVE')::integer, "batchId", priority, paused, "searchName", "searchGrams",
      "traceParent"${unpaid ? ', error' : ''}
    from (
      select n.id, "workflowId", "workflowVersion", "workflowName", ${batch.status} as status, "userId", "apiKeyId", inputs,
        settings, labels, webhooks, "priceInCredits", "batchId", ${batch.priority} as priority,
        ${batch.paused} as paused, "searchName", "searchGrams", "traceParent", error
      from new n ${batch.join}
    ) decided
    returning *
  )${unpaid ? `, messages as (${messagesFor('created')})` : ''}
  select id, status${unpaid ? `, ${HAS_MESSAGES}` : ''} from created`,
    (rows, [organizationId]) => [
      ...tellQueued(
        organizationId as OrganizationId,
        rows.filter(({ status }) => status === 'CREATED').length,
      ),
      ...tellMessages(rows),
    ],
  );
};

const INSERT = insertWith({ batches: true, unpaid: true });
// A queued execution sends no webhook, and the CTE that would write the messages costs a seventh of the statement.
// So the statements for executions whose prices are all held leave it out.
const INSERT_HELD = insertWith({ batches: false, unpaid: false });
const INSERT_HELD_IN_BATCHES = insertWith({ batches: true, unpaid: false });

/**
 * Inserts all executions in `decided` and returns their statuses. Inserts nothing and returns undefined when the
 * credits are short, or when a batch has a budget and the caller has not decided which executions it allows.
 */
const insertDecided = async (
  run: Run,
  organizationId: OrganizationId,
  decided: Decided[],
  { worker, budgetsDecided = false }: { worker?: WorkerId | undefined; budgetsDecided?: boolean } = {},
): Promise<Status[] | undefined> => {
  const held = decided.filter(({ status }) => status !== 'PAYMENT_REQUIRED');
  const total = held.reduce((sum, { execution }) => sum + execution.priceInCredits, 0);
  const batches = decided.map(({ execution }) => batchOf(execution.labels));
  const rows = decided.map(({ execution, status, unpaid }, index) => {
    const { id: batchId, name: batchName } = batches[index] ?? {};
    const name = searchName(execution.inputs.default.name);
    return {
      ...execution,
      status,
      error: unpaid && UNPAID_ERRORS[unpaid],
      batchId,
      batchName,
      batchSearchName: batchName && searchName(batchName),
      searchName: name,
      searchGrams: searchGrams(name),
    };
  });
  const values = [organizationId, total, JSON.stringify(rows), worker];
  const batchIds = batches.map((batch) => batch?.id).filter((id) => id !== undefined);
  const allHeld = held.length === decided.length;
  const inserted =
    allHeld && batchIds.length === 0
      ? await run(INSERT_HELD, values)
      : await run(allHeld ? INSERT_HELD_IN_BATCHES : INSERT, [...values, batchIds, budgetsDecided]);
  if (inserted.length === 0) return undefined;
  const statuses = new Map(inserted.map(({ id, status }) => [id, status]));
  return decided.map(({ execution }) => statuses.get(execution.id) as Status);
};

/**
 * Locks the batches and the account, and inserts the executions. Holds their prices in order while credits and
 * budgets last; executions that cannot be paid become PAYMENT_REQUIRED. Needs a transaction.
 */
const insertInOrder = async (
  run: Run,
  organizationId: OrganizationId,
  executions: NewExecution[],
): Promise<Status[]> => {
  const batches = executions.map(({ labels }) => batchOf(labels)?.id);
  const locked = await lockBatches(
    run,
    organizationId,
    batches.filter((id) => id !== undefined),
  );
  const allowance = await lockAllowance(run, organizationId, locked);
  const decided = executions.map((execution, index): Decided => {
    const unpaid = allowance.take(execution.priceInCredits, batches[index]);
    return { execution, status: unpaid ? 'PAYMENT_REQUIRED' : 'CREATED', unpaid };
  });
  const statuses = await insertDecided(run, organizationId, decided, { budgetsDecided: true });
  if (!statuses) throw new Error(`organization ${organizationId} has no account`);
  return statuses;
};

/**
 * Inserts all executions, the first ones as ACTIVE if lanes are free. Inserts nothing when the credits are short or a
 * batch has a budget.
 */
const insertAllHeld = (
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
  return insertDecided(run, organizationId, decided, { worker: room?.worker });
};

/**
 * Inserts executions without idempotency keys. One statement is enough unless the credits are short or a batch has
 * a budget.
 */
const insertNew = async (
  database: Database,
  organizationId: OrganizationId,
  executions: NewExecution[],
  intake: Intake | undefined,
): Promise<Status[]> =>
  (await insertAllHeld(database.run, organizationId, executions, intake?.reserve(executions))) ??
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
        : ((await insertAllHeld(run, organizationId, executions, intake?.reserve(executions))) ??
          (await insertInOrder(run, organizationId, executions)));
    return items.map((item) => statuses[first.indexOf(item)] ?? 'KEY_USED');
  });

/** Inserts the executions of one call in one commit. */
export const insertMany =
  (database: Database, intake?: Intake): Executions['insertMany'] =>
  async (organizationId, items) => {
    if (items.length === 0) return [];
    if (!items.some(({ idempotency }) => idempotency)) {
      const executions = items.map(({ execution }) => execution);
      return insertNew(database, organizationId, executions, intake);
    }
    return insertOnce(database, organizationId, [...items], intake, 'long').catch((error) => {
      throw isBlocked(error) ? stillInProgress() : error;
    });
  };

/** Commits the creates of one organization together. A create that must wait for its key gets a commit of its own. */
export const insertExecutions = (database: Database, intake?: Intake) => {
  const insertGathered = runTogetherBy<OrganizationId, Insertion, Inserted | 'BLOCKED'>(
    async (organizationId, items) => {
      if (items.some(({ idempotency }) => idempotency))
        return insertOnce(database, organizationId, items, intake, 'brief').catch((error) => {
          if (isBlocked(error)) return items.map(() => 'BLOCKED');
          throw error;
        });
      const executions = items.map(({ execution }) => execution);
      return insertNew(database, organizationId, executions, intake);
    },
    { name: 'create', maxItems: 256, gatherMs: 4 },
  );
  // Calls with the same key share a connection while they wait.
  const insertApart = runTogetherBy<string, Insertion, Inserted>(
    (_, items) =>
      insertOnce(database, items[0]!.execution.organizationId, items, intake, 'long').catch((error) => {
        throw isBlocked(error) ? stillInProgress() : error;
      }),
    { name: 'create with a used key', maxItems: 256, gatherMs: 0 },
  );
  return async (item: Insertion): Promise<Inserted> => {
    const { id, organizationId } = item.execution;
    const inserted = await insertGathered(organizationId, item);
    if (inserted !== 'BLOCKED') return inserted;
    return insertApart(`${organizationId} ${item.idempotency?.key ?? id}`, item);
  };
};
