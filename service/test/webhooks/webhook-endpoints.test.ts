import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { statement } from '../../src/postgres/connection/database.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, ok, read, untilStatus } from '../support/tenant.ts';
import { answering, type Delivery, startEndpoint } from '../support/webhooks/webhook-endpoint.ts';
import {
  type List,
  openWebhookOrganization,
  type Shown,
  type WebhookOrganization,
} from '../support/webhooks/webhook-organization.ts';

// This file is long on purpose: it has every rule of one resource.

const service = await shareService();
after(() => service.stop());
const { database } = service.database;

type Endpoint = {
  id: string;
  url: string;
  events: string[];
  paused: boolean;
  failingSince: string | null;
  disabledAt: string | null;
};
let tenant: WebhookOrganization['tenant'];
let admin: WebhookOrganization['admin'];
let base: string;
let unpaid: WebhookOrganization['unpaid'];
let list: WebhookOrganization['list'];
let untilDelivery: WebhookOrganization['untilDelivery'];
const renew = async () => {
  ({ tenant, admin, base, unpaid, list, untilDelivery } = await openWebhookOrganization(service));
};
beforeEach(() => renew());

const add = async (url: string, events = ['*'], more: object = {}): Promise<Endpoint> =>
  (await ok(admin(`POST ${base}/webhook-endpoints`, { json: { url, events, ...more } }))).json<Endpoint>();
const change = async ({ id }: Endpoint, json: object): Promise<Endpoint> =>
  (await ok(admin(`PUT ${base}/webhook-endpoints/${id}`, { json }))).json<Endpoint>();
const readEndpoint = async ({ id }: Endpoint): Promise<Endpoint> =>
  (await ok(admin(`GET ${base}/webhook-endpoints/${id}`))).json<Endpoint>();
const typeOf = ({ body }: Delivery) => (JSON.parse(body) as { type: string }).type;
const happen = (more: Record<string, unknown> = {}) => create(tenant.operator, unpaid, more);

const untilTotal = async (query: string, total: number) => {
  for (;;) {
    const found = await list(query);
    if (found.total === total) return found;
  }
};

describe('An endpoint of the organization', () => {
  test('gets the events that it chose, signed, besides the URLs of the execution', async (t) => {
    const [all, group, one, own] = await Promise.all(Array.from({ length: 4 }, () => startEndpoint()));
    for (const { close } of [all!, group!, one!, own!]) t.after(close);
    await add(`${all!.url}/`);
    await add(`${group!.url}/`, ['execution.*']);
    await add(`${one!.url}/`, ['execution.completed', 'batch.completed']);
    const workflow = await addWorkflow(tenant.owner);
    const failed = await happen({ webhooks: [`${own!.url}/`] });
    await Promise.all([all!, group!, own!].map(({ received }) => received(1)));
    const completed = await create(tenant.operator, workflow);
    await Promise.all([all!.received(2), group!.received(2), one!.received(1)]);
    assert.deepEqual(own!.deliveries.map(typeOf), ['execution.payment_required']);
    assert.deepEqual(one!.deliveries.map(typeOf), ['execution.completed']);
    const types = ['execution.completed', 'execution.payment_required'];
    for (const { deliveries } of [all!, group!]) assert.deepEqual(deliveries.map(typeOf).sort(), types);

    const { secret } = (await ok(admin(`GET ${base}/webhook-secret`))).json<{ secret: string }>();
    const [delivery] = one!.deliveries;
    const message = new Webhook(secret).verify(delivery!.body, delivery!.headers) as { data: object };
    assert.deepEqual(message.data, await read(tenant.viewer, completed));
    assert.ok(all!.deliveries.some(({ body }) => body.includes(failed)));
  });

  test('that has the same URL as the execution gets each event once', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    const { id } = await add(`${endpoint.url}/`);
    const execution = await happen({ webhooks: [`${endpoint.url}/`, `${endpoint.url}/other`] });
    await endpoint.received(2);
    const { entries } = await list(`execution=${execution}`);
    assert.deepEqual(entries.map(({ url, endpointId }) => [url, endpointId]).sort(), [
      [`${endpoint.url}/`, id],
      [`${endpoint.url}/other`, null],
    ]);
  });

  test('gets the end of an execution that was running when the endpoint was added', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    const workflow = await addWorkflow(tenant.owner, {
      workflowComponents: [
        { id: 'large', component: 'resize', params: { width: 2_000, height: 2_000, enlarge: true } },
        { id: 'slow', component: 'denoise' },
      ],
    });
    const id = await create(tenant.operator, workflow);
    await untilStatus(tenant.viewer, id, 'ACTIVE');
    await add(`${endpoint.url}/`);
    assert.equal((await read(tenant.viewer, id)).status, 'ACTIVE');
    await endpoint.received(1);
    assert.deepEqual(endpoint.deliveries.map(typeOf), ['execution.completed']);
  });

  test('of another organization gets nothing', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    await add(`${endpoint.url}/`);
    await renew();
    await happen();
    assert.equal((await list()).total, 0);
    assert.equal(endpoint.deliveries.length, 0);
  });

  test('that is paused gets its messages when it is resumed, and none before', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    const made = await add(`${endpoint.url}/`, ['*'], { paused: true });
    await happen();
    await happen();
    await untilTotal('status=held', 2);
    assert.equal(endpoint.deliveries.length, 0);
    assert.equal((await change(made, { paused: false })).paused, false);
    await endpoint.received(2);
    await untilTotal('status=delivered', 2);
  });

  test('that is deleted gets nothing more, and its deliveries can still be read', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    const { id } = await add(`${endpoint.url}/`, ['*'], { paused: true });
    await happen();
    await untilTotal('status=held', 1);
    assert.equal((await admin(`DELETE ${base}/webhook-endpoints/${id}`)).status, 204);
    assert.equal((await admin(`GET ${base}/webhook-endpoints/${id}`)).status, 404);
    await happen();
    const { entries } = await list();
    assert.deepEqual(
      entries.map(({ endpointId }) => endpointId),
      [id],
    );
    assert.equal(endpoint.deliveries.length, 0);
  });

  test('can be tested at any time, also while it is paused', async (t) => {
    const endpoint = await startEndpoint((response) => void response.writeHead(200).end('Thank you'));
    t.after(endpoint.close);
    const made = await add(`${endpoint.url}/`, ['batch.completed'], { paused: true });
    const answer = await admin(`POST ${base}/webhook-endpoints/${made.id}/test`);
    assert.equal(answer.status, 202);
    const { id, type, endpointId } = answer.json<Shown>();
    assert.deepEqual([type, endpointId], ['webhook.test', made.id]);
    await endpoint.received(1);
    const [delivery] = endpoint.deliveries;
    assert.equal(delivery!.id, id);
    const { data } = JSON.parse(delivery!.body) as { data: object };
    assert.deepEqual(data, { endpointId: made.id, url: made.url });
    const { attempts } = await untilDelivery(id, 'delivered');
    assert.deepEqual([attempts[0]!.status, attempts[0]!.answer], [200, 'Thank you']);
  });

  test('is listed, newest first, with its total', async () => {
    const first = await add('https://example.com/1');
    const second = await add('https://example.com/2', ['execution.*', 'credits.low']);
    const found = (await ok(admin(`GET ${base}/webhook-endpoints`))).json<List<Endpoint>>();
    assert.deepEqual(found, { entries: [second, first], total: 2 });
    const empty = (await ok(admin(`GET ${base}/webhook-endpoints?limit=0`))).json<List<Endpoint>>();
    assert.deepEqual(empty, { entries: [], total: 2 });
    assert.deepEqual(await readEndpoint(second), second);
  });

  test('keeps what a PUT leaves out', async () => {
    const made = await add('https://example.com/', ['execution.*']);
    const changed = await change(made, { events: ['batch.*'] });
    assert.deepEqual(changed, { ...made, events: ['batch.*'] });
  });

  test('that is malformed is refused with a sentence that names the field', async () => {
    const post = async (json: unknown) => {
      const answer = await admin(`POST ${base}/webhook-endpoints`, { json });
      assert.equal(answer.status, 400, answer.text);
      return answer.json<{ message: string }>().message;
    };
    assert.match(await post({ events: ['*'] }), /url is required/);
    assert.match(await post({ url: 'https://example.com' }), /events is required/);
    assert.match(
      await post({ url: 'ftp://example.com', events: ['*'] }),
      /field url must be an http or https/,
    );
    assert.match(await post({ url: 'http://10.0.0.1/', events: ['*'] }), /field url names a private/);
    assert.match(await post({ url: 'https://example.com', events: [] }), /field events must be/);
    assert.match(
      await post({ url: 'https://example.com', events: ['execution.done'] }),
      /execution\.done|events/,
    );
    assert.match(await post({ url: 'https://example.com', events: ['webhook.test'] }), /must be/);
    assert.match(await post({ url: 'https://example.com', events: '*' }), /field events must be/);
    assert.match(
      await post({ url: 'https://example.com', events: ['*'], paused: 1 }),
      /field paused must be/,
    );
    const made = await add('https://example.com/');
    const wrong = await admin(`PUT ${base}/webhook-endpoints/${made.id}`, {
      json: { url: 'http://10.1.1.1/' },
    });
    assert.equal(wrong.status, 400);
  });

  test('with a URL that another one has is 409, when added and when changed', async () => {
    const first = await add('https://example.com/1');
    const second = await add('https://example.com/2');
    const again = { json: { url: first.url, events: ['*'] } };
    assert.equal((await admin(`POST ${base}/webhook-endpoints`, again)).status, 409);
    assert.equal((await admin(`PUT ${base}/webhook-endpoints/${second.id}`, again)).status, 409);
    assert.equal((await readEndpoint(second)).url, second.url);
  });

  test('beyond the fiftieth is 409, also for callers at the same time', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 55 }, async (_, n) => {
        const json = { url: `https://example.com/${n}`, events: ['*'] };
        return (await admin(`POST ${base}/webhook-endpoints`, { json })).status;
      }),
    );
    assert.equal(statuses.filter((status) => status === 201).length, 50);
    assert.equal(statuses.filter((status) => status === 409).length, 5);
  });

  test('leaves a line in the audit log for each change', async () => {
    const made = await add('https://example.com/');
    await change(made, { paused: true });
    await ok(admin(`DELETE ${base}/webhook-endpoints/${made.id}`));
    const log = (await ok(admin(`GET ${base}/audit-log`))).json<List<{ action: string; subject: string }>>();
    assert.deepEqual(
      log.entries.filter(({ subject }) => subject === made.id).map(({ action }) => action),
      ['webhook-endpoint.remove', 'webhook-endpoint.change', 'webhook-endpoint.create'],
    );
  });
});

const FAILED_FOR = statement(
  'update webhook_endpoints set failing_since = now() - $2::interval where id = $1',
);
const MAKE_DUE = statement('update webhook_messages set next_attempt_at = now() where id = $1');

describe('An endpoint that fails', () => {
  test('shows the time of its first failure, until a delivery succeeds', async (t) => {
    const endpoint = await startEndpoint(answering(500), answering(204));
    t.after(endpoint.close);
    const made = await add(`${endpoint.url}/`);
    await happen();
    const [delivery] = (await untilTotal('', 1)).entries;
    await untilDelivery(delivery!.id, 'pending', 1);
    assert.ok((await readEndpoint(made)).failingSince);
    await ok(admin(`POST ${base}/webhook-deliveries/${delivery!.id}/redeliver`));
    await untilDelivery(delivery!.id, 'delivered');
    assert.equal((await readEndpoint(made)).failingSince, null);
  });

  test('for less than 5 days stays enabled; for 5 days it is disabled, with a line in the audit log', async (t) => {
    const endpoint = await startEndpoint(answering(500));
    t.after(endpoint.close);
    const made = await add(`${endpoint.url}/`);
    const failOnce = async () => {
      const before = endpoint.deliveries.length;
      await happen();
      await endpoint.received(before + 1);
      const { id } = endpoint.deliveries.at(-1)!;
      return untilDelivery(id, 'pending', 1);
    };
    await failOnce();
    await database.run(FAILED_FOR, [made.id, '4 days 23 hours']);
    await failOnce();
    assert.equal((await readEndpoint(made)).disabledAt, null);
    await database.run(FAILED_FOR, [made.id, '5 days 1 second']);
    const { id } = await failOnce();
    assert.ok((await readEndpoint(made)).disabledAt);
    const log = (await ok(admin(`GET ${base}/audit-log`))).json<
      List<{ action: string; subject: string; userId: string | null; detail: { url: string } }>
    >();
    const { action, subject, userId, detail } = log.entries[0]!;
    assert.deepEqual([action, subject, userId], ['webhook-endpoint.disable', made.id, null]);
    assert.equal(detail.url, made.url);

    // The endpoint gets no more messages: neither those that waited for their next attempt nor new ones.
    const { total } = await list();
    await database.run(MAKE_DUE, [id]);
    await happen();
    await untilDelivery(id, 'stopped');
    assert.equal((await list()).total, total);
    assert.equal(endpoint.deliveries.length, 3);

    const enabled = await change(made, {});
    assert.deepEqual([enabled.disabledAt, enabled.failingSince], [null, null]);
    await happen();
    await endpoint.received(4);
  });
});
