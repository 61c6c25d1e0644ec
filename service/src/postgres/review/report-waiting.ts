import type { EventType } from '../../domain/webhooks/webhook.ts';
import { type Database, statement } from '../connection/database.ts';
import { noticesFor } from '../people/notices.ts';
import { eventMessages, HAS_MESSAGES, tellMessages, type WithMessages } from '../webhooks/messages-for.ts';

const TYPE = 'qa.waiting' satisfies EventType;
/** The shortest time between two mails about waiting results: a queue may empty and fill again every few seconds. */
const MIN_TIME_BETWEEN_MAILS = "interval '1 hour'";

const waitingIn = (organizationId: string) =>
  `(select count(*) from review_items where organization_id = ${organizationId} and queued_at is not null)`;

// The organizations with a queue: one index probe for each.
const QUEUES = `queue(organization_id) as (
    (select organization_id from review_items where queued_at is not null order by organization_id limit 1)
    union all
    select (select organization_id from review_items
      where queued_at is not null and organization_id > last.organization_id order by organization_id limit 1)
    from queue last where last.organization_id is not null
  )`;

// One statement writes the start of the wait and its messages. When two workers do this at once, the second finds
// that the wait has begun, so each wait is reported once.
const REPORT = statement<WithMessages>(
  `
  with recursive ${QUEUES}, ended as (
    update review_waits w set since = null
    where since is not null and not exists (
      select from review_items i where i.organization_id = w.organization_id and i.queued_at is not null)
  ), begun as (
    insert into review_waits as w (organization_id, since)
    select organization_id, now() from queue q where organization_id is not null and not exists (
      select from review_waits known where known.organization_id = q.organization_id and known.since is not null)
    on conflict (organization_id) do update set since = excluded.since where w.since is null
    returning w.organization_id
  ), messages as (${eventMessages({
    from: 'begun',
    organizationId: 'changed.organization_id',
    type: `'${TYPE}'::text`,
    data: `json_build_object('organizationId', changed.organization_id, 'waiting', ${waitingIn('changed.organization_id')})`,
  })})
  select ${HAS_MESSAGES}`,
  tellMessages,
);

// A mail that comes too soon after the last one is not dropped: it is written when the time has passed, if the results
// still wait.
const WRITE_MAILS = statement(`
  with told as (
    update review_waits set mailed_at = greatest(now(), since)
    where since is not null and (mailed_at is null or mailed_at < since and mailed_at <= now() - ${MIN_TIME_BETWEEN_MAILS})
    returning organization_id
  ), mails as (${noticesFor({
    from: 'told',
    organizationId: 'changed.organization_id',
    kind: TYPE,
    data: `jsonb_build_object('waiting', ${waitingIn('changed.organization_id')})`,
  })})
  select`);

/** Sends qa.waiting for the organizations whose review queue was empty and has results now, and writes the mails. */
export const reportWaitingResults = async ({ run }: Pick<Database, 'run'>): Promise<void> => {
  await run(REPORT, []);
  await run(WRITE_MAILS, []);
};
