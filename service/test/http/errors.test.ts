import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROUTES } from '../../src/http/server/routes.ts';
import { serversForTests, startServer, WORKFLOW_ROUTES } from './start-server.ts';
import { databaseAway } from './test-world.ts';

const { openShared, openWorld } = serversForTests({
  env: { DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000' },
});

test('an unknown route is 404 with the standard body, and the path without the query', async () => {
  const { call } = await openShared();
  const answer = await call('/v1/nothing?secret=1');
  assert.equal(answer.status, 404);
  const body = (await answer.json()) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), ['timestamp', 'status', 'error', 'message', 'path']);
  assert.equal(body['status'], 404);
  assert.equal(body['error'], 'Not Found');
  assert.equal(body['path'], '/v1/nothing');
  assert.match(String(body['timestamp']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
});

test('a method that a path does not have is 405 and names those it has', async () => {
  const { call } = await openShared();
  const answer = await call('/health', { method: 'POST', body: 'x' });
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('allow'), 'GET, HEAD');
});

test('every address refuses the methods that it lacks with 405, also where a more general address has them', async () => {
  const { server } = await openShared();
  const served = new Map<string, Set<string>>();
  for (const { method, head, path, versions, aliases = [] } of ROUTES)
    for (const one of [path, ...aliases])
      for (const url of [one, ...versions.map((version) => `/${version}${one}`)]) {
        const methods = served.get(url) ?? served.set(url, new Set()).get(url)!;
        methods.add(method);
        if (method === 'GET' && head !== false) methods.add('HEAD');
      }
  for (const [url, methods] of served)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'] as const)
      if (!methods.has(method)) {
        const { statusCode, headers } = await server.inject({ method, url: url.replaceAll(/:\w+/g, 'x') });
        assert.deepEqual(
          [statusCode, headers['allow']],
          [405, [...methods].sort().join(', ')],
          `${method} ${url}`,
        );
      }
});

test('bytes that are not HTTP are 400 with the standard body and the rate-limit headers', async (t) => {
  const { raw } = await startServer(t, await openWorld(), WORKFLOW_ROUTES);
  const answer = await raw('this is not http\r\n\r\n');
  assert.equal(answer.status, 400);
  assert.equal(answer.headers['x-ratelimit-limit'], answer.headers['x-ratelimit-remaining']);
  assert.match(answer.headers['x-ratelimit-reset']!, /^\d{10}$/);
  assert.equal(JSON.parse(answer.body).error, 'Bad Request');
});

test('headers beyond the limit are 431 with the standard body', async () => {
  const { raw, head } = await openShared();
  const answer = await raw(head('GET /health', `X-Long: ${'x'.repeat(200_000)}`));
  assert.equal(answer.status, 431);
  assert.equal(JSON.parse(answer.body).status, 431);
});

test('health is an empty 200, and 503 with Retry-After while the database is unavailable', async (t) => {
  const { base, world } = await openShared();
  for (const path of ['/health', '/v1/health', '/v1//health/']) {
    const answer = await fetch(base + path);
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), '');
    assert.equal(answer.headers.get('x-ratelimit-limit'), null);
  }
  t.mock.method(world, 'checkDatabase', async () => {
    throw databaseAway();
  });
  const answer = await fetch(`${base}/health`);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '2');
});

test('a refusal of a request without a body keeps the connection open', async () => {
  const { raw } = await openShared();
  const answer = await raw('GET /v1/workflow HTTP/1.1\r\nHost: test\r\n\r\n');
  assert.equal(answer.status, 401);
  assert.notEqual(answer.headers['connection'], 'close');
});

test('an unexpected error is a 500 without details, and is reported', async (t) => {
  const { call, world, errors } = await openShared();
  t.mock.method(world.workflows, 'list', async () => {
    throw new TypeError('secret detail');
  });
  const answer = await call('/v1/workflow');
  assert.equal(answer.status, 500);
  const text = await answer.text();
  assert.doesNotMatch(text, /secret detail|TypeError|\.ts/);
  assert.equal(JSON.parse(text).error, 'Internal Server Error');
  assert.match(String(errors[0]), /secret detail/);
});
