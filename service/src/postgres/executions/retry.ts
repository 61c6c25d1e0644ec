import { UNPAID_ERRORS, type Unpaid } from '../../domain/executions/allowance.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import type { BatchId, ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { budgetsLeft, lockBatches } from '../batches/budget.ts';
import { CHANNELS } from '../connection/channels.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { messagesFor } from '../webhooks/messages-for.ts';
import { type ExecutionRow, executionFromRow } from './from-row.ts';
import { notifyStatus } from './settle.ts';
import { after, allows } from './states.ts';

// The price agreed at creation is held again. When the credits are short or the budget of the batch ($3, null: none)
// is used up, a FAILED execution becomes PAYMENT_REQUIRED, and a PAYMENT_REQUIRED one stays as it is.
const RETRY = statement<(ExecutionRow | { id: null }) & { unpaid: Unpaid }>(`
  with target as (
    select * from executions
    where id = $2 and organization_id = $1 and ${allows('retry')}
    for update
  ), paid as (
    update accounts a set spendable = spendable - target.price
    from target
    where a.organization_id = $1 and a.spendable >= target.price and ($3::bigint is null or target.price <= $3)
    returning 1
  ), reason as (
    select case when target.price > $3 then 'budget_reached' else 'credits_short' end as unpaid from target
  ), done as (
    update executions e set
      status = case when exists (select from paid) then ${after('retry')} else ${after('retryUnpaid')} end,
      hold = case when exists (select from paid) then e.holds + 1 end,
      holds = e.holds + case when exists (select from paid) then 1 else 0 end,
      queued_at = now(), started_at = null, finished_at = null, reused = false,
      error = case when not exists (select from paid) then $4::jsonb -> reason.unpaid end,
      result_hash = null, result_file_name = null, result_content_type = null,
      attempts_before_retry = e.attempts, priority = coalesce($5, e.priority), paused = coalesce($6, e.paused)
    from target, reason
    where e.id = target.id and (exists (select from paid) or ${allows('retryUnpaid', 'target.status')})
    returning e.*
  ), messages as (
    ${messagesFor('done')}
  ), notified as (
    select ${notifyStatus('done')}, pg_notify('${CHANNELS.queue}', $1::text)
    where exists (select from done)
  )
  select reason.unpaid, done.* from target cross join reason left join done on true left join notified on true`);

const FIND_BATCH = statement<{ batchId: BatchId | null }>(
  'select batch_id as "batchId" from executions where id = $2 and organization_id = $1',
);

/** The batch is locked, so that the budget stays within its limit and a pause or a change of priority is not missed. */
const retryInBatch = async (run: Run, organizationId: OrganizationId, id: ExecutionId, batchId: BatchId) => {
  const locked = await lockBatches(run, organizationId, [batchId]);
  const left = (await budgetsLeft(run, organizationId, locked)).get(batchId);
  const { priority, paused } = locked[0] ?? {};
  return run(RETRY, [organizationId, id, left, JSON.stringify(UNPAID_ERRORS), priority, paused]);
};

export const retryExecution =
  (database: Database) =>
  async (organizationId: OrganizationId, id: ExecutionId): Promise<Execution | Unpaid | undefined> => {
    const [found] = await database.run(FIND_BATCH, [organizationId, id]);
    if (!found) return undefined;
    const { batchId } = found;
    const [row] = batchId
      ? await database.transaction((run) => retryInBatch(run, organizationId, id, batchId))
      : await database.run(RETRY, [organizationId, id, null, JSON.stringify(UNPAID_ERRORS), null, null]);
    if (!row) return undefined;
    return row.id === null ? row.unpaid : executionFromRow(row);
  };
