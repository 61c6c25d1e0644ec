import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import type { ContentHash } from '../../src/domain/ids.ts';
import { openS3Store } from '../../src/object-stores/s3.ts';
import { s3Marker } from '../../src/object-stores/s3-bucket.ts';
import { allOf, hashOf, objectStoreContract, putInto } from './contract.ts';

const BUCKET = 'darkroom-test';
let server: FauxqsServer;

before(async () => {
  // The SDK takes credentials from these; the server does not check signatures.
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
  });
  server = await startFauxqs({ port: 0, logger: false });
  server.createBucket(BUCKET);
});
after(() => server.stop());

const bucketOf = (prefix: string) => ({
  bucket: BUCKET,
  prefix,
  endpoint: `http://127.0.0.1:${server.port}`,
  timeoutMs: 20_000,
});
const open = async (t: TestContext, options: { prefix?: string; id?: string; endpoint?: string } = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-s3-'));
  const store = await openS3Store({
    ...bucketOf('images/'),
    dir,
    maxCacheBytes: 1e9,
    minFreeBytes: 0,
    ...options,
  });
  t.after(async () => {
    store.close();
    await rm(dir, { recursive: true, force: true });
  });
  return { store, dir };
};

objectStoreContract('S3', async (t) => (await open(t)).store);

test('S3: another machine reads what one has kept, and keeps a copy for its lanes', async (t) => {
  const bytes = Buffer.from('an image');
  const hash = await putInto((await open(t)).store, bytes);
  const { store, dir } = await open(t);
  const [path, again] = await Promise.all([store.path(hash), store.path(hash)]);
  assert.equal(path, again);
  assert.deepEqual(await readFile(path), bytes);
  assert.deepEqual((await readdir(dir)).sort(), [hash, 'tmp']);
  assert.deepEqual(await readdir(join(dir, 'tmp')), []);
});

test('S3: a machine that has a copy reads the copy, and checks of the store read the store', async (t) => {
  const { store } = await open(t);
  const bytes = Buffer.from('an image that vanishes from the bucket');
  const hash = await putInto(store, bytes);
  await (await open(t)).store.remove(hash);
  const range = { start: 3, end: 7 };
  assert.deepEqual(await allOf(store.read(hash, range)), bytes.subarray(3, 8));
  await assert.rejects(allOf(store.readStored(hash, range)), { code: 'ENOENT' });
});

test('S3: the signature covers the body by the hash of the object', async (t) => {
  let signed: string | undefined;
  const bucket = createServer((request, response) => {
    signed = request.headers['x-amz-content-sha256'] as string;
    request.resume().on('end', () => response.end());
  });
  await once(bucket.listen(0, '127.0.0.1'), 'listening');
  t.after(() => bucket.close());
  const { port } = bucket.address() as AddressInfo;
  const { store } = await open(t, { endpoint: `http://127.0.0.1:${port}` });
  assert.equal(await putInto(store, Buffer.from('a signed image')), signed);
});

test('S3: a presigned address gives the bytes as an attachment with the name, for a minute', async (t) => {
  const { store } = await open(t);
  const bytes = Buffer.from('an image to download');
  const address = await store.presign!(await putInto(store, bytes), {
    name: 'Größe.png',
    contentType: 'image/png',
  });
  const asked = new URL(address).searchParams;
  assert.equal(asked.get('X-Amz-Expires'), '60');
  assert.equal(asked.get('response-content-type'), 'image/png');
  assert.match(asked.get('response-content-disposition') ?? '', /^attachment; .*''Gr%C3%B6%C3%9Fe\.png/);
  // The test server ignores both parameters, and does not check the signature.
  const answer = await fetch(address);
  assert.equal(answer.status, 200);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
});

test('S3: an object whose bytes have changed is not worked on', async (t) => {
  const hash = hashOf(Buffer.from('another image'));
  const { store } = await open(t);
  const draft = await store.draft();
  await writeFile(draft, 'something else');
  // AWS refuses this because of the checksum that is sent; the test server accepts it.
  await store.keep(draft, hash);
  const { store: other, dir } = await open(t);
  await assert.rejects(other.path(hash), /is damaged/);
  assert.deepEqual((await readdir(dir, { recursive: true })).sort(), ['tmp']);
});

test('S3: while the server is away, everything is refused as unavailable', async (t) => {
  const { store } = await open(t, { endpoint: 'http://127.0.0.1:1' });
  const hash = hashOf(Buffer.from('image')) as ContentHash;
  await assert.rejects(store.has(hash), { code: 'unavailable' });
  await assert.rejects(store.path(hash), { code: 'unavailable' });
  const draft = await store.draft();
  await writeFile(draft, 'image');
  await assert.rejects(store.keep(draft, hash), { code: 'unavailable' });
});

test('S3: a bucket with another identity is not used', async (t) => {
  await s3Marker(bucketOf('marked/')).write('one');
  const { store } = await open(t, { prefix: 'marked/', id: 'other' });
  assert.match((await store.whyUnusable()) ?? '', /is not the image store of this database/);
  await assert.rejects(store.checkRoom(), { code: 'unavailable' });
  const { store: right } = await open(t, { prefix: 'marked/', id: 'one' });
  assert.equal(await right.whyUnusable(), undefined);
  await right.checkRoom();
});
