import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ContentHash } from '../../../src/domain/ids.ts';
import { serversForTests, startServer } from '../start-server.ts';
import { pngImage } from './png-image.ts';
import { form, post } from './upload-requests.ts';

const { openSharedServer, openSetup } = serversForTests();

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex') as ContentHash;

test('the image may be the whole body, and its type is not believed', async () => {
  const { call, raw, head } = await openSharedServer();
  const bytes = pngImage('raw');
  for (const type of ['image/png', 'image/jpeg', 'IMAGE/X-ANYTHING; q=1']) {
    const answer = await raw(post(head, bytes, type));
    assert.equal(answer.status, 201, answer.body);
    assert.equal(answer.body, sha256(bytes));
  }
  const text = await call('/v1/upload', {
    method: 'POST',
    body: 'text',
    headers: { 'content-type': 'image/png' },
  });
  assert.equal(text.status, 422);
});

test('an image may come in chunks of unknown total length', async () => {
  const { base, keyOf } = await openSharedServer();
  const bytes = pngImage(randomBytes(300_000));
  const answer = await fetch(`${base}/upload`, {
    method: 'POST',
    body: Readable.toWeb(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)])),
    duplex: 'half',
    headers: { authorization: `Bearer ${keyOf('operator')}`, 'content-type': 'image/png' },
  } as RequestInit);
  assert.equal(await answer.text(), sha256(bytes));
});

test('URLs are fetched by the server and answered with a hash for each name', async (t) => {
  const { call } = await openSharedServer();
  const send = (body: unknown) =>
    call('/v1/upload', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const bytes = pngImage('by URL');
  const elsewhere = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
  t.after(() => elsewhere.close());
  await once(elsewhere, 'listening');
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/a`;
  const answer = await send({ urls: { a: url, b: url } });
  assert.equal(answer.status, 201);
  assert.deepEqual(await answer.json(), { urls: { a: sha256(bytes), b: sha256(bytes) } });
  const tooMany = Object.fromEntries(
    Array.from({ length: 51 }, (_, index) => [`n${index}`, 'https://example.com']),
  );
  for (const wrong of [{}, { urls: {} }, { urls: tooMany }, { urls: { a: 1 } }, { urls: ['a'] }])
    assert.equal((await send(wrong)).status, 400, JSON.stringify(wrong).slice(0, 40));
});

test('an upload of nothing at all is 400, and of an unknown type 415', async () => {
  const { raw, head } = await openSharedServer();
  assert.equal((await raw(head('POST /v1/upload'))).status, 400);
  assert.equal(
    (await raw(head('POST /v1/upload', 'Content-Length: 0', 'Content-Type: image/png'))).status,
    400,
  );
  const refused = await raw(post(head, Buffer.from('x'), 'text/plain'));
  assert.equal(refused.status, 415);
  assert.match(JSON.parse(refused.body).message, /Send multipart\/form-data or image\/\*/);
  const untyped = await raw(`${head('POST /v1/upload', 'Content-Length: 4')}JFIF`);
  assert.equal(untyped.status, 400);
  assert.match(JSON.parse(untyped.body).message, /set its Content-Type: multipart\/form-data or image\/\*/);
});

test('an upload over the limit, or empty, is 422, and nothing of it is stored', async (t) => {
  const { raw, dir, head, services, organizationId } = await startServer(
    t,
    await openSetup({ DARKROOM_MAX_IMAGE_BYTES: '1000' }),
  );
  const largest = pngImage(Buffer.alloc(1000 - pngImage().length));
  const tooLarge = Buffer.concat([largest, Buffer.alloc(1)]);
  assert.equal((await raw(post(head, tooLarge, 'image/png'))).status, 422);
  assert.equal((await raw(post(head, pngImage(Buffer.alloc(900_000)), 'image/png'))).status, 422);
  const inForm = (bytes: Buffer) =>
    raw(
      post(
        head,
        form(
          bytes,
          '--B',
          'Content-Disposition: form-data; name="file"; filename="a"',
          '',
          null,
          '--B--',
          '',
        ),
      ),
    );
  assert.equal((await inForm(tooLarge)).status, 422);
  assert.equal((await inForm(Buffer.alloc(0))).status, 422);
  assert.equal((await raw(post(head, largest, 'image/png'))).status, 201);
  assert.deepEqual(await readdir(join(dir, 'tmp')), []);
  assert.equal(await services.objects.has(sha256(tooLarge)), false);
  assert.equal(await services.images.find(organizationId, sha256(tooLarge)), undefined);
});

test('a client that sends a file far over the limit still reads its 422', async (t) => {
  const { raw, head } = await startServer(t, await openSetup({ DARKROOM_MAX_IMAGE_BYTES: '1000' }));
  const answer = await raw(post(head, pngImage(Buffer.alloc(20_000_000)), 'image/png'));
  assert.equal(answer.status, 422);
  assert.equal(answer.headers['connection'], 'close');
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const liveBytes = (): number => {
  collectGarbage();
  // The first garbage collection frees buffers in the background, and this ends at the latest when the second one
  // begins.
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
};

const MIB = 1024 * 1024;
const FILE_MIB = 16;

test(`a file of ${FILE_MIB} MiB streams through without being held in memory`, async () => {
  const { port, keyOf } = await openSharedServer();
  const first = pngImage(Buffer.alloc(MIB - pngImage().length));
  const block = Buffer.alloc(MIB, 7);
  const expected = createHash('sha256');
  const before = liveBytes();
  let held = 0;
  const answer = await new Promise<string>((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        path: '/v1/upload',
        method: 'POST',
        headers: {
          authorization: `Bearer ${keyOf('owner')}`,
          'content-type': 'multipart/form-data; boundary=B',
        },
      },
      async (response) => resolve((await response.toArray()).join('')),
    );
    request.on('error', reject);
    request.write('--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
    let sent = 0;
    const next = () => {
      if (sent === FILE_MIB) {
        held = liveBytes() - before;
        return void request.end('\r\n--B--\r\n');
      }
      const bytes = sent === 0 ? first : block;
      sent += 1;
      expected.update(bytes);
      request.write(bytes, next);
    };
    next();
  });
  assert.equal(answer, expected.digest('hex'));
  assert.ok(held < (FILE_MIB / 2) * MIB, `${held} bytes were held`);
});

test('HEAD is 200 if the organization has these bytes, and 404 otherwise', async () => {
  const { call, raw, keyOf, head } = await openSharedServer();
  const hash = (await raw(post(head, pngImage(), 'image/png'))).body;
  assert.equal((await call(`/v1/upload/${hash}`, { method: 'HEAD' })).status, 200);
  const stranger = { authorization: `Bearer ${keyOf('stranger')}` };
  assert.equal((await call(`/v1/upload/${hash}`, { method: 'HEAD', headers: stranger })).status, 404);
  for (const other of ['0'.repeat(64), 'nonsense'])
    assert.equal((await call(`/v1/upload/${other}`, { method: 'HEAD' })).status, 404);
  assert.equal((await call(`/v1/upload/${hash}`)).status, 405);
});

test('a viewer may not upload, and the body is not even read', async () => {
  const { call, keyOf } = await openSharedServer();
  const headers = { authorization: `Bearer ${keyOf('viewer')}`, 'content-type': 'image/png' };
  const answer = await call('/v1/upload', { method: 'POST', body: new Uint8Array(pngImage()), headers });
  assert.equal(answer.status, 403);
});

test('a client that disconnects during an upload leaves nothing behind, and no error is reported', async (t) => {
  const setup = await openSetup();
  const discarded = Promise.withResolvers<void>();
  const { discard } = setup.services.objects;
  setup.services.objects = {
    ...setup.services.objects,
    discard: (draft) => discard(draft).finally(() => discarded.resolve()),
  };
  const { port, head, errors, dir } = await startServer(t, setup);
  const socket = connect(port, '127.0.0.1');
  socket.write(head('POST /v1/upload', 'Content-Type: image/png', 'Content-Length: 1000000'));
  socket.write(pngImage(), () => socket.destroy());
  await discarded.promise;
  // Waits until the response is written, which happens in this turn of the event loop although nobody reads it.
  await new Promise(setImmediate);
  assert.deepEqual(await readdir(join(dir, 'tmp')), []);
  assert.deepEqual(errors, []);
});

test('a client that disconnects while images are fetched for it ends the fetching, and no error is reported', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const { port, head, errors } = await openSharedServer();
  const body = JSON.stringify({
    urls: { a: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/a` },
  });
  const client = connect(port, '127.0.0.1');
  client.write(
    head('POST /v1/upload', 'Content-Type: application/json', `Content-Length: ${body.length}`) + body,
  );
  const [fetching] = await once(silent, 'request');
  client.destroy();
  await once(fetching.socket, 'close');
  await new Promise(setImmediate);
  assert.deepEqual(errors, []);
});
