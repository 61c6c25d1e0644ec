import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openS3Store, PART_BYTES } from '../../src/object-stores/s3.ts';
import { type Bucket, s3Marker } from '../../src/object-stores/s3-bucket.ts';
import { allOf, hashOf, objectStoreContract, putInto } from './contract.ts';

type Options = Partial<Bucket> & { id?: string; multipartFromBytes?: number };

/** The store of a machine that has an empty folder of its own and shares the bucket with others. */
export const openTestS3 = async (t: TestContext, bucket: Bucket, options: Options = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-s3-'));
  const store = await openS3Store({ ...bucket, dir, maxCacheBytes: 1e9, minFreeBytes: 0, ...options });
  t.after(async () => {
    store.close();
    await rm(dir, { recursive: true, force: true });
  });
  return { store, dir };
};

/** The contract of a store in a bucket, whatever server it is on. */
export const s3Contract = (name: string, bucket: () => Bucket): void => {
  const open = (t: TestContext, options?: Options) => openTestS3(t, bucket(), options);

  objectStoreContract(name, async (t) => (await open(t)).store);

  test(`${name}: an image that one machine keeps is read by another, which stores a copy for its lanes`, async (t) => {
    const bytes = Buffer.from('an image');
    const hash = await putInto((await open(t)).store, bytes);
    const { store, dir } = await open(t);
    const [path, again] = await Promise.all([store.path(hash), store.path(hash)]);
    assert.equal(path, again);
    assert.deepEqual(await readFile(path), bytes);
    assert.deepEqual((await readdir(dir)).sort(), [hash, 'tmp']);
    assert.deepEqual(await readdir(join(dir, 'tmp')), []);
  });

  test(`${name}: a machine that has a copy reads the copy, and checks of the store read the store`, async (t) => {
    const { store } = await open(t);
    const bytes = Buffer.from('an image that vanishes from the bucket');
    const hash = await putInto(store, bytes);
    await (await open(t)).store.remove(hash);
    const range = { start: 3, end: 7 };
    assert.deepEqual(await allOf(store.read(hash, range)), bytes.subarray(3, 8));
    await assert.rejects(allOf(store.readStored(hash, range)), { code: 'ENOENT' });
  });

  test(`${name}: a large image is put in parts, and is read, checked and removed like any other`, async (t) => {
    const { store } = await open(t, { multipartFromBytes: PART_BYTES });
    const bytes = randomBytes(PART_BYTES + 12_345);
    const hash = await putInto(store, bytes);
    const { store: other } = await open(t);
    assert.ok(bytes.equals(await readFile(await other.path(hash))));
    const [start, end] = [PART_BYTES - 5, PART_BYTES + 5];
    assert.deepEqual(await allOf(store.readStored(hash, { start, end })), bytes.subarray(start, end + 1));
    await store.remove(hash);
    assert.equal(await store.has(hash), false);
  });

  test(`${name}: a presigned address gives the bytes as an attachment with the name, for a minute`, async (t) => {
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
    const answer = await fetch(address);
    assert.equal(answer.status, 200);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
  });

  test(`${name}: a bucket with another identity is not used`, async (t) => {
    await s3Marker({ ...bucket(), prefix: 'marked/' }).write('one');
    const { store } = await open(t, { prefix: 'marked/', id: 'other' });
    assert.match((await store.whyUnusable()) ?? '', /is not the image store of this database/);
    await assert.rejects(store.checkRoom(), { code: 'unavailable' });
    const { store: right } = await open(t, { prefix: 'marked/', id: 'one' });
    assert.equal(await right.whyUnusable(), undefined);
    await right.checkRoom();
  });

  test(`${name}: a bucket that does not exist is not used, and none of its objects counts as missing`, async (t) => {
    const { store } = await open(t, { bucket: 'no-such-bucket', id: 'any' });
    assert.equal(
      await store.whyUnusable(),
      'The bucket no-such-bucket does not exist. Create it, or correct DARKROOM_OBJECTS.',
    );
    await assert.rejects(store.path(hashOf(Buffer.from('an image'))), { code: 'unavailable' });
  });
};
