import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startFauxqs } from 'fauxqs';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { openS3Store } from '../../src/object-stores/s3.ts';
import { copyObjects } from '../../src/operations/retention/copy-objects.ts';
import { problemOf } from '../../src/operations/retention/scrub.ts';
import { putInto } from '../object-stores/contract.ts';

const folder = async (t: TestContext) => {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-copy-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
};
const openFolder = async (t: TestContext) => openFilesystemStore({ dir: await folder(t), minFreeBytes: 0 });

test('a copy from a folder to S3 and back has all objects and notes, byte for byte', async (t) => {
  const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' };
  Object.assign(process.env, credentials);
  const server = await startFauxqs({ port: 0, logger: false });
  t.after(() => server.stop());
  server.createBucket('images');
  const [first, last] = [await openFolder(t), await openFolder(t)];
  const s3 = await openS3Store({
    bucket: 'images',
    prefix: 'copy/',
    endpoint: `http://127.0.0.1:${server.port}`,
    dir: await folder(t),
    timeoutMs: 20_000,
    maxCacheBytes: 1e9,
    minFreeBytes: 0,
  });
  t.after(() => s3.close());
  const images = [randomBytes(10), randomBytes(100_000), randomBytes(3_000)];
  const hashes = [];
  for (const bytes of images) hashes.push(await putInto(first, bytes));
  const note = JSON.stringify({ id: 'a-note' });
  await first.writeNote('a-note', note);
  assert.deepEqual(await copyObjects(first, s3), { copied: 3, present: 0, broken: [] });
  assert.deepEqual(await copyObjects(s3, last), { copied: 3, present: 0, broken: [] });
  for (const [index, hash] of hashes.entries())
    assert.equal(await problemOf(last, hash, images[index]!.length), undefined);
  assert.deepEqual(await last.readNotes(), [note]);
});

test('a copy that was interrupted goes on where it was, with what came in the meantime', async (t) => {
  const [from, to] = [await openFolder(t), await openFolder(t)];
  for (let index = 0; index < 20; index += 1) await putInto(from, randomBytes(50));
  let kept = 0;
  const failing = {
    ...to,
    keep: async (...given: Parameters<typeof to.keep>) => {
      kept += 1;
      if (kept > 7) throw new Error('The network is away.');
      await to.keep(...given);
    },
  };
  await assert.rejects(copyObjects(from, failing), /network/);
  await putInto(from, randomBytes(50));
  const { copied, present } = await copyObjects(from, to);
  assert.deepEqual({ copied, present }, { copied: 14, present: 7 });
  assert.deepEqual(await copyObjects(from, to), { copied: 0, present: 21, broken: [] });
});

test('a damaged object is not copied, and is reported', async (t) => {
  const [from, to] = [await openFolder(t), await openFolder(t)];
  const hash = await putInto(from, randomBytes(50));
  await writeFile(await from.path(hash), 'damaged');
  assert.deepEqual(await copyObjects(from, to), { copied: 0, present: 0, broken: [hash] });
  assert.equal(await to.has(hash), false);
});
