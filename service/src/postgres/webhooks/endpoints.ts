import { uuidv7 } from 'uuidv7';
import type { DeliveryId } from '../../domain/ids.ts';
import { TEST_EVENT } from '../../domain/webhooks/webhook.ts';
import { MAX_ENDPOINTS, type WebhookEndpoint, type WebhookEndpoints } from '../../ports/webhooks.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { jsonObject } from '../connection/json-object.ts';
import { type Listed, pageOf } from '../connection/page-of.ts';
import { LOCK_ORGANIZATION } from '../organizations.ts';
import { messageBody, tellDue } from './messages-for.ts';

const COLUMNS = `id, url, events, paused, failing_since as "failingSince", disabled_at as "disabledAt",
  created_by as "createdBy", created_at as "createdAt"`;

const LIST = statement<Listed<WebhookEndpoint>>(`
  select counted.total, page.*
  from (select count(*) as total from webhook_endpoints where organization_id = $1) counted
  left join (
    select ${COLUMNS} from webhook_endpoints where organization_id = $1
    order by created_at desc, id desc limit $2 offset $3
  ) page on true
  order by page."createdAt" desc, page.id desc`);

const list =
  (run: Run): WebhookEndpoints['list'] =>
  async (organizationId, { limit, offset }) =>
    pageOf<WebhookEndpoint>(await run(LIST, [organizationId, limit, offset]));

const FIND = statement<WebhookEndpoint>(
  `select ${COLUMNS} from webhook_endpoints where id = $2 and organization_id = $1`,
);

const find =
  (run: Run): WebhookEndpoints['find'] =>
  async (organizationId, id) =>
    (await run(FIND, [organizationId, id]))[0];

const COUNT = statement<{ count: number }>(
  'select count(*) as count from webhook_endpoints where organization_id = $1',
);

const audit = (action: string, from: string, by: string) => `
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, ${by}::uuid, '${action}', id,
    jsonb_build_object('url', url, 'events', events, 'paused', paused)
  from ${from}`;

const ADD = statement<WebhookEndpoint>(`
  with added as (
    insert into webhook_endpoints (id, organization_id, url, events, paused, created_by)
    values ($2, $1, $3, $4, $5, $6)
    on conflict (organization_id, md5(url)) do nothing returning *
  ), audited as (${audit('webhook-endpoint.create', 'added', '$6')})
  select ${COLUMNS} from added`);

const add =
  ({ transaction }: Database): WebhookEndpoints['add'] =>
  (organizationId, { url, events, paused }, by) =>
    transaction(async (run) => {
      // The lock keeps two concurrent calls from exceeding the limit together.
      await run(LOCK_ORGANIZATION, [organizationId]);
      const [counted] = await run(COUNT, [organizationId]);
      if (counted!.count >= MAX_ENDPOINTS) return 'too_many';
      const [added] = await run(ADD, [organizationId, uuidv7(), url, events, paused, by]);
      return added ?? 'url_used';
    });

// Fields that are null keep their values. The notification lets a sender look for webhook messages that were held.
const CHANGE = statement<WebhookEndpoint>(
  `
  with changed as (
    update webhook_endpoints set url = coalesce($3, url), events = coalesce($4, events),
      paused = coalesce($5, paused), failing_since = case when disabled_at is null then failing_since end,
      disabled_at = null
    where id = $2 and organization_id = $1
    returning *
  ), audited as (${audit('webhook-endpoint.change', 'changed', '$6')})
  select ${COLUMNS} from changed`,
  tellDue,
);

const UNIQUE_VIOLATION = '23505';

const change =
  (run: Run): WebhookEndpoints['change'] =>
  async (organizationId, id, { url, events, paused }, by) => {
    try {
      return (await run(CHANGE, [organizationId, id, url, events, paused, by]))[0];
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return 'url_used';
      throw error;
    }
  };

const REMOVE = statement<{ id: string }>(`
  with removed as (
    delete from webhook_endpoints where id = $2 and organization_id = $1 returning *
  ), audited as (${audit('webhook-endpoint.remove', 'removed', '$3')})
  select id from removed`);

const remove =
  (run: Run): WebhookEndpoints['remove'] =>
  async (organizationId, id, by) =>
    (await run(REMOVE, [organizationId, id, by])).length > 0;

const TEST_DATA = jsonObject([
  { name: 'endpointId', value: 'id', whenNull: 'null' },
  { name: 'url', value: 'url', whenNull: 'null' },
]);

const TEST = statement<{ id: DeliveryId }>(
  `
  insert into webhook_messages (organization_id, endpoint_id, url, type, body)
  select organization_id, id, url, '${TEST_EVENT}', ${messageBody({ type: `'${TEST_EVENT}'::text`, data: TEST_DATA })}
  from webhook_endpoints where id = $2 and organization_id = $1
  returning id`,
  tellDue,
);

const test =
  (run: Run): WebhookEndpoints['test'] =>
  async (organizationId, id) =>
    (await run(TEST, [organizationId, id]))[0]?.id;

export const webhookEndpointsIn = (database: Database): WebhookEndpoints => ({
  list: list(database.run),
  find: find(database.run),
  add: add(database),
  change: change(database.run),
  remove: remove(database.run),
  test: test(database.run),
});
