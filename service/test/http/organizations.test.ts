import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serversForTests } from './start-server.ts';

const { openShared } = serversForTests();

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { ...headers, 'content-type': 'application/json' },
});

test('the caller’s organizations are listed with entries and total and nothing else', async () => {
  const { call, own, as } = await openShared();
  const body = (await (await call('/v1/organization')).json()) as {
    entries: { id: string }[];
    total: number;
  };
  assert.deepEqual(Object.keys(body), ['entries', 'total']);
  assert.deepEqual(Object.keys(body.entries[0]!), ['id', 'version', 'name', 'members']);
  assert.deepEqual([body.entries.map(({ id }) => id), body.total], [[own], 1]);
  const none = (await (await call('/organization?limit=0')).json()) as typeof body;
  assert.deepEqual(none, { entries: [], total: 1 });
  const all = (await (await call('/v1/organization', { headers: as('platform') })).json()) as typeof body;
  assert.ok(all.total >= 2);
});

test('one organization is read with its members; one that is not the caller’s does not exist', async () => {
  const { call, own, foreign, as, owner } = await openShared();
  const body = (await (await call(`/v1/organization/${own}`)).json()) as Record<string, unknown>;
  const members = body['members'] as { userId: string; role: string }[];
  assert.equal(members.length, 6);
  const me = members.find(({ userId }) => userId === owner);
  assert.deepEqual(me, { userId: owner, email: `${owner}@example.com`, name: 'Kim', role: 'owner' });
  for (const path of ['', '/webhook-secret', '/ledger', '/keys'])
    for (const id of [foreign, 'nonsense', '018f0000-0000-7000-8000-00000000ffff']) {
      const answer = await call(`/v1/organization/${id}${path}`);
      assert.equal(answer.status, 404, `${id}${path}`);
      assert.equal(
        ((await answer.json()) as { message: string }).message,
        'The organization does not exist. Check its id.',
      );
    }
  assert.equal((await call(`/v1/organization/${foreign}`, { headers: as('platform') })).status, 200);
});

test('only a platform administrator creates organizations', async () => {
  const { call, as } = await openShared();
  const created = await call('/v1/organization', json({ name: 'New' }, as('platform')));
  assert.equal(created.status, 201);
  assert.equal(((await created.json()) as { name: string }).name, 'New');
  assert.equal((await call('/v1/organization', json({ name: 'New' }))).status, 403);
  for (const wrong of [{}, { name: '' }, { name: 1 }, { name: 'x'.repeat(201) }])
    assert.equal((await call('/v1/organization', json(wrong, as('platform')))).status, 400);
});

test('the balance is bare digits: plain text, or JSON when that is admitted and text is not', async () => {
  const { call, own, as } = await openShared();
  await call(`/v1/organization/${own}/credits`, json({ amount: 120 }, as('platform')));
  const expected: Record<string, string> = {
    '*/*': 'text/plain; charset=utf-8',
    'text/plain': 'text/plain; charset=utf-8',
    'text/html': 'text/plain; charset=utf-8',
    'application/json, text/plain': 'text/plain; charset=utf-8',
    'application/json': 'application/json; charset=utf-8',
    'application/*;q=0.5': 'application/json; charset=utf-8',
    '*/*, text/plain;q=0': 'application/json; charset=utf-8',
  };
  for (const path of [
    '/v1/organization/balance',
    '/organization/balance',
    '/company/balance',
    '/v1/company/balance',
  ])
    for (const [accept, type] of Object.entries(expected)) {
      const answer = await call(path, { headers: { accept } });
      assert.equal(answer.status, 200);
      assert.equal(await answer.text(), '120');
      assert.equal(answer.headers.get('content-type'), type, accept);
    }
});

test('the balance is never negative', async (t) => {
  const { call, world } = await openShared();
  t.mock.method(world.credits, 'spendable', async () => -5);
  assert.equal(await (await call('/v1/organization/balance')).text(), '0');
});

test('credits are granted and withdrawn by the platform administrator, and every movement is listed', async () => {
  const { call, own, as } = await openShared();
  const path = `/v1/organization/${own}/credits`;
  const granted = await call(path, json({ amount: 50, note: 'welcome' }, as('platform')));
  assert.equal(granted.status, 201);
  const entry = (await granted.json()) as Record<string, unknown>;
  assert.deepEqual([entry['kind'], entry['amount'], entry['note']], ['grant', 50, 'welcome']);
  assert.match(String(entry['createdAt']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal((await call(path, json({ amount: -20 }, as('platform')))).status, 201);
  assert.equal((await call(path, json({ amount: -31 }, as('platform')))).status, 409);
  const ledger = (await (await call(`/v1/organization/${own}/ledger`)).json()) as {
    entries: { amount: number }[];
    total: number;
  };
  assert.deepEqual([ledger.entries.map(({ amount }) => amount), ledger.total], [[-20, 50], 2]);
  for (const wrong of [
    {},
    { amount: 0 },
    { amount: 1.5 },
    { amount: '5' },
    { amount: 1e15 },
    { amount: 1, note: '\0' },
  ])
    assert.equal((await call(path, json(wrong, as('platform')))).status, 400, JSON.stringify(wrong));
  assert.equal((await call(path, json({ amount: 5 }))).status, 403);
  const nowhere = `/v1/organization/018f0000-0000-7000-8000-00000000ffff/credits`;
  assert.equal((await call(nowhere, json({ amount: 5 }, as('platform')))).status, 404);
});

test('the webhook secret is read by admins and owners and is not cached', async () => {
  const { call, own, as, world } = await openShared();
  const answer = await call(`/v1/organization/${own}/webhook-secret`, { headers: as('admin') });
  assert.deepEqual(await answer.json(), await world.organizations.webhookSecret(own));
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('a key is made once, works at once, is listed without its secret, and is gone when revoked', async () => {
  const { call, own } = await openShared();
  const path = `/v1/organization/${own}/keys`;
  const made = await call(
    path,
    json({ name: 'server', role: 'operator', expiresAt: '2999-01-01T00:00:00.000Z' }),
  );
  assert.equal(made.status, 201);
  assert.equal(made.headers.get('cache-control'), 'no-store');
  const key = (await made.json()) as Record<string, string>;
  assert.match(key['key']!, /^dk_[A-Za-z0-9_-]{43}$/);
  assert.equal(key['expiresAt'], '2999-01-01T00:00:00.000Z');
  const headers = { authorization: `Bearer ${key['key']}` };
  assert.equal((await call('/v1/workflow', { headers })).status, 200);
  assert.equal((await call(path, { headers })).status, 403);
  const listed = (await (await call(path)).json()) as { entries: Record<string, unknown>[] };
  assert.equal(listed.entries[0]!['id'], key['id']);
  assert.deepEqual(Object.keys(listed.entries[0]!).sort(), [
    'createdAt',
    'expiresAt',
    'id',
    'lastUsedAt',
    'name',
    'organizationId',
    'role',
    'userId',
  ]);
  const gone = await call(`${path}/${key['id']}`, { method: 'DELETE' });
  assert.equal(gone.status, 204);
  assert.equal(await gone.text(), '');
  assert.equal((await call(`${path}/${key['id']}`, { method: 'DELETE' })).status, 404);
  assert.equal((await call(`${path}/nonsense`, { method: 'DELETE' })).status, 404);
});

test('nobody makes a key with more rights than their own', async () => {
  const { call, own, as } = await openShared();
  const make = async (maker: 'owner' | 'admin' | 'operator', role: string) =>
    (await call(`/v1/organization/${own}/keys`, json({ name: 'k', role }, as(maker)))).status;
  assert.equal(await make('owner', 'owner'), 201);
  assert.equal(await make('admin', 'admin'), 201);
  assert.equal(await make('admin', 'reviewer'), 201);
  assert.equal(await make('admin', 'owner'), 403);
  assert.equal(await make('operator', 'viewer'), 403);
  assert.equal(await make('owner', 'king'), 400);
});

test('a key whose expiry is in the past or not a valid time is 400', async () => {
  const { call, own } = await openShared();
  for (const expiresAt of ['2020-01-01T00:00:00.000Z', 'tomorrow', '2999-02-31T00:00:00.000Z', '', 5]) {
    const answer = await call(`/v1/organization/${own}/keys`, json({ name: 'k', role: 'viewer', expiresAt }));
    assert.equal(answer.status, 400, String(expiresAt));
  }
  const forever = await call(
    `/v1/organization/${own}/keys`,
    json({ name: 'k', role: 'viewer', expiresAt: null }),
  );
  assert.equal(forever.status, 201);
});
