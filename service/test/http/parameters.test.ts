import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBES } from './probe-routes.ts';
import { serversForTests, startServer } from './start-server.ts';

const { openSharedServer, openSetup } = serversForTests({ routes: PROBES });

test('a version that a route does not have is 404', async () => {
  const { call } = await openSharedServer();
  for (const path of ['/v1/probe/page', '/probe/page', '/v2/probe/query'])
    assert.equal((await call(path)).status, 200, path);
  for (const path of ['/v2/probe/page', '/v3/probe/query'])
    assert.equal((await call(path)).status, 404, path);
});

test('without `organization` the credential’s own applies; a foreign, unknown or malformed one is 403', async () => {
  const { call, organizationId, otherOrganizationId } = await openSharedServer();
  const unnamed = await call('/v1/probe/query');
  assert.equal(((await unnamed.json()) as { organization: string }).organization, organizationId);
  assert.equal((await call(`/v1/probe/query?organization=${organizationId}`)).status, 200);
  assert.equal((await call('/v1/probe/query?organization=')).status, 200);
  for (const organization of [otherOrganizationId, 'nonsense', '018f0000-0000-7000-8000-00000000ffff', '%00'])
    assert.equal((await call(`/v1/probe/query?organization=${organization}`)).status, 403, organization);
});

test('the platform administrator acts as owner in every organization that exists', async () => {
  const { call, otherOrganizationId, keyOf } = await openSharedServer();
  const headers = { authorization: `Bearer ${keyOf('platform')}` };
  assert.equal((await call(`/v1/probe/query?organization=${otherOrganizationId}`, { headers })).status, 200);
  for (const unknown of ['018f0000-0000-7000-8000-00000000ffff', 'nonsense'])
    assert.equal((await call(`/v1/probe/query?organization=${unknown}`, { headers })).status, 403);
});

test('unknown parameters, empty pairs and empty values are ignored', async () => {
  const { call } = await openSharedServer();
  const answer = await call('/v1/probe/query?&&unknown=1&word=&flag=&=x&alone&&');
  assert.equal(answer.status, 200);
  const { word, flag } = (await answer.json()) as Record<string, unknown>;
  assert.deepEqual([word, flag], [undefined, undefined]);
});

test('parameters that are repeated or wrongly encoded are no reason to refuse', async () => {
  const { raw, head } = await openSharedServer();
  for (const query of ['nonsense', '=', 'limit=&organization=&offset=', 'limit=1&limit=2', '%zz=1', 'a=%zz'])
    assert.equal((await raw(head(`GET /v1/probe/page?${query}`))).status, 200, query);
});

test('labels come as label[key] or labels[key], encoded or not, and `__proto__` is a key like any other', async () => {
  const { raw, head } = await openSharedServer();
  const labelsOf = async (query: string) => {
    const answer = await raw(head(`GET /v1/probe/query?${query}`));
    assert.equal(answer.status, 200, answer.body);
    return Object.entries(JSON.parse(answer.body).label ?? {});
  };
  assert.deepEqual(await labelsOf('label[a]=1&labels[b]=2'), [
    ['a', '1'],
    ['b', '2'],
  ]);
  assert.deepEqual(await labelsOf('label%5Ba+b%5D=1%202&labels%5bc%5d=%C3%BC'), [
    ['a b', '1 2'],
    ['c', 'ü'],
  ]);
  assert.deepEqual(await labelsOf('label[__proto__]=x&label[constructor]=y&__proto__=z'), [
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  assert.deepEqual(await labelsOf('label=x&labels=y&label[=z&label[empty]='), []);
  assert.equal(({} as Record<string, unknown>)['x'], undefined);
});

test('`limit` is 0 to 1000 and 50 when left out, `offset` is 0 or more; anything else is 400', async () => {
  const { call } = await openSharedServer();
  const page = async (query: string) => (await call(`/v1/probe/page?${query}`)).json();
  assert.deepEqual(await page(''), { limit: 50, offset: 0 });
  assert.deepEqual(await page('limit=&offset='), { limit: 50, offset: 0 });
  assert.deepEqual(await page('limit=0&offset=7'), { limit: 0, offset: 7 });
  assert.deepEqual(await page('limit=1000'), { limit: 1000, offset: 0 });
  for (const wrong of [
    '1001',
    '-1',
    '1.5',
    '1e2',
    'many',
    '%2B1',
    '0x10',
    ' 1',
    '1%00',
    '99999999999999999999',
  ]) {
    const answer = await call(`/v1/probe/page?limit=${wrong}`);
    assert.equal(answer.status, 400, wrong);
    const { message } = (await answer.json()) as { message: string };
    assert.equal(message, 'The parameter limit must be a whole number from 0 to 1000.');
  }
  // An offset that is too large for a number to hold exactly becomes the largest safe integer: no list is that long.
  const far = { limit: 50, offset: Number.MAX_SAFE_INTEGER };
  assert.deepEqual(await page('offset=99999999999999999999'), far);
  for (const wrong of ['-1', '1.5', 'x'])
    assert.equal((await call(`/v1/probe/page?offset=${wrong}`)).status, 400, wrong);
});

test('a boolean is `true` or `false`; anything else is 400', async () => {
  const { call } = await openSharedServer();
  const flag = async (text: string) => (await call(`/v1/probe/query?flag=${text}`)).json();
  assert.equal(((await flag('true')) as { flag: boolean }).flag, true);
  assert.equal(((await flag('false')) as { flag: boolean }).flag, false);
  for (const wrong of ['1', 'yes', 'TRUE'])
    assert.equal(((await flag(wrong)) as { status: number }).status, 400);
});

test('text that the database cannot store is 400 in a parameter', async () => {
  const { call } = await openSharedServer();
  assert.equal((await call('/v1/probe/query?word=a%00b')).status, 400);
});

test('the caller’s address is the connection’s, unless a trusted proxy says otherwise', async (t) => {
  const limits = { DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '1' };
  const ask = async (base: string, forwarded: string) =>
    (await fetch(`${base}/v1/nothing`, { headers: { 'x-forwarded-for': forwarded } })).status;

  const untrusting = await startServer(t, await openSetup(limits), PROBES);
  assert.equal(await ask(untrusting.base, '192.0.2.1'), 404);
  assert.equal(await ask(untrusting.base, '192.0.2.2'), 429);

  const proxied = { ...limits, DARKROOM_TRUSTED_PROXIES: '127.0.0.0/8' };
  const trusting = await startServer(t, await openSetup(proxied), PROBES);
  assert.equal(await ask(trusting.base, '192.0.2.1'), 404);
  assert.equal(await ask(trusting.base, '192.0.2.2'), 404);
  assert.equal(await ask(trusting.base, '192.0.2.1'), 429);
});
