import { MAX_OVERDUE_MS } from '../../ports/webhooks.ts';
import type { Run } from '../connection/database.ts';
import { IS_UNCLAIMED } from './claim.ts';
import { plannedEachTime } from './planned-each-time.ts';

// The most rows in a step: few enough that no other statement waits noticeably for its locks.
const MAX_ROWS_IN_STEP = 1_000;

// Jumps through the index from endpoint to endpoint, so a paused endpoint with a million held messages costs one probe.
// The messages of a deleted endpoint become due as well, and the claim stops them.
const resumeStatement = plannedEachTime<{ resumed: number }>(`
  with recursive holding as (
    (select endpoint_id from webhook_messages where outcome = 'held' order by endpoint_id limit 1)
    union all
    select (select endpoint_id from webhook_messages
      where outcome = 'held' and endpoint_id > holding.endpoint_id order by endpoint_id limit 1)
    from holding where holding.endpoint_id is not null
  ), going_on as (
    select holding.endpoint_id from holding left join webhook_endpoints endpoint on endpoint.id = holding.endpoint_id
      where holding.endpoint_id is not null and endpoint.paused is not true
  ), resumed as (
    update webhook_messages set outcome = null, next_attempt_at = now()
      where outcome = 'held' and id = any (array(
        select held.id from going_on cross join lateral (
          select id from webhook_messages
          where outcome = 'held' and endpoint_id = going_on.endpoint_id limit ${MAX_ROWS_IN_STEP}
        ) held limit ${MAX_ROWS_IN_STEP}))
      returning 1
  )
  select count(*) as resumed from resumed`);

export const resumeHeld = async (run: Run): Promise<number> => (await run(resumeStatement, []))[0]!.resumed;

const giveUpStatement = plannedEachTime(`
  update webhook_messages set outcome = 'gave_up', next_attempt_at = null, claimed_until = null
    where outcome is null and id = any (array(
      select id from webhook_messages
      where outcome is null and next_attempt_at < now() - $2::bigint * interval '1 millisecond' and destination = $1
        and ${IS_UNCLAIMED}
      limit ${MAX_ROWS_IN_STEP} for update skip locked))`);

export const giveUpOverdue = async (run: Run, destination: string): Promise<void> => {
  await run(giveUpStatement, [destination, MAX_OVERDUE_MS]);
};
