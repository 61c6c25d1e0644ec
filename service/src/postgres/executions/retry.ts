import { UNPAID_ERRORS, type UnpaidReason } from '../../domain/executions/allowance.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import type { Status } from '../../domain/executions/execution-states.ts';
import { TRANSITIONS } from '../../domain/executions/execution-states.ts';
import type { BatchId, ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { lockAllowance, lockBatches } from '../batches/allowance.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { USED_AT_PRECISION } from '../images.ts';
import { HAS_MESSAGES, messagesFor, tellMessages, type WithMessages } from '../webhooks/messages-for.ts';
import { type ExecutionRow, executionFromRow } from './from-row.ts';
import { after, allows } from './states.ts';
import { tellQueued, tellStatus, VERSION } from './tell-status.ts';

const FIND_BATCHES = statement<{ id: BatchId }>(`
  select distinct batch_id as id from executions
  where id = any ($2::uuid[]) and organization_id = $1 and batch_id is not null`);

type Target = { id: ExecutionId; status: Status; price: number; batchId: BatchId | null };

const LOCK_TARGETS = statement<Target & { createdAt: Date }>(`
  select id, status, price, batch_id as "batchId", created_at as "createdAt" from executions
  where id = any ($2::uuid[]) and organization_id = $1 and ${allows('retry')}
  order by id for update`);

// The price agreed at creation is held again. Priority and pause are read again, because those of the batch may
// have changed.
const QUEUE_AGAIN = statement<ExecutionRow & WithMessages & { version: number }>(
  `
  with decided as (
    select * from unnest($2::uuid[], $3::text[]) as decided (id, unpaid)
  ), held as (
    update accounts set spendable = spendable - $4 where organization_id = $1 and $4 > 0
  ), done as (
    update executions e set
      status = case when decided.unpaid is null then ${after('retry')} else ${after('retryUnpaid')} end,
      hold = case when decided.unpaid is null then e.holds + 1 end,
      holds = e.holds + (decided.unpaid is null)::integer,
      queued_at = now(), started_at = null, finished_at = null, reused = false,
      error = $5::jsonb -> decided.unpaid,
      result_hash = null, result_file_name = null, result_content_type = null, results = null,
      uncounted_attempts = e.attempts,
      priority = coalesce(b.priority, target.priority), paused = coalesce(b.paused, target.paused)
    from decided join executions target on target.id = decided.id
    left join batches b on b.organization_id = target.organization_id and b.id = target.batch_id
    where e.id = decided.id
    returning e.*
  ), messages as (
    ${messagesFor('done')}
  )
  select *, ${VERSION} as version, ${HAS_MESSAGES} from done`,
  (rows, [organizationId]) => [
    ...tellStatus(rows),
    ...tellQueued(organizationId as OrganizationId, rows.filter(({ status }) => status === 'CREATED').length),
    ...tellMessages(rows),
  ],
);

export type DecidedRetry = { id: ExecutionId; price: number; unpaid: UnpaidReason | undefined };

/** Queues locked executions again, or ends them as unpaid. The caller has locked their batches and the account. */
export const queueAgain = (
  run: Run,
  organizationId: OrganizationId,
  decided: readonly DecidedRetry[],
): Promise<ExecutionRow[]> => {
  const total = decided.reduce((sum, { price, unpaid }) => sum + (unpaid ? 0 : price), 0);
  const values = [decided.map(({ id }) => id), decided.map(({ unpaid }) => unpaid ?? null), total];
  return run(QUEUE_AGAIN, [organizationId, ...values, JSON.stringify(UNPAID_ERRORS)]);
};

// Records the use of the inputs, because retention counts from the last use, and finds the deleted inputs. The
// images are locked in the order of their hashes, so that two retries cannot deadlock.
const USE_INPUTS = statement<{ id: ExecutionId; deletedAt: Date }>(`
  with input as (
    select distinct e.id, file ->> 'contentHash' as hash from executions e, jsonb_each(e.inputs) as named (key, file)
    where e.id = any ($2::uuid[])
  ), stale as (
    select i.hash from images i
    where i.organization_id = $1 and i.hash in (select hash from input) and i.deleted_at is null
      and i.used_at < now() - ${USED_AT_PRECISION}
    order by i.hash for no key update
  ), used as (
    update images i set used_at = now() from stale where i.organization_id = $1 and i.hash = stale.hash
  )
  select input.id, max(i.deleted_at) as "deletedAt" from input
  join images i on i.organization_id = $1 and i.hash = input.hash and i.deleted_at is not null group by input.id`);

type Retried = {
  changed: ExecutionRow[];
  unchanged: Map<ExecutionId, UnpaidReason>;
  /** The time at which an input was deleted, for each execution that cannot run again because of that. */
  withoutInputs: Map<ExecutionId, Date>;
};

/**
 * Retries executions, in order of creation while the credits and the budgets of the batches last. When these are used
 * up, a FAILED execution becomes PAYMENT_REQUIRED, and a PAYMENT_REQUIRED one stays as it is. An execution without its
 * inputs also stays as it is. Needs a transaction.
 */
const retry = async (
  run: Run,
  organizationId: OrganizationId,
  ids: readonly ExecutionId[],
): Promise<Retried> => {
  const batches = await run(FIND_BATCHES, [organizationId, ids]);
  const locked =
    batches.length === 0
      ? []
      : await lockBatches(
          run,
          organizationId,
          batches.map(({ id }) => id),
        );
  const found = await run(LOCK_TARGETS, [organizationId, ids]);
  const unusable =
    found.length === 0 ? [] : await run(USE_INPUTS, [organizationId, found.map(({ id }) => id)]);
  const withoutInputs = new Map(unusable.map(({ id, deletedAt }) => [id, deletedAt]));
  const targets = found.filter(({ id }) => !withoutInputs.has(id));
  const unchanged = new Map<ExecutionId, UnpaidReason>();
  if (targets.length === 0) return { changed: [], unchanged, withoutInputs };
  const allowance = await lockAllowance(run, organizationId, locked);
  const inOrder = targets.toSorted(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
  );
  const decided = inOrder.flatMap(({ id, status, price, batchId }): DecidedRetry[] => {
    const unpaid = allowance.take(price, batchId ?? undefined);
    if (!unpaid || TRANSITIONS[status].retryUnpaid) return [{ id, price, unpaid }];
    unchanged.set(id, unpaid);
    return [];
  });
  return {
    changed: decided.length === 0 ? [] : await queueAgain(run, organizationId, decided),
    unchanged,
    withoutInputs,
  };
};

/**
 * Retries one execution. When it stays as it is, returns the reason why it cannot be paid, or the time at which an
 * input was deleted; undefined when its state forbids a retry.
 */
export const retryExecution =
  (database: Database) =>
  async (
    organizationId: OrganizationId,
    id: ExecutionId,
  ): Promise<Execution | UnpaidReason | Date | undefined> => {
    const { changed, unchanged, withoutInputs } = await database.transaction((run) =>
      retry(run, organizationId, [id]),
    );
    return changed[0] ? executionFromRow(changed[0]) : (unchanged.get(id) ?? withoutInputs.get(id));
  };

/** Retries executions. Returns those that changed; at most MAX_CHANGED_AT_ONCE. Needs a transaction. */
export const retryAll = async (
  run: Run,
  organizationId: OrganizationId,
  ids: readonly ExecutionId[],
): Promise<ExecutionId[]> => (await retry(run, organizationId, ids)).changed.map(({ id }) => id);
