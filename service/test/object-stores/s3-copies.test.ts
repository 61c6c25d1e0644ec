import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import type { ContentHash } from '../../src/domain/ids.ts';
import { openS3Copies } from '../../src/object-stores/s3-copies.ts';
import { until } from '../support/until.ts';
import { hashOf } from './contract.ts';

const MINUTE_MS = 60_000;
const IMAGES = ['first', 'second', 'third'].map((text) => Buffer.from(text.padEnd(100)));
const [FIRST, SECOND, THIRD] = IMAGES.map(hashOf) as [ContentHash, ContentHash, ContentHash];

const open = async (t: TestContext, maxBytes: number) => {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-copies-'));
  const drafts = join(dir, 'tmp');
  await mkdir(drafts);
  const fetched: string[] = [];
  const copies = openS3Copies({
    dir,
    drafts,
    maxBytes,
    owner: undefined,
    get: async (hash) => {
      fetched.push(hash);
      return Readable.from([IMAGES.find((bytes) => hashOf(bytes) === hash)]);
    },
  });
  t.after(async () => {
    copies.close();
    await rm(dir, { recursive: true });
  });
  const present = async () => (await readdir(dir)).filter((name) => name !== 'tmp');
  return { ...copies, dir, fetched, present };
};

test('an object is fetched once, also for lanes that ask for it at the same time', async (t) => {
  const copies = await open(t, 1e9);
  await Promise.all([1, 2, 3].map(() => copies.path(FIRST)));
  await copies.path(FIRST);
  assert.deepEqual(copies.fetched, [FIRST]);
});

test('copies beyond the limit are removed within a minute, least recently used first', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const copies = await open(t, 200);
  for (const bytes of IMAGES) await copies.path(hashOf(bytes));
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  await utimes(join(copies.dir, FIRST), ago(30), ago(30));
  await utimes(join(copies.dir, SECOND), ago(20), ago(20));
  // This use makes the first copy newer than the second, which is now the oldest.
  await copies.path(FIRST);
  t.mock.timers.tick(MINUTE_MS);
  await until('one copy is gone', 10_000, async () => (await copies.present()).length < 3);
  assert.deepEqual((await copies.present()).sort(), [FIRST, THIRD].sort());
});
