import type { DeliveryId } from '../../domain/ids.ts';
import { TEST_EVENT } from '../../domain/webhooks/webhook.ts';
import {
  type Claimed,
  type ClaimRequest,
  type DueMessage,
  type WalkPosition,
  WEBHOOK_CLAIM_MS,
} from '../../ports/webhooks.ts';
import type { Run } from '../connection/database.ts';
import { plannedEachTime } from './planned-each-time.ts';

type MessageColumns = {
  id: DeliveryId;
  outcome: string | null;
  url: string;
  body: string;
  attempts: number;
  secrets: string[];
  traceparent: string | null;
  organization_id: string;
  destination: string;
};
type Row = {
  chosen: number;
  walk_organization_id: string | null;
  walk_destination: string | null;
  walked: number;
} & (MessageColumns | { [Name in keyof MessageColumns]: null });

// The number of destinations that one claim visits. The next claim continues the walk from there.
const MAX_WALK = 500;
const BEFORE_ALL: WalkPosition = {
  organizationId: '00000000-0000-0000-0000-000000000000' as WalkPosition['organizationId'],
  destination: '',
};

/** No sender has claimed the message, or the claim of a sender that died has ended. */
export const IS_UNCLAIMED = '(claimed_until is null or claimed_until <= now())';

// The walk jumps through the index from destination to destination, so a dead destination with a million messages
// costs as much as one with a single message. Organizations with the fewest messages in flight come first, then
// destinations with the fewest. The limit of a destination counts the messages of all organizations. Rows are
// locked by primary key alone and checked afterwards: with more conditions, PostgreSQL could scan all due messages
// for each row. A claim ends by itself, so that a message whose sender died is claimed again. Whether an endpoint
// is paused is checked here and not when the message is written, because it can change in between.
const claimStatement = plannedEachTime<Row>(`
  with recursive walk as (
    (select organization_id, destination, 1 as step from webhook_messages
      where outcome is null and (organization_id, destination) > ($1::uuid, $2::text)
      order by organization_id, destination limit 1)
    union all
    select following.organization_id, following.destination, walk.step + 1
      from walk cross join lateral (
        select organization_id, destination from webhook_messages
        where outcome is null and (organization_id, destination) > (walk.organization_id, walk.destination)
        order by organization_id, destination limit 1
      ) following
      where walk.step < $3::integer
  ), under_way as (
    select * from unnest($4::uuid[], $5::text[]) as sending (organization_id, destination)
  ), organizations_under_way as (
    select organization_id, count(*) as messages from under_way group by organization_id
  ), destinations_under_way as (
    select destination, count(*) as messages from under_way group by destination
  ), destinations as (
    select walk.organization_id, destination, coalesce(under_way.messages, 0) as messages,
      coalesce(own.most, $7::integer) as most
      from walk left join destinations_under_way under_way using (destination)
      left join unnest($10::text[], $11::integer[]) as own (destination, most) using (destination)
  ), candidates as (
    select due.id, due.next_attempt_at, organization_id, most,
      messages + row_number() over (partition by destination order by due.position, due.next_attempt_at)
        as turn_of_destination
      from destinations cross join lateral (
        select id, next_attempt_at, row_number() over (order by next_attempt_at) as position from (
          select id, next_attempt_at from webhook_messages message
          where outcome is null and next_attempt_at <= now() and ${IS_UNCLAIMED}
            and message.organization_id = destinations.organization_id
            and message.destination = destinations.destination
          order by next_attempt_at
          limit greatest(0, least($6::integer, most - messages))
        ) earliest
      ) due
  ), allowed as (
    select *, row_number() over (partition by most < $12::integer order by turn_of_destination, next_attempt_at)
        as turn_of_untrusted
      from candidates where turn_of_destination <= most
  ), ranked as (
    select allowed.*, coalesce(organizations_under_way.messages, 0) + row_number() over (
      partition by organization_id order by turn_of_destination, next_attempt_at
    ) as turn_of_organization
      from allowed left join organizations_under_way using (organization_id)
      where most >= $12::integer or turn_of_untrusted <= $13::integer
  ), chosen as (
    select id from ranked where turn_of_organization <= $8::integer
      order by turn_of_organization, turn_of_destination, next_attempt_at limit $6::integer
  ), locked as (
    select message.* from chosen cross join lateral (
      select id, outcome, next_attempt_at, claimed_until, endpoint_id, type from webhook_messages
      where webhook_messages.id = chosen.id for update skip locked
    ) message
  ), ready as (
    select locked.id, case
        when locked.endpoint_id is null or locked.type = '${TEST_EVENT}' then null
        when endpoint.id is null or endpoint.disabled_at is not null then 'stopped'
        when endpoint.paused then 'held'
      end as outcome
      from locked left join webhook_endpoints endpoint on endpoint.id = locked.endpoint_id
      where locked.outcome is null and locked.next_attempt_at <= now() and ${IS_UNCLAIMED}
  ), claimed as (
    update webhook_messages message
      set outcome = ready.outcome,
        next_attempt_at = case when ready.outcome is null then message.next_attempt_at end,
        claimed_until = case when ready.outcome is null then now() + $9::integer * interval '1 millisecond' end
      from ready, organizations organization
      where message.id = ready.id and organization.id = message.organization_id
      returning message.id, message.outcome, message.url, message.body::text, message.attempts,
        message.organization_id, message.destination, message.traceparent,
        array_remove(array[organization.webhook_secret,
          case when organization.previous_webhook_secret_until > now()
            then organization.previous_webhook_secret end], null) as secrets
  ), last_step as (
    select organization_id, destination, step from walk order by step desc limit 1
  )
  select (select count(*) from chosen) as chosen, coalesce(last_step.step, 0) as walked,
    last_step.organization_id as walk_organization_id, last_step.destination as walk_destination, claimed.*
    from (values (true)) once left join last_step on true left join claimed on true`);

export const claim = async (run: Run, request: ClaimRequest): Promise<Claimed> => {
  const { organizationId, destination } = request.after ?? BEFORE_ALL;
  const rows = await run(claimStatement, [
    organizationId,
    destination,
    MAX_WALK,
    request.underWay.map((message) => message.organizationId),
    request.underWay.map((message) => message.destination),
    request.count,
    request.perDestination,
    request.perOrganization,
    WEBHOOK_CLAIM_MS,
    [...request.limits.keys()],
    [...request.limits.values()],
    request.untrusted.limit,
    request.untrusted.room,
  ]);
  const summary = rows[0]!;
  const isCut = summary.walked === MAX_WALK;
  const claimed = rows.filter((row) => row.id !== null);
  const messages = claimed.filter(({ outcome }) => outcome === null).map(messageFromRow);
  return {
    messages,
    notSendable: claimed.length - messages.length,
    contended: claimed.length < summary.chosen,
    after: isCut ? position(summary.walk_organization_id!, summary.walk_destination!) : undefined,
  };
};

const position = (organizationId: string, destination: string): WalkPosition => ({
  organizationId: organizationId as WalkPosition['organizationId'],
  destination,
});

const messageFromRow = (row: MessageColumns): DueMessage => ({
  id: row.id,
  ...position(row.organization_id, row.destination),
  url: row.url,
  body: row.body,
  attemptsBefore: row.attempts,
  secrets: row.secrets,
  traceParent: row.traceparent ?? undefined,
});
