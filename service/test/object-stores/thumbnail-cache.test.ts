import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ContentHash } from '../../src/domain/ids.ts';
import { openThumbnailCache } from '../../src/object-stores/thumbnail-cache.ts';

const DAY_MS = 24 * 60 * 60_000;
const hashOf = (digit: string) => digit.repeat(64) as ContentHash;

/** The header of a WebP, which is all that the cache looks at. */
const webp = (bytes: number): Buffer => {
  const file = Buffer.alloc(bytes);
  file.write('RIFF', 'latin1');
  file.writeUInt32LE(bytes - 8, 4);
  return file;
};

const open = async (t: TestContext, maxBytes = 100_000) => {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-thumbnails-'));
  const clock = { now: Date.now() };
  const cache = await openThumbnailCache({ dir, maxBytes, now: () => clock.now });
  t.after(async () => {
    await cache.close();
    await rm(dir, { recursive: true, force: true });
  });
  const put = async (digit: string, bytes = 1000) => {
    const draft = cache.draft();
    await writeFile(draft, webp(bytes));
    return cache.keep(draft, hashOf(digit), 320);
  };
  const usedAt = (digit: string, at: number) =>
    utimes(join(dir, digit.repeat(2), `${hashOf(digit)}-320`), at / 1000, at / 1000);
  return { dir, cache, clock, put, usedAt };
};

const filesIn = async (dir: string) =>
  (await readdir(dir, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());

test('a kept thumbnail is found under its own size only', async (t) => {
  const { cache, put, dir } = await open(t);
  const bytes = await put('a');
  assert.deepEqual(await cache.find(hashOf('a'), 320), bytes);
  assert.equal(await cache.find(hashOf('a'), 640), undefined);
  assert.equal(await cache.find(hashOf('b'), 320), undefined);
  assert.deepEqual(await readdir(join(dir, 'tmp')), []);
});

test('a removed thumbnail is not found, and no other is removed', async (t) => {
  const { cache, put, dir } = await open(t);
  await put('a');
  await put('b');
  await cache.remove(hashOf('a'));
  assert.equal(await cache.find(hashOf('a'), 320), undefined);
  assert.equal((await filesIn(dir)).length, 1);
});

test('a truncated thumbnail is not found', async (t) => {
  const { cache, put, dir } = await open(t);
  await put('a');
  await truncate(join(dir, 'aa', `${hashOf('a')}-320`), 500);
  assert.equal(await cache.find(hashOf('a'), 320), undefined);
});

test('thumbnails that were not used for a month are deleted, and used ones stay', async (t) => {
  const { cache, clock, put, usedAt } = await open(t);
  for (const digit of ['a', 'b']) {
    await put(digit);
    await usedAt(digit, clock.now - 29 * DAY_MS);
  }
  assert.ok(await cache.find(hashOf('a'), 320));
  clock.now += 2 * DAY_MS;
  await cache.sweep();
  assert.ok(await cache.find(hashOf('a'), 320));
  assert.equal(await cache.find(hashOf('b'), 320), undefined);
});

test('the least used ones go when there are too many', async (t) => {
  const { cache, clock, put, usedAt } = await open(t, 2500);
  for (const [index, digit] of ['a', 'b', 'c'].entries()) {
    await put(digit);
    await usedAt(digit, clock.now - (index === 1 ? 2 : 1) * 60_000);
  }
  await cache.sweep();
  const found = await Promise.all(['a', 'b', 'c'].map((digit) => cache.find(hashOf(digit), 320)));
  assert.deepEqual(found.map(Boolean), [true, false, true]);
});

test('it sweeps by itself when it has grown', async (t) => {
  const { cache, put, dir } = await open(t, 4000);
  for (const digit of ['a', 'b', 'c', 'd', 'e', 'f']) await put(digit);
  await cache.close();
  assert.equal((await filesIn(dir)).length, 4);
});

test('a thumbnail that is stored during a sweep counts too', async (t) => {
  for (let round = 0; round < 20; round++) {
    const { cache, put, dir } = await open(t, 4000);
    await Promise.all(Array.from('0123456789abcdef', (digit) => put(digit)));
    await cache.close();
    assert.equal((await filesIn(dir)).length, 4);
  }
});

test('a draft that is being made is not removed, however many there are', async (t) => {
  const { cache, put } = await open(t, 2500);
  const draft = cache.draft();
  await writeFile(draft, webp(1000));
  for (const digit of ['a', 'b', 'c']) await put(digit);
  await cache.sweep();
  assert.equal((await cache.keep(draft, hashOf('d'), 320)).length, 1000);
});

test('drafts that nobody finished are removed after an hour', async (t) => {
  const { cache, clock } = await open(t);
  const draft = cache.draft();
  await writeFile(draft, 'half');
  await cache.sweep();
  await readFile(draft);
  clock.now += 2 * 60 * 60_000;
  await cache.sweep();
  await assert.rejects(readFile(draft), { code: 'ENOENT' });
});
