import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCounter } from '../../../src/http/server/rate-limit.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { startServer, WORKFLOW_ROUTES } from '../start-server.ts';
import { testWorlds } from '../test-world.ts';

const openWorld = testWorlds();

test('every response of the API has the rate limit, what remains and when it resets, errors included', async (t) => {
  const { call, base } = await startServer(
    t,
    await openWorld({ DARKROOM_REQUESTS_PER_MINUTE: '500' }),
    WORKFLOW_ROUTES,
  );
  const before = Math.floor(Date.now() / 1000);
  const paths: [string, number][] = [
    ['/v1/workflow', 200],
    ['/v1/workflow?limit=x', 400],
    ['/v1/workflow?organization=x', 403],
    ['/v1/workflow/unknown', 404],
    ['/v1/nothing', 404],
  ];
  let remaining = 500;
  for (const [path, status] of paths) {
    const answer = await call(path);
    remaining -= 1;
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get('x-ratelimit-limit'), '500', path);
    assert.equal(answer.headers.get('x-ratelimit-remaining'), String(remaining), path);
    const reset = answer.headers.get('x-ratelimit-reset') ?? '';
    assert.match(reset, /^\d+$/);
    assert.ok(Number(reset) >= before + 60 && Number(reset) <= before + 63);
  }
  const anonymous = await fetch(`${base}/v1/workflow`);
  assert.equal(anonymous.status, 401);
  assert.equal(anonymous.headers.get('x-ratelimit-limit'), '300');
});

test('beyond the limit a call is 429 with the standard body and Retry-After', async (t) => {
  const { call } = await startServer(
    t,
    await openWorld({ DARKROOM_REQUESTS_PER_MINUTE: '2' }),
    WORKFLOW_ROUTES,
  );
  assert.equal((await call('/v1/workflow')).status, 200);
  assert.equal((await call('/v1/workflow')).status, 200);
  const answer = await call('/v1/workflow');
  assert.equal(answer.status, 429);
  const wait = Number(answer.headers.get('retry-after'));
  assert.ok(wait >= 1 && wait <= 61);
  assert.equal(answer.headers.get('x-ratelimit-remaining'), '0');
  const body = (await answer.json()) as Record<string, unknown>;
  assert.deepEqual([body['status'], body['error'], body['path']], [429, 'Too Many Requests', '/v1/workflow']);
});

test('an organization and a credential are counted together', async (t) => {
  const { call, foreign, keyOf } = await startServer(
    t,
    await openWorld({ DARKROOM_REQUESTS_PER_MINUTE: '1' }),
    WORKFLOW_ROUTES,
  );
  const as = async (role: 'owner' | 'admin' | 'platform', query = '') =>
    (await call(`/v1/workflow${query}`, { headers: { authorization: `Bearer ${keyOf(role)}` } })).status;
  assert.equal(await as('owner'), 200);
  assert.equal(await as('admin'), 200);
  assert.equal(await as('owner'), 429);
  assert.equal(await as('platform'), 200);
  assert.equal(await as('platform', `?organization=${foreign}`), 200);
  assert.equal(await as('platform', `?organization=${foreign}`), 429);
});

const SET_LIMIT = statement('update organizations set requests_per_minute = $2 where id = $1');

test('an organization may have a limit of its own', async (t) => {
  const { call, database, own } = await startServer(t, await openWorld(), WORKFLOW_ROUTES);
  await database.run(SET_LIMIT, [own, 7]);
  assert.equal((await call('/v1/workflow')).headers.get('x-ratelimit-limit'), '7');
});

test('processes behind a load balancer hold a limit together: each allows its share', async (t) => {
  const settings = { DARKROOM_REQUESTS_PER_MINUTE: '20', DARKROOM_API_PROCESSES: '2' };
  const first = await startServer(t, await openWorld(settings), WORKFLOW_ROUTES);
  const second = await startServer(t, await openWorld(settings), WORKFLOW_ROUTES);
  let allowed = 0;
  let remaining: (string | null)[] = [];
  for (let call = 0; call < 15; call += 1)
    for (const process of [first, second]) {
      const { status, headers } = await process.call('/v1/workflow');
      if (status === 200) allowed += 1;
      if (call === 4) remaining = [...remaining, headers.get('x-ratelimit-remaining')];
      assert.equal(headers.get('x-ratelimit-limit'), '20');
    }
  assert.equal(allowed, 20);
  assert.deepEqual(remaining, ['10', '10'], 'after ten of twenty calls');
});

test('a rate limit that cannot be read does not refuse the request', async (t) => {
  const { call, world } = await startServer(t, await openWorld(), WORKFLOW_ROUTES);
  world.organizations.requestsPerMinute = async () => {
    throw new Error('away');
  };
  assert.equal((await call('/v1/workflow')).headers.get('x-ratelimit-limit'), '18000');
});

test('calls without a valid credential are counted by address', async (t) => {
  const { base, call } = await startServer(
    t,
    await openWorld({ DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '2' }),
    WORKFLOW_ROUTES,
  );
  assert.equal((await fetch(`${base}/v1/workflow`)).status, 401);
  assert.equal((await fetch(`${base}/v1/nothing`)).status, 404);
  assert.equal(
    (await fetch(`${base}/v1/workflow`, { headers: { authorization: 'Bearer guess' } })).status,
    429,
  );
  assert.equal((await call('/v1/workflow')).status, 200);
  for (let again = 0; again < 5; again += 1) assert.equal((await fetch(`${base}/health`)).status, 200);
});

test('all addresses of one IPv6 subscriber are counted as one', async (t) => {
  const settings = { DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '2', DARKROOM_TRUSTED_PROXIES: '127.0.0.1' };
  const { base } = await startServer(t, await openWorld(settings), WORKFLOW_ROUTES);
  const from = async (address: string) =>
    (await fetch(`${base}/v1/workflow`, { headers: { 'x-forwarded-for': address } })).status;
  assert.deepEqual([await from('2001:db8:1:2::1'), await from('2001:db8:1:2:3::2')], [401, 401]);
  assert.deepEqual([await from('2001:db8:1:2::3'), await from('2001:db8:1:3::1')], [429, 401]);
});

test('a window lasts one minute from its first call', () => {
  const count = callCounter();
  const first = { exceeded: false, resetsAtSeconds: 61 };
  assert.deepEqual(count('a', 2, 1_000), { ...first, remaining: 1, resetsInSeconds: 60 });
  assert.deepEqual(count('a', 2, 60_999), { ...first, remaining: 0, resetsInSeconds: 1 });
  assert.equal(count('a', 2, 60_999).exceeded, true);
  assert.deepEqual(count('a', 2, 61_500), {
    exceeded: false,
    remaining: 1,
    resetsAtSeconds: 122,
    resetsInSeconds: 60,
  });
});

test('many different callers do not fill the memory: the oldest windows are dropped first', () => {
  const count = callCounter(3);
  for (const key of ['a', 'b', 'c', 'd']) count(key, 10, 1_000);
  assert.equal(count('d', 10, 1_000).remaining, 8);
  assert.equal(count('a', 10, 1_000).remaining, 9);
});
