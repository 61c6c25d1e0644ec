import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { ContentHash } from '../../../src/domain/ids.ts';
import { requestedByteRange } from '../../../src/http/replies/byte-range.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { serversForTests, startServer } from '../start-server.ts';
import { pngImage } from './png-image.ts';

const { openSharedServer, openSetup } = serversForTests();

const BYTES = pngImage('0123456789');

const withImage = async (uploader: 'owner' | 'stranger' = 'owner') => {
  const server = await openSharedServer();
  const upload = await server.call('/v1/upload', {
    method: 'POST',
    body: new Uint8Array(BYTES),
    headers: { 'content-type': 'image/gif', authorization: `Bearer ${server.keyOf(uploader)}` },
  });
  return { ...server, hash: (await upload.text()) as ContentHash };
};

test('the organization’s own image is sent so that a browser can only show it', async () => {
  const { call, hash, organizationId } = await withImage();
  const answer = await call(`/image/${hash}/photo.png?organization=${organizationId}`);
  assert.equal(answer.status, 200);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), BYTES);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.equal(answer.headers.get('content-length'), String(BYTES.length));
  assert.equal(answer.headers.get('etag'), `"${hash}"`);
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; sandbox");
  assert.equal(answer.headers.get('cache-control'), 'private, max-age=31536000, immutable');
  assert.equal(answer.headers.get('content-disposition'), 'inline; filename=photo.png');
  assert.equal(answer.headers.get('x-ratelimit-limit'), '18000');
});

test('with presigned downloads, an image is a redirect to the store, and a thumbnail is not', async (t) => {
  const opened = await openSetup({ DARKROOM_PRESIGN_DOWNLOADS: 'true' });
  const { services } = opened;
  const asked: unknown[] = [];
  const presign = async (hash: ContentHash, file: object) => {
    asked.push(file);
    return `https://bucket.example/${hash}?signed`;
  };
  const objects = { ...services.objects, presign };
  const { call } = await startServer(t, { ...opened, services: { ...services, objects } });
  const upload = await call('/v1/upload', {
    method: 'POST',
    body: new Uint8Array(BYTES),
    headers: { 'content-type': 'image/png' },
  });
  const hash = await upload.text();
  const answer = await call(`/image/${hash}/photo.png`, { redirect: 'manual' });
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get('location'), `https://bucket.example/${hash}?signed`);
  assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  assert.deepEqual(asked, [{ name: 'photo.png', contentType: 'image/png' }]);
  const small = await call(`/image/${hash}/photo.png?size=160`, { redirect: 'manual' });
  assert.notEqual(small.status, 302);
  const unknown = await call(`/image/${'0'.repeat(64)}`, { redirect: 'manual' });
  assert.equal(unknown.status, 404);
});

test('any name is accepted, or none; only the hash is looked up', async () => {
  const { raw, hash, head } = await withImage();
  for (const name of [
    '',
    '/',
    '/a.png',
    '/a/b/c.png',
    '/100%.png',
    '/%FF%zz',
    '/gr%C3%B6%C3%9Fe%20x.png',
    '/%2e%2e%2f',
    `/${'x'.repeat(2000)}`,
  ])
    for (const version of ['', '/v1']) {
      const answer = await raw(head(`GET ${version}/image/${hash}${name}`));
      assert.equal(answer.status, 200, `${name} ${answer.body}`);
    }
  const { headers } = await raw(head(`GET /image/${hash}/gr%C3%B6%C3%9Fe%22%0d%0ax.png`));
  assert.equal(
    headers['content-disposition'],
    'inline; filename="gr??e\\"x.png"; filename*=UTF-8\'\'gr%C3%B6%C3%9Fe%22x.png',
  );
  assert.equal(
    (await raw(head(`GET /image/${hash}`))).headers['content-disposition'],
    `inline; filename=${hash}.png`,
  );
});

test('an image of another organization is 403, and unknown or malformed hashes are 404', async () => {
  const { call, hash, keyOf } = await withImage();
  const stranger = { authorization: `Bearer ${keyOf('stranger')}` };
  assert.equal((await call(`/image/${hash}/a.png`, { headers: stranger })).status, 403);
  assert.equal((await call(`/image/${'0'.repeat(64)}/a.png`)).status, 404);
  assert.equal((await call('/image/nonsense/a.png')).status, 404);
  assert.equal((await call(`/image/${hash}/a.png`, { headers: { authorization: '' } })).status, 401);
});

// Inserts an image as an execution under review does: only reviewers may see it, and nobody has uploaded it to
// this organization.
const PUT_UNDER_REVIEW = statement(`
  insert into images (organization_id, hash, format, content_type, width, height, bytes, crc32, reviewers_only)
  select $1, hash, format, content_type, width, height, bytes, crc32, true from images where hash = $2 limit 1`);

test('an image under review is 403 to those who may not review', async () => {
  const { call, hash, database, organizationId, keyOf } = await withImage('stranger');
  await database.run(PUT_UNDER_REVIEW, [organizationId, hash]);
  const as = async (role: 'viewer' | 'operator' | 'reviewer' | 'owner') =>
    (await call(`/image/${hash}/a.png`, { headers: { authorization: `Bearer ${keyOf(role)}` } })).status;
  assert.deepEqual([await as('viewer'), await as('operator')], [403, 403]);
  assert.deepEqual([await as('reviewer'), await as('owner')], [200, 200]);
});

test('a client that has the image already gets 304 without it', async () => {
  const { call, hash } = await withImage();
  for (const known of [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, '*']) {
    const answer = await call(`/image/${hash}/a.png`, { headers: { 'if-none-match': known } });
    assert.equal(answer.status, 304, known);
    assert.equal(answer.headers.get('etag'), `"${hash}"`);
  }
  assert.equal((await call(`/image/${hash}/a.png`, { headers: { 'if-none-match': '"other"' } })).status, 200);
});

test('a range is 206 with just those bytes, and one beyond the image is 416', async () => {
  const { call, hash } = await withImage();
  const size = BYTES.length;
  const ranges: Record<string, [number, number]> = {
    'bytes=0-0': [0, 0],
    'bytes=8-': [8, size - 1],
    'bytes=-4': [size - 4, size - 1],
    'bytes=-9999': [0, size - 1],
    'bytes=2-9999': [2, size - 1],
  };
  for (const [range, [start, end]] of Object.entries(ranges)) {
    const answer = await call(`/image/${hash}/a.png`, { headers: { range } });
    assert.equal(answer.status, 206, range);
    assert.equal(answer.headers.get('content-range'), `bytes ${start}-${end}/${size}`);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), BYTES.subarray(start, end + 1));
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const answer = await call(`/image/${hash}/a.png`, { headers: { range } });
    assert.equal(answer.status, 416, range);
    assert.equal(answer.headers.get('content-range'), `bytes */${size}`);
    assert.equal(answer.headers.get('etag'), null);
    assert.equal(((await answer.json()) as { status: number }).status, 416);
  }
  for (const range of ['bytes=0-1,3-4', 'bytes=5-2', 'bytes=-', 'pages=1-2', 'nonsense'])
    assert.equal((await call(`/image/${hash}/a.png`, { headers: { range } })).status, 200, range);
});

test('a range with an If-Range of another image is answered with the whole image', async () => {
  const { call, hash } = await withImage();
  const ask = async (ifRange: string) =>
    (await call(`/image/${hash}/a.png`, { headers: { range: 'bytes=0-1', 'if-range': ifRange } })).status;
  assert.equal(await ask(`"${hash}"`), 206);
  assert.equal(await ask('"other"'), 200);
});

test('HEAD of an image has the headers of GET', async () => {
  const { call, hash } = await withImage();
  const answer = await call(`/image/${hash}/a.png`, { method: 'HEAD' });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-length'), String(BYTES.length));
  assert.equal(answer.headers.get('content-type'), 'image/png');
});

test('an image whose file is missing is a 503 without paths, and is not cached', async () => {
  const { call, hash, services, errors } = await withImage();
  await rm(await services.objects.path(hash));
  const answer = await call(`/image/${hash}/a.png`);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.doesNotMatch(await answer.text(), /ENOENT|tmp|stack/);
  assert.equal(errors.length, 0);
});

test('an empty resource has no ranges', () => {
  assert.equal(requestedByteRange('bytes=0-', 0), 'unsatisfiable');
  assert.equal(requestedByteRange(undefined, 0), undefined);
});
