import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import type { ContentHash } from '../../../src/domain/ids.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { halves, plain } from '../../components/sample-images.ts';
import { serversForTests } from '../start-server.ts';
import type { TestCaller } from '../test-setup.ts';

const { openSharedServer } = serversForTests();

const withImage = async (bytes: Buffer, uploader: TestCaller = 'owner') => {
  const server = await openSharedServer();
  const upload = await server.call('/v1/upload', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${server.keyOf(uploader)}` },
  });
  assert.equal(upload.status, 201);
  return { ...server, hash: (await upload.text()) as ContentHash };
};

const seen = async (answer: Response) => {
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { format, width, height };
};

test('an image is sent as a small WebP, upright, with a name and a tag of its own', async () => {
  const sideways = await halves(900, 600, [200, 0, 0], [0, 0, 200])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { call, hash, organizationId } = await withImage(sideways);
  const answer = await call(`/v1/image/${hash}/mug.jpg?organization=${organizationId}&size=320`);
  assert.equal(answer.status, 200);
  const { headers } = answer;
  assert.equal(headers.get('content-type'), 'image/webp');
  assert.equal(headers.get('cache-control'), 'private, max-age=31536000, immutable');
  assert.equal(headers.get('etag'), `"${hash}-320"`);
  assert.equal(headers.get('content-disposition'), 'inline; filename=mug.webp');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
  const small = Buffer.from(await answer.arrayBuffer());
  const { data, info } = await sharp(small).raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [213, 320]);
  assert.ok(data[0]! > 150 && data.at(-1)! > 150, 'red above, blue below');

  const again = await call(`/image/${hash}?size=320`, { headers: { 'if-none-match': `"${hash}-320"` } });
  assert.equal(again.status, 304);
  const part = await call(`/image/${hash}?size=320`, { headers: { range: 'bytes=4-7' } });
  assert.equal(part.status, 206);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), small.subarray(4, 8));
});

test('no image is made larger, and transparency stays', async () => {
  const { call, hash } = await withImage(await plain(40, 30, [0, 200, 0], 0.5).png().toBuffer());
  const answer = await call(`/image/${hash}?size=1280`);
  const { format, width, height, hasAlpha } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  assert.deepEqual(
    { format, width, height, hasAlpha },
    { format: 'webp', width: 40, height: 30, hasAlpha: true },
  );
});

test('a size that is not offered is 400 and names those that are; an empty one is the image itself', async () => {
  const { call, hash } = await withImage(await plain(40, 30, [9, 9, 9]).jpeg().toBuffer());
  for (const size of ['0', '321', '-160', '160.5', 'large', '99999999999999999999']) {
    const answer = await call(`/image/${hash}?size=${size}`);
    assert.equal(answer.status, 400, size);
    assert.match(
      ((await answer.json()) as { message: string }).message,
      /^The parameter size must be 160, 320, 640 or 1280\.$/,
    );
  }
  assert.deepEqual(await seen(await call(`/image/${hash}?size=`)), { format: 'jpeg', width: 40, height: 30 });
});

// Inserts an image as an execution under review does: only reviewers may see it, and nobody has uploaded it to
// this organization.
const PUT_UNDER_REVIEW = statement(`
  insert into images (organization_id, hash, format, content_type, width, height, bytes, crc32, reviewers_only)
  select $1, hash, format, content_type, width, height, bytes, crc32, true from images where hash = $2 limit 1`);

test('a thumbnail is only for callers who may see the image, also when it exists already', async () => {
  const bytes = await plain(41, 31, [9, 9, 9]).jpeg().toBuffer();
  const { call, hash, keyOf, database, organizationId } = await withImage(bytes, 'stranger');
  const as = async (who: TestCaller) =>
    (await call(`/image/${hash}?size=160`, { headers: { authorization: `Bearer ${keyOf(who)}` } })).status;
  assert.equal(await as('stranger'), 200);
  assert.equal(await as('owner'), 403);
  assert.equal((await call(`/image/${hash}?size=160`, { headers: { authorization: '' } })).status, 401);
  assert.equal((await call(`/image/${'0'.repeat(64)}?size=160`)).status, 404);
  await database.run(PUT_UNDER_REVIEW, [organizationId, hash]);
  assert.equal(await as('viewer'), 403);
  assert.equal(await as('reviewer'), 200);
});

test('a thumbnail of an image with broken pixels is 422', async () => {
  const whole = await plain(400, 300, [9, 9, 9]).png({ compressionLevel: 0 }).toBuffer();
  const { call, hash } = await withImage(whole.subarray(0, 5000));
  for (const _ of ['asked', 'asked again']) assert.equal((await call(`/image/${hash}?size=160`)).status, 422);
});
