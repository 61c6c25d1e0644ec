import type { Execution } from '../../domain/executions/execution.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { CHANNELS } from '../connection/channels.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { messagesFor } from '../webhooks/messages-for.ts';
import { type ExecutionRow, executionFromRow } from './from-row.ts';
import { notifyStatus } from './settle.ts';
import { after, allows } from './states.ts';

// The price agreed at creation is held again, in order of creation while the credits last. When they are short, a FAILED
// execution becomes PAYMENT_REQUIRED, and a PAYMENT_REQUIRED one stays as it is.
const RETRY = statement<ExecutionRow | { id: null }>(`
  with target as materialized (
    select * from executions
    where id = any ($2::uuid[]) and organization_id = $1 and ${allows('retry')}
    order by id for update
  ), account as materialized (
    select spendable from accounts where organization_id = $1 and exists (select from target) for update
  ), priced as (
    select target.id, target.price,
      sum(target.price) over (order by target.created_at, target.id) <= account.spendable as paid
    from target, account
  ), held as (
    update accounts a set spendable = a.spendable - paid.credits
    from (select sum(price)::bigint as credits from priced where paid) paid
    where a.organization_id = $1 and paid.credits is not null
  ), done as (
    update executions e set
      status = case when priced.paid then ${after('retry')} else ${after('retryUnpaid')} end,
      hold = case when priced.paid then e.holds + 1 end,
      holds = e.holds + case when priced.paid then 1 else 0 end,
      queued_at = now(), started_at = null, finished_at = null, error = null, reused = false,
      result_hash = null, result_file_name = null, result_content_type = null,
      attempts_before_retry = e.attempts
    from target, priced
    where e.id = target.id and priced.id = target.id
      and (priced.paid or ${allows('retryUnpaid', 'target.status')})
    returning e.*
  ), messages as (
    ${messagesFor('done')}
  ), notified as (
    select ${notifyStatus('done')}, pg_notify('${CHANNELS.queue}', $1::text)
    where exists (select from done)
  )
  select done.* from target left join done on done.id = target.id left join notified on true`);

export const retryExecution =
  (database: Database) =>
  async (
    organizationId: OrganizationId,
    id: ExecutionId,
  ): Promise<Execution | 'credits_short' | undefined> => {
    const [row] = await database.run(RETRY, [organizationId, [id]]);
    if (!row) return undefined;
    return row.id === null ? 'credits_short' : executionFromRow(row);
  };

/** Retries executions. Returns those that changed; at most MAX_CHANGED_AT_ONCE. */
export const retryAll = async (
  run: Run,
  organizationId: OrganizationId,
  ids: readonly ExecutionId[],
): Promise<ExecutionId[]> =>
  (await run(RETRY, [organizationId, ids])).flatMap(({ id }) => (id === null ? [] : [id]));
