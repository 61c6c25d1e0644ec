import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { route } from '../../src/http/server/route.ts';
import { mapSchema, PageQuery, queryWith, textSchema } from '../../src/http/server/schemas.ts';
import { Type } from '../../src/schema/typebox.ts';
import { startServer } from './start-server.ts';
import { testWorlds } from './test-world.ts';

const openWorld = testWorlds();

const echoQuery = route({
  method: 'GET',
  path: '/probe/query',
  versions: ['v1', 'v2'],
  action: 'execution.read',
  summary: 'Gives back what was understood.',
  schema: {
    querystring: queryWith({
      word: Type.Optional(Type.String()),
      flag: Type.Optional(Type.Boolean({ expects: 'true or false' })),
      label: Type.Optional(mapSchema(Type.String())),
    }),
  },
  handler: (_, request) => ({ ...request.query, organization: request.caller.organizationId }),
});
const echoPage = route({
  method: 'GET',
  path: '/probe/page',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Gives back the page asked for.',
  schema: { querystring: PageQuery },
  handler: (_, request) => ({ limit: request.query.limit, offset: request.query.offset }),
});
const echoBody = route({
  method: 'POST',
  path: '/probe/body',
  versions: ['v1'],
  action: 'execution.create',
  summary: 'Gives back the body.',
  schema: {},
  handler: (_, request) => JSON.stringify({ body: request.body ?? 'none' }),
});
const needBody = route({
  method: 'PUT',
  path: '/probe/body',
  versions: ['v1'],
  action: 'execution.create',
  summary: 'Needs a body.',
  schema: {
    body: Type.Object({
      name: textSchema(1, 5),
      labels: Type.Optional(mapSchema(Type.String())),
      image: Type.Optional(Type.Object({ contentHash: Type.String() })),
    }),
  },
  handler: () => ({}),
});
const removeThing = route({
  method: 'DELETE',
  path: '/probe/body',
  versions: ['v1'],
  action: 'execution.create',
  summary: 'Needs no body.',
  schema: {},
  handler: () => 'deleted',
});
const PROBES = [echoQuery, echoPage, echoBody, needBody, removeThing];

test('JSON is accepted under any of its media types, and without a Content-Type', async (t) => {
  const { raw, head } = await startServer(t, await openWorld(), PROBES);
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

test('a body of another type is 415', async (t) => {
  const { raw, head } = await startServer(t, await openWorld(), PROBES);
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

test('a request without a body is valid whatever its Content-Type says, on every method', async (t) => {
  const { raw, head } = await startServer(t, await openWorld(), PROBES);
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

test('a body that is needed and missing is 400', async (t) => {
  const { raw, head } = await startServer(t, await openWorld(), PROBES);
  const answer = await raw(head('PUT /v1/probe/body', 'Content-Type: application/json', 'Content-Length: 0'));
  assert.equal(answer.status, 400);
  assert.match(JSON.parse(answer.body).message, /needs a JSON body/);
});

test('malformed JSON is 400, and a value nested beyond reason too', async (t) => {
  const { call } = await startServer(t, await openWorld(), PROBES);
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

test('`__proto__` in a JSON body stays an ordinary key and changes nothing else', async (t) => {
  const { call } = await startServer(t, await openWorld(), PROBES);
  const body = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  const answer = await call('/v1/probe/body', { method: 'POST', body, headers: { 'content-type': 'json' } });
  assert.equal(await answer.text(), `{"body":${body}}`);
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('the values of a body are not converted: the answer names the field that is wrong', async (t) => {
  const { call } = await startServer(t, await openWorld(), PROBES);
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

test('`Accept` neither refuses a call nor changes the type of its answer', async (t) => {
  const { call } = await startServer(t, await openWorld(), PROBES);
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

test('HEAD is answered like GET, without the body', async (t) => {
  const { call } = await startServer(t, await openWorld(), PROBES);
  const answer = await call('/v1/probe/page', { method: 'HEAD' });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-length'), String('{"limit":50,"offset":0}'.length));
  assert.equal((await call('/v1/probe/page?limit=x', { method: 'HEAD' })).status, 400);
});

test('a refusal before the body was read reaches a client that first sends all of up to 1 MiB', async (t) => {
  const { port, head } = await startServer(t, await openWorld({ DARKROOM_MAX_JSON_BYTES: '1024' }), PROBES);
  const size = 1024 * 1024;
  const body = Buffer.alloc(size, ' ');
  const length = `Content-Length: ${size}`;
  const refused = [
    [401, `POST /v1/probe/body HTTP/1.1\r\nHost: test\r\n${length}\r\n\r\n`],
    [403, head('POST /v1/probe/body?organization=nonsense', length)],
    [404, head('POST /v1/nothing', length)],
    [405, head('PATCH /v1/probe/body', length)],
    [413, head('POST /v1/probe/body', 'Content-Type: json', length)],
    [415, head('POST /v1/probe/body', 'Content-Type: text/plain', length)],
  ] as const;
  for (const [status, start] of refused)
    for (const asksToClose of [false, true]) {
      const asked = asksToClose ? start.replace('\r\n', '\r\nConnection: close\r\n') : start;
      const { received, error } = await sendAllThenRead(port, Buffer.concat([Buffer.from(asked), body]));
      assert.equal(error, undefined, `${status}`);
      assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `));
      if (!asksToClose) assert.doesNotMatch(received, /connection: close/i);
    }
});

test('after a refusal no more than 1 MiB is read, and then the connection is closed', async (t) => {
  const { port, head } = await startServer(t, await openWorld(), PROBES);
  const length = `Content-Length: ${2 ** 40}`;
  const starts = [
    `POST /v1/probe/body HTTP/1.1\r\nHost: test\r\n${length}\r\n\r\n`,
    head('POST /v1/probe/body', 'Content-Type: json', length),
    head('POST /v1/probe/body', 'Content-Type: text/plain', length),
  ];
  for (const start of starts) {
    const { received, sentBytes } = await sendForever(port, start);
    assert.match(received, /^HTTP\/1\.1 4\d\d /);
    assert.match(received, /connection: close/i);
    // Bytes in the kernel's buffers of the connection count as sent as well.
    assert.ok(sentBytes < 64 * 1024 * 1024, `${sentBytes} bytes were taken`);
  }
});

/** Reads nothing before everything is sent, as simple clients do. */
const sendAllThenRead = (port: number, bytes: Buffer): Promise<{ received: string; error: unknown }> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    let error: unknown;
    socket.on('error', (failure) => {
      error = failure;
    });
    socket.on('close', () => resolve({ received, error }));
    const half = bytes.length / 2;
    socket.write(bytes.subarray(0, half));
    // The answer is there before the other half is sent.
    socket.once('readable', () =>
      socket.write(bytes.subarray(half), () => {
        socket.on('data', (chunk) => {
          received += chunk;
          if (received.includes('\r\n\r\n{') && received.endsWith('}')) socket.end();
        });
        socket.resume();
      }),
    );
  });

const sendForever = (port: number, head: string): Promise<{ received: string; sentBytes: number }> =>
  new Promise((resolve) => {
    // A rude client: it goes on sending although the server has closed its half of the connection.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunk = Buffer.alloc(256 * 1024, ' ');
    let received = '';
    let sentBytes = 0;
    const send = () => {
      if (socket.destroyed || sentBytes > 128 * 1024 * 1024) return void socket.destroy();
      socket.write(chunk, (error) => {
        if (error) return;
        sentBytes += chunk.length;
        send();
      });
    };
    socket.on('data', (data) => {
      received += data;
    });
    // The connection ends with a reset, after the answer was read.
    socket.on('error', () => {});
    socket.on('close', () => resolve({ received, sentBytes }));
    socket.write(head, send);
  });
