import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openGuardedFetch } from '../../../src/egress/guarded-fetch.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { organizationsIn } from '../../../src/postgres/organizations.ts';
import { answering, startEndpoint } from '../../support/webhooks/webhook-endpoint.ts';
import { openTestWebhooks } from './test-webhooks.ts';

const { database, queue, problems, startLoop, notify, sentTo, onlyMessage, attemptOnce } =
  await openTestWebhooks();

const CHANGE = statement('update executions set attempts = attempts + 1 where id = $1');
const ROTATE = statement(`
  update organizations set previous_webhook_secret = webhook_secret, webhook_secret = $2,
    previous_webhook_secret_until = $3 where id = $1`);

test('a message is sent at once, signed, and recorded as delivered', async (t) => {
  const endpoint = await startEndpoint();
  t.after(endpoint.close);
  const loop = startLoop();
  const execution = await notify(`${endpoint.url}/hook`);
  loop.wake();
  await endpoint.received(1);
  await loop.stop();

  const [delivery] = endpoint.deliveries;
  const { secret } = (await organizationsIn(database).webhookSecret(execution.organizationId))!;
  const body = new Webhook(secret).verify(delivery!.body, delivery!.headers) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), ['type', 'timestamp', 'data']);
  assert.equal(body['type'], 'execution.payment_required');
  assert.match(String(body['timestamp']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const data = body['data'] as Record<string, unknown>;
  assert.equal(data['id'], execution.id);
  assert.equal(data['status'], 'PAYMENT_REQUIRED');
  assert.equal(data['inputFileName'], 'shoe.jpg');
  assert.equal(data['resultPath'], null);
  assert.equal(delivery!.headers['content-type'], 'application/json');

  const message = await onlyMessage(execution);
  assert.equal(message.id, delivery!.id);
  assert.equal(message.status, 'delivered');
  assert.deepEqual(
    message.attempts.map(({ number, status, error }) => ({ number, status, error })),
    [{ number: 1, status: 204, error: null }],
  );
});

test('every retry sends the same bytes under the same id, whatever happens to the execution', async (t) => {
  const endpoint = await startEndpoint(answering(500), answering(404), answering(200));
  t.after(endpoint.close);
  const execution = await notify(endpoint.url);
  assert.equal((await attemptOnce(endpoint, execution)).status, 'pending');
  await database.run(CHANGE, [execution.id]);
  assert.equal((await attemptOnce(endpoint, execution)).status, 'pending');
  const message = await attemptOnce(endpoint, execution);

  assert.equal(message.status, 'delivered');
  assert.deepEqual(
    message.attempts.map(({ number, status }) => [number, status]),
    [
      [1, 500],
      [2, 404],
      [3, 200],
    ],
  );
  assert.equal(new Set(endpoint.deliveries.map(({ body }) => body)).size, 1);
  assert.equal(new Set(endpoint.deliveries.map(({ id }) => id)).size, 1);
});

test('a failed message is next tried by the schedule, and given up after eight attempts', async (t) => {
  const endpoint = await startEndpoint(answering(500));
  t.after(endpoint.close);
  const execution = await notify(endpoint.url);
  const waitsMs: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const before = Date.now();
    const { nextAttemptAt } = await attemptOnce(endpoint, execution, { random: () => 0 });
    if (nextAttemptAt) waitsMs.push(nextAttemptAt.getTime() - before);
  }
  const expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400];
  assert.deepEqual(
    waitsMs.map((ms) => Math.floor(ms / 5_000) * 5),
    expected,
  );
  const message = await onlyMessage(execution);
  assert.equal(message.status, 'gave_up');
  assert.equal(message.attempts.length, 8);
});

test('Retry-After puts the next attempt off', async (t) => {
  const endpoint = await startEndpoint(answering(429, { 'retry-after': '600' }));
  t.after(endpoint.close);
  const before = Date.now();
  const { nextAttemptAt } = await attemptOnce(endpoint, await notify(endpoint.url));
  const waitMs = nextAttemptAt!.getTime() - before;
  assert.ok(waitMs >= 599_000 && waitMs < 660_000, String(waitMs));
});

test('410 stops a message', async (t) => {
  const endpoint = await startEndpoint(answering(410));
  t.after(endpoint.close);
  const message = await attemptOnce(endpoint, await notify(endpoint.url));
  assert.equal(message.status, 'stopped');
  assert.equal(message.nextAttemptAt, null);
});

test('a redirect is a failure and is not followed', async (t) => {
  const endpoint = await startEndpoint(answering(307, { location: '/elsewhere' }));
  t.after(endpoint.close);
  const message = await attemptOnce(endpoint, await notify(endpoint.url));
  assert.equal(message.status, 'pending');
  assert.equal(message.attempts[0]?.status, 307);
  assert.match(message.attempts[0]?.error ?? '', /redirect/);
  assert.deepEqual(
    endpoint.deliveries.map(({ path }) => path),
    ['/'],
  );
});

test('an endpoint that does not answer in time has failed', async (t) => {
  const endpoint = await startEndpoint(() => {});
  t.after(endpoint.close);
  const message = await attemptOnce(endpoint, await notify(endpoint.url), { attemptTimeoutMs: 50 });
  assert.equal(message.attempts[0]?.status, null);
  assert.equal(message.attempts[0]?.error, 'The server did not respond in time.');
  assert.ok(message.attempts[0]!.durationMs >= 45);
});

test('an endless answer does not matter once the status is a success', async (t) => {
  const endpoint = await startEndpoint((response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.writeHead(200).on('drain', more);
    more();
  });
  t.after(endpoint.close);
  assert.equal((await attemptOnce(endpoint, await notify(endpoint.url))).status, 'delivered');
});

test('a forbidden address, by name or by IP, is recorded as a failed attempt and never called', async (t) => {
  const endpoint = await startEndpoint();
  t.after(endpoint.close);
  const guarded = openGuardedFetch({ allow: [], allowLoopback: false });
  t.after(guarded.close);
  const execution = await notify(endpoint.url, `http://localhost:${endpoint.port}/`);
  const recorded = Promise.withResolvers<void>();
  let attempts = 0;
  const loop = startLoop({
    egress: guarded,
    queue: {
      ...queue,
      record: async (finished) => {
        await queue.record(finished);
        attempts += finished.length;
        if (attempts === 2) recorded.resolve();
      },
    },
  });
  await recorded.promise;
  await loop.stop();
  for (const message of await sentTo(execution)) {
    assert.equal(message.status, 'pending');
    assert.match(message.attempts[0]?.error ?? '', /private or reserved/);
  }
  assert.equal(endpoint.deliveries.length, 0);
});

test('while a secret is replaced a message carries two signatures, and later one', async (t) => {
  const endpoint = await startEndpoint(answering(500));
  t.after(endpoint.close);
  const execution = await notify(endpoint.url);
  const { secret: old } = (await organizationsIn(database).webhookSecret(execution.organizationId))!;
  const fresh = `whsec_${randomBytes(32).toString('base64')}`;
  await database.run(ROTATE, [execution.organizationId, fresh, new Date(Date.now() + 60_000)]);
  await attemptOnce(endpoint, execution);
  const [delivery] = endpoint.deliveries;
  for (const secret of [old, fresh]) new Webhook(secret).verify(delivery!.body, delivery!.headers);

  await database.run(ROTATE, [execution.organizationId, fresh, new Date(Date.now() - 1)]);
  await attemptOnce(endpoint, execution);
  const [, later] = endpoint.deliveries;
  assert.match(later!.headers['webhook-signature']!, /^v1,\S+$/);
  new Webhook(fresh).verify(later!.body, later!.headers);
});

test('nothing unexpected was reported', () => {
  assert.deepEqual(problems, []);
});
