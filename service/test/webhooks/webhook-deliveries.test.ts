import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import type { Answer } from '../support/call.ts';
import { shareService } from '../support/service.ts';
import { create, ok, openTenant } from '../support/tenant.ts';
import { answering, startEndpoint } from '../support/webhooks/webhook-endpoint.ts';
import {
  type Attempt,
  type List,
  openWebhookOrganization,
  type Shown,
  type WebhookOrganization,
} from '../support/webhooks/webhook-organization.ts';

const service = await shareService();
after(() => service.stop());
const { database } = service.database;

let tenant: WebhookOrganization['tenant'];
let admin: WebhookOrganization['admin'];
let base: string;
let unpaid: WebhookOrganization['unpaid'];
let list: WebhookOrganization['list'];
let find: WebhookOrganization['find'];
let untilDelivery: WebhookOrganization['untilDelivery'];
const renew = async () => {
  ({ tenant, admin, base, unpaid, list, find, untilDelivery } = await openWebhookOrganization(service));
};
beforeEach(() => renew());

const messageOf = (answer: Answer) => answer.json<{ message: string }>().message;

const ADD = statement<{ id: string }>(`
  insert into webhook_messages (organization_id, url, type, body, outcome, next_attempt_at, created_at)
  select $1, $2, 'execution.failed', '{"type":"execution.failed"}', $3,
    case when $3::text is null then now() + interval '1 day' end, now() - number * interval '1 second'
  from generate_series(1, $4::integer) number returning id`);
/** Messages that are not due to be sent. Each was created a second before the last one. */
const addMessages = (url: string, outcome: string | null, count: number) =>
  database.run(ADD, [tenant.id, url, outcome, count]);

describe('A delivery', () => {
  test('shows every attempt: headers as sent, status, time and the beginning of the answer', async (t) => {
    const long = `${'é'.repeat(600)}`;
    const endpoint = await startEndpoint(
      (response) => void response.writeHead(503).end(`Later \0${long}`),
      (response) => void response.writeHead(200).end('Thank you'),
    );
    t.after(endpoint.close);
    const execution = await create(tenant.operator, unpaid, { webhooks: [`${endpoint.url}/hook`] });
    await endpoint.received(1);
    const [{ id }] = (await list(`execution=${execution}`)).entries as [Shown];
    await untilDelivery(id, 'pending', 1);
    await ok(admin(`POST ${base}/webhook-deliveries/${id}/redeliver`));
    const delivery = await untilDelivery(id, 'delivered');

    assert.equal(delivery.body, endpoint.deliveries[0]!.body);
    assert.equal(delivery.executionId, execution);
    const [first, second] = delivery.attempts as [Attempt, Attempt];
    assert.deepEqual([first.number, first.status, second.number, second.status], [1, 503, 2, 200]);
    assert.match(first.error!, /status 503/);
    assert.equal(second.error, null);
    assert.equal(second.answer, 'Thank you');
    // 1024 bytes of the response are kept: seven of "Later " and a NUL, 508 whole characters of two bytes, and
    // one that is cut.
    assert.equal(first.answer, `Later \ufffd${'é'.repeat(508)}`);
    for (const [index, attempt] of delivery.attempts.entries()) {
      assert.ok(Math.abs(Date.parse(attempt.startedAt) - Date.now()) < 60_000);
      assert.ok(attempt.durationMs >= 0);
      for (const [name, value] of Object.entries(attempt.requestHeaders))
        assert.equal(endpoint.deliveries[index]!.headers[name], value, name);
      assert.equal(attempt.requestHeaders['webhook-id'], id);
      assert.match(attempt.requestHeaders['webhook-signature']!, /^v1,/);
    }
  });

  test('that could not be made shows why', async () => {
    const execution = await create(tenant.operator, unpaid, { webhooks: ['http://127.0.0.1:9/'] });
    const [{ id }] = (await list(`execution=${execution}`)).entries as [Shown];
    const { attempts } = await untilDelivery(id, 'pending', 1);
    assert.deepEqual(
      [attempts[0]!.status, attempts[0]!.answer, attempts[0]!.error],
      [null, null, 'The connection was refused.'],
    );
  });

  test('is sent again with the same webhook-id and the same body', async (t) => {
    const endpoint = await startEndpoint(answering(410), answering(200));
    t.after(endpoint.close);
    const execution = await create(tenant.operator, unpaid, { webhooks: [`${endpoint.url}/`] });
    const [{ id }] = (await list(`execution=${execution}`)).entries as [Shown];
    await untilDelivery(id, 'stopped');
    const answer = await admin(`POST ${base}/webhook-deliveries/${id}/redeliver`);
    assert.equal(answer.status, 202);
    assert.deepEqual(Object.keys(answer.json<object>()), [
      ...['id', 'endpointId', 'executionId', 'url', 'type', 'createdAt', 'status', 'attemptCount'],
      'nextAttemptAt',
    ]);
    await endpoint.received(2);
    const [first, second] = endpoint.deliveries;
    assert.deepEqual([second!.id, second!.body], [first!.id, first!.body]);
    assert.equal(first!.id, id);
  });

  test('is sent again to the corrected URL of its endpoint', async (t) => {
    const wrong = await startEndpoint(answering(410));
    const right = await startEndpoint();
    t.after(wrong.close);
    t.after(right.close);
    const json = { url: `${wrong.url}/`, events: ['*'] };
    const made = (await ok(admin(`POST ${base}/webhook-endpoints`, { json }))).json<{ id: string }>();
    await create(tenant.operator, unpaid);
    await wrong.received(1);
    const { id } = wrong.deliveries[0]!;
    await untilDelivery(id, 'stopped');
    await ok(admin(`PUT ${base}/webhook-endpoints/${made.id}`, { json: { url: `${right.url}/` } }));
    await ok(admin(`POST ${base}/webhook-deliveries/${id}/redeliver`));
    await right.received(1);
    assert.equal(right.deliveries[0]!.id, id);
  });

  test('of another organization, an unknown and a malformed one are 404', async () => {
    const [{ id }] = (await addMessages('http://a.test/', 'gave_up', 1)) as [{ id: string }];
    const stranger = await openTenant(service, 0);
    const unknown = '018f3a5e-7c00-7000-8000-000000000000';
    for (const [call, path] of [
      [stranger.admin, `/v1/organization/${stranger.id}/webhook-deliveries/${id}`],
      [admin, `${base}/webhook-deliveries/${unknown}`],
      [admin, `${base}/webhook-deliveries/nonsense`],
    ] as const) {
      assert.equal((await call(`GET ${path}`)).status, 404);
      assert.equal((await call(`POST ${path}/redeliver`)).status, 404);
    }
    assert.equal((await find(id)).status, 'gave_up');
  });
});

describe('The list of deliveries', () => {
  test('takes filters, alone and together', async () => {
    await addMessages('http://a.test/x', 'gave_up', 3);
    await addMessages('https://b.test:8443/y', 'delivered', 2);
    await addMessages('https://b.test:8443/z', null, 1);
    const total = async (query: string) => (await list(query)).total;
    assert.equal(await total(''), 6);
    assert.equal(await total('status=gave_up'), 3);
    assert.equal(await total('status=pending'), 1);
    assert.equal(await total('status=held'), 0);
    assert.equal(await total('host=b.test:8443'), 3);
    assert.equal(await total('host=B.TEST:8443&status=delivered'), 2);
    assert.equal(await total('host=b.test'), 0);
    assert.equal(await total('type=execution.failed'), 6);
    assert.equal(await total('type=batch.completed'), 0);
    assert.equal(await total('execution=018f3a5e-7c00-7000-8000-000000000000'), 0);
    const [, second] = (await list('status=gave_up')).entries;
    const time = encodeURIComponent(second!.createdAt);
    assert.equal(await total(`status=gave_up&createdAfter=${time}`), 2);
    assert.equal(await total('createdAfter=2020-01-01'), 6);
    assert.equal(await total(`status=gave_up&createdBefore=${time}`), 1);
  });

  test('refuses a malformed filter with a sentence that names it', async () => {
    for (const query of [
      'status=failed',
      'type=nonsense',
      'endpoint=1',
      'execution=nonsense',
      'createdAfter=yesterday',
      'createdAfter=2026-11-18T23:59:60Z',
      'createdBefore=9999-12-31T23:59:59-23:59',
      'limit=1001',
      'offset=-1',
    ]) {
      const answer = await admin(`GET ${base}/webhook-deliveries?${query}`);
      assert.equal(answer.status, 400, query);
      assert.match(messageOf(answer), new RegExp(`parameter ${query.split('=')[0]} must be`));
    }
  });

  test('has pages by offset, and by a cursor that keeps the filter', async () => {
    await addMessages('http://a.test/', 'gave_up', 25);
    await addMessages('http://a.test/', 'delivered', 5);
    const ids = (await list('status=gave_up')).entries.map(({ id }) => id);
    assert.deepEqual(
      (await list('status=gave_up&limit=10&offset=20')).entries.map(({ id }) => id),
      ids.slice(20),
    );
    const seen: string[] = [];
    for (let path: string | undefined = `${base}/webhook-deliveries?status=gave_up&limit=10`; path; ) {
      const answer: Answer = await ok(admin(`GET ${path}`));
      const { entries, total, ...rest } = answer.json<List>();
      assert.deepEqual([total, rest], [25, {}]);
      seen.push(...entries.map(({ id }) => id));
      const link: string | null = answer.headers.get('link');
      path = link ? /^<(.*)>; rel="next"$/.exec(link)![1]!.slice(service.base.length) : undefined;
    }
    assert.deepEqual(seen, ids);
  });

  test('refuses a cursor that is malformed, of another filter, or together with an offset', async () => {
    await addMessages('http://a.test/', 'gave_up', 3);
    const page = await ok(admin(`GET ${base}/webhook-deliveries?limit=1&status=gave_up`));
    const cursor = /cursor=([^&>]*)/.exec(page.headers.get('link')!)![1]!;
    await ok(admin(`GET ${base}/webhook-deliveries?cursor=${cursor}`));
    await ok(admin(`GET ${base}/webhook-deliveries?cursor=${cursor}&status=gave_up`));
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [filter, createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    for (const query of [
      `cursor=${cursor}&offset=0`,
      `cursor=${cursor}&status=delivered`,
      `cursor=${cursor}&host=a.test`,
      'cursor=nonsense',
      `cursor=${cursor.slice(0, -3)}`,
      `cursor=${made([{ status: "x' or true" }, createdAt, id])}`,
      `cursor=${made([{ ...filter, host: '\0' }, createdAt, id])}`,
      `cursor=${made([filter, '2026-11-18T23:59:60.000Z', id])}`,
      `cursor=${made([filter, createdAt, '1'])}`,
    ]) {
      const answer = await admin(`GET ${base}/webhook-deliveries?${query}`);
      assert.equal(answer.status, 400, query);
      assert.match(messageOf(answer), /cursor/);
    }
  });

  test('counts up to 10,000 and says when there are more', async () => {
    await addMessages('http://a.test/', 'delivered', 10_000);
    const exact = await ok(admin(`GET ${base}/webhook-deliveries?limit=1`));
    assert.equal(exact.json<List>().total, 10_000);
    assert.equal(exact.headers.get('x-total-exceeded'), null);
    await addMessages('http://a.test/', 'delivered', 1);
    const more = await ok(admin(`GET ${base}/webhook-deliveries?limit=1`));
    assert.equal(more.json<List>().total, 10_000);
    assert.equal(more.headers.get('x-total-exceeded'), 'true');
  });
});

describe('A redelivery of many messages', () => {
  const redeliver = (query: string) => admin(`POST ${base}/webhook-deliveries/redeliver?${query}`);

  test('sends all that match the filter, each under its own webhook-id, and no others', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    const failed = await addMessages(`${endpoint.url}/`, 'gave_up', 1_200);
    await addMessages(`${endpoint.url}/`, 'stopped', 5);
    const answer = await redeliver('status=gave_up');
    assert.deepEqual([answer.status, answer.json()], [202, { matched: 1_200 }]);
    await endpoint.received(1_200);
    assert.deepEqual(endpoint.deliveries.map(({ id }) => id).sort(), failed.map(({ id }) => id).sort());
    assert.equal((await list('status=stopped')).total, 5);
  });

  test('without a filter, or with an unknown one, is 400 and sends nothing', async () => {
    await addMessages('http://a.test/', 'gave_up', 1);
    for (const query of [
      '',
      `organization=${tenant.id}`,
      'status=',
      'statuss=gave_up',
      'status=gave_up&hots=a.test',
      'status=gave_up&host=',
      'status=gave_up&host=b.test&host=a.test',
      'limit=1',
    ]) {
      const answer = await redeliver(query);
      assert.equal(answer.status, 400, query);
      assert.match(messageOf(answer), /filter is required|not known|has no value|given twice/);
    }
    assert.equal((await list('status=gave_up')).total, 1);
  });
});
