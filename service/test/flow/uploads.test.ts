import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { startServer } from '../support/http-server.ts';
import { randomImage } from '../support/images.ts';
import { shareService } from '../support/service.ts';
import { openTenant, upload } from '../support/tenant.ts';

const HASH = /^[0-9a-f]{64}$/;
const service = await shareService();
after(() => service.stop());
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('Upload', () => {
  test('a form with the field file is 201 with the SHA-256 as the whole body, in plain text', async () => {
    const { operator } = await openTenant(service);
    const bytes = await randomImage();
    const answer = await operator('POST /v1/upload', { file: { bytes, name: 'a.jpg' } });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(answer.text, sha256(bytes));
    assert.match(answer.text, HASH);
  });

  test('an image as the whole body is the same, and so is the second upload of the same bytes', async () => {
    const { operator } = await openTenant(service);
    const bytes = await randomImage('png');
    for (const type of ['image/png', 'image/jpeg', 'image/x-unknown; a=b', 'IMAGE/PNG']) {
      const answer = await operator('POST /v1/upload', { body: bytes, headers: { 'content-type': type } });
      assert.deepEqual([answer.status, answer.text], [201, sha256(bytes)], type);
      assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    }
  });

  test('every accepted format is recognised by its bytes', async () => {
    const { operator } = await openTenant(service);
    for (const format of ['jpeg', 'png', 'webp', 'tiff', 'avif', 'gif'] as const) {
      const hash = await upload(operator, await randomImage(format));
      const { headers } = await operator(`GET /image/${hash}/wrong.txt`);
      assert.equal(headers.get('content-type'), `image/${format}`);
    }
  });

  test('URLs are fetched by the service, all or nothing', async () => {
    const { operator } = await openTenant(service);
    const served: Record<string, Buffer> = { '/a': await randomImage(), '/b': await randomImage('png') };
    const server = await startServer((request, response) => {
      const bytes = served[request.url!];
      response.writeHead(bytes ? 200 : 404).end(bytes);
    });
    const urls = { front: `${server.url}/a`, 'the back': `${server.url}/b` };
    const answer = await operator('POST /v1/upload', { json: { urls } });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.json(), {
      urls: { front: sha256(served['/a']!), 'the back': sha256(served['/b']!) },
    });
    served['/c'] = await randomImage();
    const half = { front: `${server.url}/c`, back: `${server.url}/missing` };
    assert.equal((await operator('POST /v1/upload', { json: { urls: half } })).status, 400);
    assert.equal((await operator(`HEAD /v1/upload/${sha256(served['/c']!)}`)).status, 404);
    await server.close();
  });

  test('URLs are at most 50, http or https, and never a private address', async () => {
    const { operator } = await openTenant(service);
    const url = 'http://example.invalid/a.jpg';
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, url]));
    for (const urls of [
      many,
      {},
      [],
      null,
      'x',
      { a: 5 },
      { a: 'ftp://x/' },
      { a: '' },
      { a: 'http://10.0.0.1/' },
      { a: 'http://169.254.169.254/' },
      { a: 'file:///etc/passwd' },
      { a: url },
    ])
      assert.equal(
        (await operator('POST /v1/upload', { json: { urls } })).status,
        400,
        JSON.stringify(urls).slice(0, 80),
      );
  });

  test('HEAD is 200 when the organization has the bytes, in upper- or lower-case hex, else 404', async () => {
    const [ours, theirs] = [await openTenant(service), await openTenant(service)];
    const hash = await upload(ours.operator);
    for (const written of [hash, hash.toUpperCase()]) {
      assert.equal((await ours.operator(`HEAD /v1/upload/${written}`)).status, 200);
      assert.equal((await ours.operator(`GET /image/${written}/shoe.jpg`)).status, 200);
    }
    assert.equal((await theirs.operator(`HEAD /v1/upload/${hash}`)).status, 404);
    for (const unknown of ['f'.repeat(64), 'nonsense'])
      assert.equal((await ours.operator(`HEAD /v1/upload/${unknown}`)).status, 404, unknown);
  });

  test('an upload without an image is 400, and a Content-Type that is no image type is 415', async () => {
    const { operator } = await openTenant(service);
    assert.equal((await operator('POST /v1/upload')).status, 400);
    assert.equal((await operator('POST /v1/upload', { json: {} })).status, 400);
    const headers = { 'content-type': 'text/plain' };
    assert.equal((await operator('POST /v1/upload', { body: 'x', headers })).status, 415);
  });
});

describe('Known uploads', () => {
  test('are those that the organization has, in the order of the request', async () => {
    const own = await openTenant(service);
    const [held, other] = [await upload(own.operator), await upload(own.operator)];
    const theirs = await upload((await openTenant(service)).operator);
    const ask = (json: unknown) => own.operator('POST /v1/upload/known', { json });
    const hashes = [other, 'f'.repeat(64), theirs, held];
    assert.deepEqual((await ask({ hashes })).json(), { known: [other, held] });
    assert.deepEqual((await ask({ hashes: [] })).json(), { known: [] });
    for (const wrong of [{}, { hashes: ['x'] }, { hashes: Array(1001).fill(held) }, { hashes: held }])
      assert.equal((await ask(wrong)).status, 400);
  });
});
