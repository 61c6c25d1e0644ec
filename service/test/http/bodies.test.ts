import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBES } from './probe-routes.ts';
import { serversForTests, startServer } from './start-server.ts';

const { openShared, openWorld } = serversForTests({ routes: PROBES });

test('JSON is accepted under any of its media types, and without a Content-Type', async () => {
  const { raw, head } = await openShared();
  for (const type of [
    'Content-Type: application/json',
    'Content-Type: APPLICATION/JSON; charset=utf-8',
    'Content-Type: json',
    'Content-Type: text/json',
    'Content-Type: application/vnd.api+json; charset=utf-8',
    'Content-Type: application/merge-patch+json',
    'Content-Type:',
    'X-None: x',
  ]) {
    const answer = await raw(`${head('POST /v1/probe/body', type, 'Content-Length: 7')}{"a":1}`);
    assert.equal(answer.status, 200, type);
    assert.equal(answer.body, '{"body":{"a":1}}', type);
  }
});

test('a body of another type is 415', async () => {
  const { raw, head } = await openShared();
  for (const type of [
    'text/plain',
    'application/xml',
    'nonsense',
    'image/png',
    'multipart/form-data; boundary=x',
  ]) {
    const answer = await raw(
      `${head('POST /v1/probe/body', `Content-Type: ${type}`, 'Content-Length: 7')}{"a":1}`,
    );
    assert.equal(answer.status, 415, type);
    assert.equal(JSON.parse(answer.body).error, 'Unsupported Media Type');
  }
});

test('a request without a body is valid whatever its Content-Type says, on every method', async () => {
  const { raw, head } = await openShared();
  const types = [
    'application/json',
    'json',
    'application/x-www-form-urlencoded',
    'image/png',
    'nonsense',
    'multipart/form-data',
    '',
  ];
  for (const type of types)
    for (const length of [['Content-Length: 0'], [], ['Transfer-Encoding: chunked']]) {
      const chunked = length[0]?.startsWith('Transfer') ? '0\r\n\r\n' : '';
      for (const line of ['POST /v1/probe/body', 'DELETE /v1/probe/body', 'GET /v1/probe/query']) {
        const answer = await raw(head(line, `Content-Type: ${type}`, ...length) + chunked);
        assert.equal(answer.status, 200, `${line} ${type} ${length}: ${answer.body}`);
      }
    }
});

test('a body that is needed and missing is 400', async () => {
  const { raw, head } = await openShared();
  const answer = await raw(head('PUT /v1/probe/body', 'Content-Type: application/json', 'Content-Length: 0'));
  assert.equal(answer.status, 400);
  assert.match(JSON.parse(answer.body).message, /needs a JSON body/);
});

test('malformed JSON is 400, and so is JSON that is nested too deeply', async () => {
  const { call } = await openShared();
  for (const body of ['{', '{"a":}', 'nonsense', "{'a':1}", `${'['.repeat(100_000)}${']'.repeat(100_000)}`]) {
    const answer = await call('/v1/probe/body', {
      method: 'POST',
      body,
      headers: { 'content-type': 'json' },
    });
    assert.equal(answer.status, 400, body.slice(0, 20));
  }
  const brackets = JSON.stringify({ text: '['.repeat(10_000), quoted: '"\\"[' });
  assert.equal(
    (await call('/v1/probe/body', { method: 'POST', body: brackets, headers: { 'content-type': 'json' } }))
      .status,
    200,
  );
});

test('`__proto__` in a JSON body stays an ordinary key and changes nothing else', async () => {
  const { call } = await openShared();
  const body = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  const answer = await call('/v1/probe/body', { method: 'POST', body, headers: { 'content-type': 'json' } });
  assert.equal(await answer.text(), `{"body":${body}}`);
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('the values of a body are not converted: the answer names the field that is wrong', async () => {
  const { call } = await openShared();
  const messageFor = async (body: unknown) => {
    const answer = await call('/v1/probe/body', {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(answer.status, 400);
    return ((await answer.json()) as { message: string }).message;
  };
  assert.equal(await messageFor({}), 'The field name is required.');
  assert.equal(await messageFor({ name: 5 }), 'The field name must be text of 1 to 5 characters.');
  assert.equal(await messageFor({ name: 'too long' }), 'The field name must be text of 1 to 5 characters.');
  const unstorable = 'The field name contains a NUL character or half of a surrogate pair. Remove it.';
  assert.equal(await messageFor({ name: 'a\0' }), unstorable);
  assert.equal(await messageFor({ name: '\ud800' }), unstorable);
  assert.equal(await messageFor({ name: 'a', labels: { x: 1 } }), 'The field labels.x must be a string.');
  assert.equal(
    await messageFor({ name: 'a', labels: { 'x\ny': 1 } }),
    'The field labels.x\ny must be a string.',
  );
  assert.equal(
    await messageFor({ name: 'a', labels: JSON.parse('{"__proto__":1}') }),
    'The field labels.__proto__ must be a string.',
  );
  assert.equal(await messageFor({ name: 'a', image: {} }), 'The field image.contentHash is required.');
  assert.equal(await messageFor([]), 'The body must be an object.');
  assert.match(await messageFor(null), /needs a JSON body/);
});

test('a JSON body over the limit is 413, with or without Content-Length', async (t) => {
  const { raw, head } = await startServer(t, await openWorld({ DARKROOM_MAX_JSON_BYTES: '1024' }), PROBES);
  const body = JSON.stringify({ text: 'x'.repeat(2000) });
  const told = await raw(
    head('POST /v1/probe/body', 'Content-Type: json', `Content-Length: ${body.length}`) + body,
  );
  assert.equal(told.status, 413);
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const untold = await raw(
    head('POST /v1/probe/body', 'Content-Type: json', 'Transfer-Encoding: chunked') + chunk,
  );
  assert.equal(untold.status, 413);
  assert.equal(JSON.parse(untold.body).error, 'Payload Too Large');
});

test('`Accept` neither refuses a call nor changes the type of its answer', async () => {
  const { call } = await openShared();
  const accepts = ['text/html', 'image/*', 'nonsense', 'application/xml;q=1', 'application/json;q=0'];
  for (const accept of [...accepts, 'a/b;q=0, */*;q=0'])
    for (const [path, status] of [
      ['/v1/probe/query', 200],
      ['/v1/probe/nothing', 404],
    ] as const) {
      const answer = await call(path, { headers: { accept } });
      assert.equal(answer.status, status, accept);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    }
});

test('HEAD is answered like GET, without the body', async () => {
  const { call } = await openShared();
  const answer = await call('/v1/probe/page', { method: 'HEAD' });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-length'), String('{"limit":50,"offset":0}'.length));
  assert.equal((await call('/v1/probe/page?limit=x', { method: 'HEAD' })).status, 400);
});
