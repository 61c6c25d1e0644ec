import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ROUTES } from '../../src/http/server/routes.ts';
import { type Answer, callAs } from '../support/call.ts';
import { randomImage } from '../support/images.ts';
import { startService } from '../support/service.ts';
import {
  addOrganization,
  addWorkflow,
  create,
  keysFor,
  ok,
  openTenant,
  read,
  type Tenant,
  upload,
  type WorkflowRecord,
} from '../support/tenant.ts';

// No worker runs, so that the queue can be filled. The limit of anonymous requests is high, because every route
// is called several times without a credential.
const service = await startService({
  role: 'api',
  env: { DARKROOM_MAX_QUEUED: '3', DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '1200' },
});
after(() => service.stop());

const UNKNOWN_ID = '018f3a5e-7c00-7000-8000-000000000000';
let tenant: Tenant;
let workflow: WorkflowRecord;
let execution: string;
before(async () => {
  tenant = await openTenant(service, 0);
  workflow = await addWorkflow(tenant.owner);
  execution = await create(tenant.operator, workflow);
});
describe('Paths', () => {
  test('every route is served under its versions and without one; trailing and doubled slashes are ignored', async () => {
    const anonymous = callAs(service.base);
    for (const { method, path, versions, action } of ROUTES) {
      const filled = path
        .replaceAll(/:(id|keyId)/g, UNKNOWN_ID)
        .replace(':hash', 'f'.repeat(64))
        .replace(':name', 'a');
      for (const prefix of ['', ...versions.map((version) => `/${version}`)]) {
        const address = prefix + filled;
        for (const variant of [address, `${address}/`, `/${address.replaceAll('/', '//')}//`]) {
          const { status, text } = await anonymous(`${method} ${variant}`);
          if (action === 'public')
            assert.doesNotMatch(text, /nothing at this address/, `${method} ${variant}`);
          else assert.equal(status, 401, `${method} ${variant}`);
        }
      }
      assert.equal((await anonymous(`${method} /v3${filled}`)).status, 404);
    }
  });

  test('an unversioned path answers like its newest version', async () => {
    for (const path of [
      '/workflow',
      `/workflow/${workflow.id}`,
      '/organization',
      `/workflow/execution/${execution}`,
    ]) {
      const [one, other] = [await tenant.viewer(`GET /v1${path}`), await tenant.viewer(`GET ${path}`)];
      assert.deepEqual([other.status, other.text], [200, one.text], path);
    }
  });

  test('an execution is created without a version in the path', async () => {
    const json = { image: { name: 'a.jpg', contentHash: await upload(tenant.operator), contentType: null } };
    for (const path of ['/workflow/execution/create', '//v1//workflow/execution//create/'])
      assert.equal(
        (await tenant.operator(`POST ${path}?workflow=${workflow.id}`, { json })).status,
        201,
        path,
      );
  });

  test('an unknown route is 404 with the standard error body, with a credential or without', async () => {
    for (const call of [callAs(service.base), tenant.owner])
      for (const line of [
        'GET /nonsense',
        'POST /v1/nonsense',
        'GET /v1',
        'DELETE /v1/workflow/a/b/c',
        'PATCH /x',
        'GET /v2/workflow',
      ])
        assertError(await call(line), 404, line.split(' ')[1]!);
  });

  test('a method that a path does not have is 405 with Allow', async () => {
    const answer = await tenant.owner('PATCH /v1/workflow');
    assertError(answer, 405, '/v1/workflow');
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST');
    assertError(await tenant.owner(`GET /v1/workflow/execution/${execution}/retry`), 405);
    assertError(await tenant.owner('OPTIONS /v1/upload'), 405);
    assertError(await tenant.owner('QUERY /v1/workflow'), 405);
  });

  test('the health checks are 200 without a credential, and /health has an empty body', async () => {
    for (const path of ['/health', '/v1/health', '/health/']) {
      const answer = await callAs(service.base)(`GET ${path}`);
      assert.deepEqual([answer.status, answer.text], [200, ''], path);
      assert.equal(answer.headers.get('x-ratelimit-limit'), null);
    }
  });
});

describe('Forms', () => {
  test('file names of a form are quoted or not, raw UTF-8 or filename*, with or without a final CRLF', async () => {
    const bytes = await randomImage();
    const nameFrom = async (disposition: string, end: string) => {
      const start = `--b\r\nContent-Disposition: form-data; name="file"; ${disposition}\r\nContent-Type: image/jpeg\r\n\r\n`;
      const answer = await tenant.operator(`POST /v1/workflow/execution/create?workflow=${workflow.id}`, {
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: Buffer.concat([Buffer.from(start), bytes, Buffer.from(`\r\n--b--${end}`)]),
      });
      assert.equal(answer.status, 201, answer.text);
      return (await read(tenant.operator, answer.text)).inputFileName;
    };
    for (const end of ['', '\r\n'])
      for (const [disposition, name] of [
        ['filename="a b.jpg"', 'a b.jpg'],
        ['filename=a.jpg', 'a.jpg'],
        ['filename="müller.jpg"', 'müller.jpg'],
        ["filename*=UTF-8''m%C3%BCller.jpg", 'müller.jpg'],
        ['filename="fallback.jpg"; filename*=UTF-8\'\'%E2%82%AC.jpg', '€.jpg'],
        ['filename="a\\"b.jpg"', 'a"b.jpg'],
        ['filename=""', 'image'],
      ] as const)
        assert.equal(await nameFrom(disposition, end), name, disposition);
  });
});

const assertError = (answer: Answer, status: number, path?: string): void => {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers.get('content-type')!, /^application\/json/);
  const body = answer.json<Record<string, unknown>>();
  assert.deepEqual(Object.keys(body), ['timestamp', 'status', 'error', 'message', 'path']);
  assert.match(String(body['timestamp']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
  assert.equal(body['status'], status);
  assert.match(String(body['message']), /^[A-Z"].*\.$/s);
  if (path) assert.equal(body['path'], path);
  assertLimits(answer);
};

const assertLimits = ({ headers }: Answer): void => {
  for (const name of ['limit', 'remaining', 'reset'])
    assert.match(headers.get(`x-ratelimit-${name}`)!, /^\d+$/, name);
  const inSeconds = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
  assert.ok(inSeconds > -2 && inSeconds <= 62, `reset in ${inSeconds} s`);
};

describe('Errors and limits', () => {
  test('every error has the standard body, with the path without the query, and the rate-limit headers', async () => {
    const { owner, operator, viewer } = tenant;
    const hash = await upload(operator);
    const createLine = `POST /v1/workflow/execution/create?workflow=${workflow.id}`;
    const junk = { file: { bytes: Buffer.from('junk'), name: 'a' } };
    const big = JSON.stringify({ name: 'x'.repeat(1_100_000) });
    const json = { 'content-type': 'application/json' };
    assertError(await owner('GET /v1/workflow?limit=x&secret=1'), 400, '/v1/workflow');
    assertError(await callAs(service.base)('GET /v1/workflow?a=b'), 401, '/v1/workflow');
    assertError(await operator(`GET /v1/workflow/execution/${execution}/result/default`), 402);
    assertError(await viewer(createLine), 403, '/v1/workflow/execution/create');
    assertError(await viewer(`GET /v1/workflow/${UNKNOWN_ID}/`), 404, `/v1/workflow/${UNKNOWN_ID}/`);
    assertError(await viewer('PUT /v1/workflow'), 405, '/v1/workflow');
    assertError(await operator(`POST /v1/workflow/execution/${execution}/cancel`), 409);
    assertError(await owner('POST /v1/workflow', { body: big, headers: json }), 413, '/v1/workflow');
    assertError(
      await owner('POST /v1/workflow', { body: '<x/>', headers: { 'content-type': 'text/xml' } }),
      415,
    );
    assertError(await viewer(`GET /image/${hash}/a`, { headers: { range: 'bytes=99999999-' } }), 416);
    assertError(await operator(createLine, junk), 422, '/v1/workflow/execution/create');
  });

  test('the message about a field that may be null says which other values it takes', async () => {
    const line = `POST /v1/workflow/execution/create?workflow=${workflow.id}`;
    const answer = await tenant.operator(line, { json: { labels: [] } });
    assert.match(answer.text, /The field labels must be an object or null\./);
  });

  test('an unknown Expect header does not change the answer', async () => {
    const request = get(`${service.base}/v1/workflow`, {
      headers: { authorization: `Bearer ${tenant.viewer.key}`, expect: 'a miracle' },
    });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 200);
    assert.equal((JSON.parse(await text(answer)) as { total: number }).total, 1);
  });

  test('every answer of the API has the rate-limit headers, streams and images included', async () => {
    const hash = await upload(tenant.operator);
    for (const line of [
      'GET /v1/workflow',
      'GET /v1/organization/balance',
      `GET /v1/workflow/execution/${execution}/status`,
      `GET /image/${hash}/a.jpg`,
      `HEAD /v1/upload/${hash}`,
    ])
      assertLimits(await tenant.operator(line));
    const seen = { 'last-event-id': 'PAYMENT_REQUIRED' };
    assertLimits(await tenant.operator(`GET /v1/workflow/execution/${execution}/status`, { headers: seen }));
    const known = { 'if-none-match': `"${hash}"` };
    assertLimits(await tenant.operator(`GET /image/${hash}/a.jpg`, { headers: known }));
    const answer = await tenant.viewer('GET /v1/workflow');
    assert.equal(answer.headers.get('x-ratelimit-limit'), '18000');
  });

  test('requests beyond an organization’s own limit are 429 with Retry-After, each credential by itself', async () => {
    const id = await addOrganization(service);
    const line = `PUT /v1/organization/${id}/limits`;
    assertError(await service.administrator(line, { json: { requestsPerMinute: 0 } }), 400);
    const limits = { requestsPerMinute: 3 };
    const changed = await ok(service.administrator(line, { json: limits }));
    assert.deepEqual(changed.json(), { ...limits, belowCost: false });
    const limited = await keysFor(service, id);
    assertError(await limited.owner(line, { json: { requestsPerMinute: null } }), 403);
    const remaining: (string | null)[] = [];
    for (let calls = 0; calls < 3; calls += 1) {
      const answer = await limited.viewer('GET /v1/workflow');
      assert.equal(answer.status, 200);
      remaining.push(answer.headers.get('x-ratelimit-remaining'));
    }
    assert.deepEqual(remaining, ['2', '1', '0']);
    const refused = await limited.viewer('GET /v1/workflow');
    assertError(refused, 429);
    const retryAfter = Number(refused.headers.get('retry-after'));
    assert.ok(retryAfter >= 1 && retryAfter <= 61);
    assert.equal((await limited.owner('GET /v1/workflow')).status, 200);
  });

  test('a full queue is 503 with Retry-After', async () => {
    const busy = await openTenant(service, 1_000);
    const any = await addWorkflow(busy.owner);
    const json = { image: { name: 'a.jpg', contentHash: await upload(busy.operator), contentType: null } };
    const line = `POST /v1/workflow/execution/create?workflow=${any.id}`;
    let answer = await busy.operator(line, { json });
    assert.equal(answer.status, 201);
    // The number of waiting executions is looked up once a second.
    for (let tries = 0; answer.status === 201 && tries < 50; tries += 1) {
      await pause(50);
      answer = await busy.operator(line, { json });
    }
    assertError(answer, 503);
    assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
    assert.equal((await busy.viewer('GET /v2/workflow/execution/')).status, 200);
  });

  test('calls without a valid credential are 429 beyond the limit for an address, and others go on', async () => {
    let answer = await callAs(service.base)('GET /v1/workflow');
    for (let calls = 0; answer.status === 401 && calls < 1200; calls += 1)
      answer = await callAs(service.base, `wrong-${calls}`)('GET /v1/workflow');
    assertError(answer, 429);
    assert.equal(answer.headers.get('x-ratelimit-limit'), '1200');
    assert.equal((await tenant.viewer('GET /v1/workflow')).status, 200);
    assert.equal((await callAs(service.base)('GET /health')).status, 200);
  });
});
