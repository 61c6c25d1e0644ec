import { WEBHOOK_TYPES } from '../../domain/webhooks/webhook.ts';
import type { Message } from '../connection/channels.ts';
import { jsonObject, utcText } from '../connection/json-object.ts';
import { recordJson } from '../executions/record-json.ts';

/** An event for each row of a CTE. The fields are SQL expressions over the row, which is called `changed`. */
type EventSource = {
  /** The name of the CTE. */
  from: string;
  organizationId: string;
  /** The event type, for example `'batch.completed'` in quotes. */
  type: string;
  /** The value of `data` in the message, as json. */
  data: string;
  /** A text[] of URLs that get the event besides the endpoints of the organization. */
  urls?: string;
  executionId?: string;
  /** The span in a distributed trace that the message belongs to. */
  traceParent?: string;
  /** Only rows that meet this condition have the event. */
  condition?: string;
};

/** True when the organization has an endpoint that can get messages. It is one probe of a small index. */
export const hasEndpoints = (organizationId: string): string =>
  `exists (select from webhook_endpoints where organization_id = ${organizationId} and disabled_at is null)`;

/**
 * The INSERT that writes the webhook messages of an event: one for each endpoint of the organization that chose the type,
 * and one for each other URL in `urls`.
 *
 *     with done as (update batches ... returning *),
 *       messages as (${eventMessages({ from: 'done', organizationId: 'changed.organization_id', ... })}) select ...
 *
 * It is part of the statement that makes the change, so that a crash cannot keep one without the other. The statement
 * returns `HAS_MESSAGES` and wakes the senders by `tellMessages`.
 */
export const eventMessages = (event: EventSource): string => `
  insert into webhook_messages (organization_id, execution_id, endpoint_id, url, type, body, traceparent)
  select ${event.organizationId}, ${event.executionId ?? 'null'}, target.endpoint_id, target.url, ${event.type},
    ${messageBody(event)}, ${event.traceParent ?? 'null'}
  from ${event.from} changed
  cross join lateral (
    select distinct on (url) url, endpoint_id from (
      select unnest(${event.urls ?? 'null::text[]'}) as url, null::uuid as endpoint_id
      union all
      select url, id from webhook_endpoints
        where organization_id = ${event.organizationId} and disabled_at is null
          and events && array['*', split_part(${event.type}, '.', 1) || '.*', ${event.type}]
    ) targets order by url, endpoint_id
  ) target
  ${event.condition ? `where ${event.condition}` : ''}
  returning url, type`;

/** A column of the statement with the CTE `messages`: whether there is a message to send. */
export const HAS_MESSAGES = 'exists (select from messages) as "hasMessages"';
export type WithMessages = { hasMessages: boolean };

const DUE: Message = { channel: 'webhooks', entry: '' };

/** Tells a sender that messages are due, if the statement has written any. */
export const tellMessages = ([first]: readonly Partial<WithMessages>[]): Message[] =>
  first?.hasMessages ? [DUE] : [];

/** Tells a sender that messages may be due, if the statement has changed any row. */
export const tellDue = (rows: readonly unknown[]): Message[] => (rows.length > 0 ? [DUE] : []);

/** The body that every attempt sends, byte for byte. Its timestamp equals the column `created_at`. */
export const messageBody = ({ type, data }: Pick<EventSource, 'type' | 'data'>): string =>
  jsonObject([
    { name: 'type', value: type, whenNull: 'null' },
    { name: 'timestamp', value: utcText('now()::timestamptz(3)'), whenNull: 'null' },
    { name: 'data', value: data, whenNull: 'null' },
  ]);

const statuses = Object.keys(WEBHOOK_TYPES).map((status) => `'${status}'`);
const cases = Object.entries(WEBHOOK_TYPES).map(([status, type]) => `when '${status}' then '${type}'`);

/** The INSERT that writes the webhook messages for the rows of a CTE with all columns of `executions`. */
export const messagesFor = (cteName: string): string =>
  eventMessages({
    from: cteName,
    organizationId: 'changed.organization_id',
    executionId: 'changed.id',
    traceParent: 'changed.traceparent',
    type: `case changed.status ${cases.join(' ')} end`,
    data: recordJson('changed'),
    urls: 'changed.webhooks',
    condition: `changed.status in (${statuses.join(', ')})`,
  });
