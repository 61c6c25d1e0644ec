import { WEBHOOK_TYPES } from '../../domain/webhooks/webhook.ts';
import { jsonObject, utcText } from '../connection/json-object.ts';
import { recordJson } from '../executions/record-json.ts';

const statuses = Object.keys(WEBHOOK_TYPES).map((status) => `'${status}'`);
const cases = Object.entries(WEBHOOK_TYPES).map(([status, type]) => `when '${status}' then '${type}'`);
const type = `case changed.status ${cases.join(' ')} end`;

// The body that every attempt sends, byte for byte. Its time is the column `created_at`.
const body = jsonObject([
  { name: 'type', value: type, whenNull: 'null' },
  { name: 'timestamp', value: utcText('now()::timestamptz(3)'), whenNull: 'null' },
  { name: 'data', value: recordJson('changed'), whenNull: 'null' },
]);

/**
 * The INSERT that writes the webhook messages for the rows of a CTE with all columns of `executions`:
 *
 *     with done as (update executions ... returning *), messages as (${messagesFor('done')}) select ...
 *
 * It writes one row for each different URL. It is part of the statement that changes the state, so that a crash cannot
 * keep one without the other. A trigger wakes the senders when there is a row to send.
 */
export const messagesFor = (cteName: string): string => `
  insert into webhook_messages (organization_id, execution_id, url, type, body)
  select changed.organization_id, changed.id, target.url, ${type}, ${body}
  from ${cteName} changed
  cross join lateral (select distinct unnest(changed.webhooks) as url) target
  where changed.status in (${statuses.join(', ')})`;
