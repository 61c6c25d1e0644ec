import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { hashOf, objectStoreContract, putInto } from './contract.ts';

const folder = async (t: TestContext): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-store-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

objectStoreContract('filesystem', async (t) =>
  openFilesystemStore({ dir: join(await folder(t), 'made', 'here'), minFreeBytes: 0 }),
);

test('an image lies under the first two digits of its hash, and no draft is left', async (t) => {
  const dir = await folder(t);
  const hash = await putInto(await openFilesystemStore({ dir, minFreeBytes: 0 }), Buffer.from('image'));
  assert.deepEqual(await readdir(join(dir, hash.slice(0, 2))), [hash]);
  assert.deepEqual(await readdir(join(dir, 'tmp')), []);
});

test('keeping a draft that is not there fails, and nothing is kept', async (t) => {
  const dir = await folder(t);
  const store = await openFilesystemStore({ dir, minFreeBytes: 0 });
  const hash = await putInto(store, Buffer.from('an image'));
  await rm(await store.path(hash));
  await assert.rejects(store.keep(join(dir, 'tmp', 'missing'), hash), { code: 'ENOENT' });
  assert.equal(await store.has(hash), false);
});

test('bytes that exist already count as kept only when their folder entry is durable', async (t) => {
  const dir = await folder(t);
  const first = await putInto(await openFilesystemStore({ dir, minFreeBytes: 0 }), Buffer.from('an image'));
  const synced: number[] = [];
  const { fsync } = fs;
  t.mock.method(fs, 'fsync', ((file, done) => {
    synced.push(fs.fstatSync(file).ino);
    fsync(file, done);
  }) as typeof fs.fsync);
  syncBuiltinESMExports();
  t.after(syncBuiltinESMExports);
  const reopened = '../../src/object-stores/filesystem.ts?reopened';
  const store = await (await import(reopened)).openFilesystemStore({ dir, minFreeBytes: 0 });
  synced.length = 0;
  assert.equal(await putInto(store, Buffer.from('an image')), first);
  assert.deepEqual(synced, [fs.statSync(join(dir, first.slice(0, 2))).ino]);
});

test('a link that a lane puts in place of an image is not followed, so root reads no secret through it', async (t) => {
  const dir = await folder(t);
  const store = await openFilesystemStore({ dir, minFreeBytes: 0 });
  const secret = join(dir, 'secret');
  await writeFile(secret, 'secret');
  const draft = await store.draft();
  await symlink(secret, draft);
  await assert.rejects(store.readDraft(draft), { code: 'ELOOP' });
  const hash = hashOf(Buffer.from('secret'));
  await assert.rejects(store.keep(draft, hash), { code: 'ELOOP' });
  assert.equal(await store.has(hash), false);
  await symlink(secret, await store.path(hash));
  for (const end of [5, 99_999])
    await assert.rejects(async () => buffer(Readable.from(store.read(hash, { start: 0, end }))), {
      code: 'ELOOP',
    });
});

test('drafts of earlier processes are removed after an hour, newer ones stay', async (t) => {
  const dir = await folder(t);
  const store = await openFilesystemStore({ dir, minFreeBytes: 0 });
  const [old, young] = [await store.draft(), await store.draft()];
  await writeFile(old, 'old');
  await writeFile(young, 'young');
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(old, twoHoursAgo, twoHoursAgo);
  await openFilesystemStore({ dir, minFreeBytes: 0 });
  assert.deepEqual(await readdir(join(dir, 'tmp')), [young.slice(join(dir, 'tmp').length + 1)]);
});

test('with less free space than required, the check fails as unavailable', async (t) => {
  const store = await openFilesystemStore({ dir: await folder(t), minFreeBytes: Number.MAX_SAFE_INTEGER });
  await assert.rejects(store.checkRoom(), { code: 'unavailable' });
});

test('concurrent checks of a usable store all pass', async (t) => {
  const store = await openFilesystemStore({ dir: await folder(t), minFreeBytes: 0 });
  const reasons = await Promise.all(Array.from({ length: 50 }, () => store.whyUnusable()));
  assert.deepEqual(new Set(reasons), new Set([undefined]));
});
