import type { DeliveryId, OrganizationId } from '../../domain/ids.ts';
import type { DeliveryStatus } from '../../domain/webhooks/webhook.ts';
import {
  type Deliveries,
  type Delivery,
  type DeliveryFilter,
  MAX_COUNTED_DELIVERIES,
  type WebhookAttempt,
} from '../../ports/webhooks.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { IS_UNCLAIMED } from './claim.ts';
import { tellDue } from './messages-for.ts';
import { plannedEachTime } from './planned-each-time.ts';

const COLUMNS = `message.id, endpoint_id as "endpointId", execution_id as "executionId", url, type,
  created_at as "createdAt", coalesce(outcome, 'pending') as status, attempts as "attemptCount",
  next_attempt_at as "nextAttemptAt"`;

/** The status is part of the SQL text, because the planner uses a partial index only for a status that it knows. */
const hasStatus = (status: DeliveryStatus) =>
  status === 'pending' ? 'outcome is null' : `outcome = '${status}'`;

const CONDITIONS: Record<Exclude<keyof DeliveryFilter, 'status'>, (parameter: string) => string> = {
  type: (parameter) => `type = ${parameter}`,
  endpoint: (parameter) => `endpoint_id = ${parameter}`,
  execution: (parameter) => `execution_id = ${parameter}`,
  host: (parameter) => `destination = left(lower(${parameter}), 255)`,
  createdAfter: (parameter) => `created_at >= ${parameter}`,
  createdBefore: (parameter) => `created_at < ${parameter}`,
};

/** The conditions of a filter, with its values as the parameters after $1, the organization. */
const matching = (organizationId: OrganizationId, { status, ...filter }: DeliveryFilter) => {
  const conditions = ['organization_id = $1', ...(status ? [hasStatus(status)] : [])];
  const values: unknown[] = [organizationId];
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const value = filter[name as keyof typeof filter];
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  }
  return { condition: conditions.join(' and '), values };
};

type Position = { createdAt: Date | string; id: DeliveryId };

/** A condition for the messages that follow a position in the list; it adds its parameters to `values`. */
const following = (after: Position | undefined, values: unknown[]): string =>
  after ? ` and (created_at, id) < ($${values.push(after.createdAt)}, $${values.push(after.id)})` : '';

const NEWEST_FIRST = 'order by created_at desc, id desc';

const list =
  (run: Run): Deliveries['list'] =>
  async (organizationId, filter, { limit, ...start }) => {
    const { condition, values } = matching(organizationId, filter);
    const counting = plannedEachTime<{ total: number }>(`
      select count(*) as total from (select from webhook_messages where ${condition} limit ${MAX_COUNTED_DELIVERIES + 1}) counted`);
    const [counted] = await run(counting, [...values]);
    const total = counted!.total;
    const page = plannedEachTime<Delivery>(`
      select ${COLUMNS} from webhook_messages message where ${condition}${following('after' in start ? start.after : undefined, values)}
        ${NEWEST_FIRST} limit $${values.push(limit)} offset $${values.push('offset' in start ? start.offset : 0)}`);
    const entries = limit > 0 ? await run(page, values) : [];
    return {
      entries,
      total: Math.min(total, MAX_COUNTED_DELIVERIES),
      exceeded: total > MAX_COUNTED_DELIVERIES,
    };
  };

type FoundRow = Delivery & {
  body: string;
  attempts: (Omit<WebhookAttempt, 'startedAt'> & { startedAt: string })[];
};

const FIND = statement<FoundRow>(`
  select ${COLUMNS}, body::text as body, coalesce((
      select jsonb_agg(jsonb_build_object('number', number, 'startedAt', started_at, 'durationMs', duration_ms,
          'requestHeaders', request_headers, 'status', status, 'error', error, 'answer', answer) order by number)
        from webhook_attempts where message_id = message.id
    ), '[]') as attempts
    from webhook_messages message where id = $2 and organization_id = $1`);

const find =
  (run: Run): Deliveries['find'] =>
  async (organizationId, id) => {
    const [row] = await run(FIND, [organizationId, id]);
    if (!row) return undefined;
    const attempts = row.attempts.map((one) => ({ ...one, startedAt: new Date(one.startedAt) }));
    return { ...row, attempts };
  };

// Leaves out a message that is being sent right now. The other messages get the endpoint's current URL, which may have
// been corrected since.
const makeDue = (condition: string) => `
  update webhook_messages message set outcome = null, next_attempt_at = now(), claimed_until = null,
    url = coalesce((select url from webhook_endpoints endpoint where endpoint.id = message.endpoint_id), url)
    where ${condition} and ${IS_UNCLAIMED}
    returning message.id`;

const REDELIVER = statement<{ known: boolean }>(
  `
  with due as (${makeDue('id = $2 and organization_id = $1')})
  select exists (select from webhook_messages where id = $2 and organization_id = $1) as known`,
  tellDue,
);

const redeliver =
  (run: Run): Deliveries['redeliver'] =>
  async (organizationId, id) =>
    (await run(REDELIVER, [organizationId, id]))[0]!.known;

/** The most rows in a step: few enough that the senders do not wait noticeably for its locks. */
const MAX_ROWS_IN_STEP = 1_000;

// Goes in steps from the newest to the oldest: a message that is written meanwhile is newer, so it is never reached.
const redeliverAll =
  (run: Run): Deliveries['redeliverAll'] =>
  async (organizationId, filter) => {
    let matched = 0;
    for (let after: Position | undefined, more = true; more; ) {
      const { condition, values } = matching(organizationId, filter);
      const step = plannedEachTime<{ id: DeliveryId; createdAt: Date }>(
        `
        with step as materialized (
          select id, created_at from webhook_messages where ${condition}${following(after, values)}
            ${NEWEST_FIRST} limit ${MAX_ROWS_IN_STEP}
        ), due as (${makeDue('id = any (array(select id from step))')})
        select id, created_at as "createdAt" from step ${NEWEST_FIRST}`,
        tellDue,
      );
      const rows = await run(step, values);
      matched += rows.length;
      after = rows.at(-1);
      more = rows.length === MAX_ROWS_IN_STEP;
    }
    return matched;
  };

export const deliveriesIn = ({ run }: Database): Deliveries => ({
  list: list(run),
  find: find(run),
  redeliver: redeliver(run),
  redeliverAll: redeliverAll(run),
});
