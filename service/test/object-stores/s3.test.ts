import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import type { ContentHash } from '../../src/domain/ids.ts';
import { hashOf, putInto } from './contract.ts';
import { openTestS3, s3Contract } from './s3-contract.ts';

const BUCKET = 'darkroom-test';
let server: FauxqsServer;

before(async () => {
  // The SDK takes its credentials from these environment variables; the server does not check signatures.
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
  });
  server = await startFauxqs({ port: 0, logger: false });
  server.createBucket(BUCKET);
});
after(() => server.stop());

const bucket = () => ({
  bucket: BUCKET,
  prefix: 'images/',
  endpoint: `http://127.0.0.1:${server.port}`,
  timeoutMs: 20_000,
});
const open = (t: TestContext, options: { endpoint?: string; id?: string } = {}) =>
  openTestS3(t, bucket(), options);

s3Contract('S3', bucket);

test('S3: the signature covers the body by the hash of the object', async (t) => {
  let signed: string | undefined;
  const recorder = createServer((request, response) => {
    signed = request.headers['x-amz-content-sha256'] as string;
    request.resume().on('end', () => response.end());
  });
  await once(recorder.listen(0, '127.0.0.1'), 'listening');
  t.after(() => recorder.close());
  const { port } = recorder.address() as AddressInfo;
  const { store } = await open(t, { endpoint: `http://127.0.0.1:${port}` });
  assert.equal(await putInto(store, Buffer.from('a signed image')), signed);
});

test('S3: an object whose bytes have changed is not worked on', async (t) => {
  const hash = hashOf(Buffer.from('another image'));
  const { store } = await open(t);
  const draft = await store.draft();
  await writeFile(draft, 'something else');
  // AWS refuses an upload that does not match the checksum sent with it; the test server accepts it.
  await store.keep(draft, hash);
  const { store: other, dir } = await open(t);
  await assert.rejects(other.path(hash), /is damaged/);
  assert.deepEqual((await readdir(dir, { recursive: true })).sort(), ['tmp']);
});

test('S3: while the server is unreachable, every call fails as unavailable', async (t) => {
  const { store } = await open(t, { endpoint: 'http://127.0.0.1:1', id: 'any' });
  const hash = hashOf(Buffer.from('image')) as ContentHash;
  await assert.rejects(store.has(hash), { code: 'unavailable' });
  await assert.rejects(store.path(hash), { code: 'unavailable' });
  const draft = await store.draft();
  await writeFile(draft, 'image');
  const warned = t.mock.method(console, 'warn');
  await assert.rejects(store.keep(draft, hash), { code: 'unavailable' });
  assert.equal(warned.mock.callCount(), 0, 'the log has no lines but those of the service');
  assert.match(
    (await store.whyUnusable()) ?? '',
    /^The bucket darkroom-test cannot be reached \(.*ECONNREFUSED.*\)\. Check DARKROOM_S3_ENDPOINT/,
  );
});
