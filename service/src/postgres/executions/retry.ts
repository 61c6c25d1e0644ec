import type { Execution } from '../../domain/executions/execution.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { CHANNELS } from '../connection/channels.ts';
import { type Database, statement } from '../connection/database.ts';
import { messagesFor } from '../webhooks/messages-for.ts';
import { type ExecutionRow, executionFromRow } from './from-row.ts';
import { notifyStatus } from './settle.ts';
import { after, allows } from './states.ts';

// The price agreed at creation is held again. When the credits are short, a FAILED execution becomes PAYMENT_REQUIRED,
// and a PAYMENT_REQUIRED one stays as it is.
const RETRY = statement<ExecutionRow | { id: null }>(`
  with target as (
    select * from executions
    where id = $2 and organization_id = $1 and ${allows('retry')}
    for update
  ), paid as (
    update accounts a set spendable = spendable - target.price
    from target
    where a.organization_id = $1 and a.spendable >= target.price
    returning 1
  ), done as (
    update executions e set
      status = case when exists (select from paid) then ${after('retry')} else ${after('retryUnpaid')} end,
      hold = case when exists (select from paid) then e.holds + 1 end,
      holds = e.holds + case when exists (select from paid) then 1 else 0 end,
      queued_at = now(), started_at = null, finished_at = null, error = null, reused = false,
      result_hash = null, result_file_name = null, result_content_type = null,
      attempts_before_retry = e.attempts
    from target
    where e.id = target.id and (exists (select from paid) or ${allows('retryUnpaid', 'target.status')})
    returning e.*
  ), messages as (
    ${messagesFor('done')}
  ), notified as (
    select ${notifyStatus('done')}, pg_notify('${CHANNELS.queue}', $1::text)
    where exists (select from done)
  )
  select done.* from target left join done on true left join notified on true`);

export const retryExecution =
  (database: Database) =>
  async (
    organizationId: OrganizationId,
    id: ExecutionId,
  ): Promise<Execution | 'credits_short' | undefined> => {
    const [row] = await database.run(RETRY, [organizationId, id]);
    if (!row) return undefined;
    return row.id === null ? 'credits_short' : executionFromRow(row);
  };
