import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { type Authenticator, apiKeyAuthenticator } from '../../../src/http/authentication/authenticate.ts';
import { serversForTests, startServer, WORKFLOW_ROUTES } from '../start-server.ts';
import { databaseAway } from '../test-setup.ts';

const { openSharedServer, openSetup } = serversForTests();

test('a missing, malformed or unknown credential is 401 and names the scheme', async () => {
  const { base, keyOf } = await openSharedServer();
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer unknown',
    'Basic dTpw',
    keyOf('owner'),
  ]) {
    const answer = await fetch(
      `${base}/v1/workflow`,
      authorization === undefined ? {} : { headers: { authorization } },
    );
    assert.equal(answer.status, 401, String(authorization));
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    assert.equal(((await answer.json()) as { error: string }).error, 'Unauthorized');
  }
});

test('the scheme may be written in any case', async () => {
  const { base, keyOf } = await openSharedServer();
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    assert.equal(
      (await fetch(`${base}/v1/workflow`, { headers: { authorization: `${scheme} ${keyOf('viewer')}` } }))
        .status,
      200,
    );
});

test('401 comes before 403, 403 before 400, and 400 before 404', async () => {
  const { call, base, keyOf } = await openSharedServer();
  const wrong = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const anyone = await fetch(`${base}/v1/workflow?organization=nonsense`, wrong);
  assert.equal(anyone.status, 401);
  assert.equal((await call('/v1/workflow?organization=nonsense', wrong)).status, 403);
  const viewer = { ...wrong, headers: { ...wrong.headers, authorization: `Bearer ${keyOf('viewer')}` } };
  assert.equal((await call('/v1/workflow', viewer)).status, 403);
  assert.equal((await call('/v1/workflow', wrong)).status, 400);
  const unknown = '/v1/workflow/018f0000-0000-7000-8000-00000000ffff';
  assert.equal((await call(unknown, { ...wrong, method: 'PUT' })).status, 400);
});

test('a role without the right is 403', async () => {
  const { call, organizationId, keyOf } = await openSharedServer();
  const as = (role: 'viewer' | 'reviewer' | 'operator' | 'admin' | 'owner', path: string, method = 'GET') =>
    call(path, { method, headers: { authorization: `Bearer ${keyOf(role)}` } }).then(({ status }) => status);
  for (const role of ['viewer', 'reviewer', 'operator'] as const) {
    assert.equal(await as(role, `/v1/organization/${organizationId}/webhook-secret`), 403);
    assert.equal(await as(role, `/v1/organization/${organizationId}/ledger`), 403);
    assert.equal(await as(role, `/v1/organization/${organizationId}/keys`), 403);
  }
  assert.equal(await as('admin', `/v1/organization/${organizationId}/webhook-secret`), 200);
  assert.equal(await as('owner', `/v1/organization/${organizationId}/credits`, 'POST'), 403);
  assert.equal(await as('owner', '/v1/organization', 'POST'), 403);
});

test('another kind of credential can be added, and an API key is tried first', async (t) => {
  const setup = await openSetup();
  const { organizationId, ownerId, services } = setup;
  const cookie: Authenticator = (request) =>
    request.headers.cookie === 'session=ada' && request.headers.authorization === undefined
      ? {
          userId: ownerId,
          credentialId: 'session',
          organizationId,
          roles: new Map([[organizationId, 'viewer']]),
          platformAdministrator: false,
          recheck: () => undefined,
        }
      : undefined;
  services.authenticators.push(cookie);
  const { base, keyOf } = await startServer(t, setup, WORKFLOW_ROUTES);
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${base}/v1/workflow`, { headers })).status;
  assert.equal(await status({ cookie: 'session=ada' }), 200);
  assert.equal(await status({ cookie: 'session=eve' }), 401);
  assert.equal(await status({ cookie: 'session=ada', authorization: 'Bearer unknown' }), 401);
  assert.equal(await status({ authorization: `Bearer ${keyOf('viewer')}` }), 200);
});

test('while the database is unavailable a call is 503, with the rate-limit headers', async (t) => {
  const { call, services } = await openSharedServer();
  t.mock.method(services.apiKeys, 'authenticate', async () => {
    throw databaseAway();
  });
  const answer = await call('/v1/workflow');
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '2');
  assert.equal(answer.headers.get('x-ratelimit-limit'), '300');
  assert.equal((await call('/v1/nothing')).status, 404);
});

test('calls whose credential cannot be checked now are not counted as calls without one', async (t) => {
  const settings = { DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '2' };
  const { call, services } = await startServer(t, await openSetup(settings), WORKFLOW_ROUTES);
  t.mock.method(services.apiKeys, 'authenticate', async () => {
    throw databaseAway();
  });
  for (let calls = 0; calls < 5; calls += 1) assert.equal((await call('/v1/workflow')).status, 503);
});

test('a credential is looked up once in two seconds at most, and never trusted for longer', async () => {
  let now = 1_000_000;
  const { services, keyOf, ownerId } = await openSetup();
  const lookUps = mock.method(services.apiKeys, 'authenticate');
  const authenticate = apiKeyAuthenticator(services.apiKeys, () => now);
  const ask = (secret: string) =>
    authenticate({ raw: { headers: { authorization: `Bearer ${secret}` } } } as never);

  assert.equal((await ask(keyOf('owner')))?.userId, ownerId);
  await Promise.all(Array.from({ length: 100 }, () => ask(keyOf('owner'))));
  assert.equal(lookUps.mock.callCount(), 1);

  lookUps.mock.mockImplementation(async () => undefined);
  now += 999;
  assert.ok(await ask(keyOf('owner')));
  assert.equal(lookUps.mock.callCount(), 1);
  now += 1_002;
  assert.equal(await ask(keyOf('owner')), undefined);
});

test('under load a credential is refreshed in the background, and simultaneous callers share one query', async () => {
  let now = 1_000_000;
  const { services, keyOf } = await openSetup();
  const lookUps = mock.method(services.apiKeys, 'authenticate');
  const authenticate = apiKeyAuthenticator(services.apiKeys, () => now);
  const ask = () =>
    authenticate({ raw: { headers: { authorization: `Bearer ${keyOf('owner')}` } } } as never);
  await Promise.all(Array.from({ length: 100 }, ask));
  assert.equal(lookUps.mock.callCount(), 1);
  now += 1_500;
  // The result comes from the cache, without waiting for the new lookup.
  assert.equal(ask() instanceof Promise, false);
  assert.equal(lookUps.mock.callCount(), 2);
  await lookUps.mock.calls[1]?.result;
  await new Promise(setImmediate);
  now += 1_500;
  assert.equal(ask() instanceof Promise, false);
});
