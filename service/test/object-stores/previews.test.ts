import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { uuidv7 } from 'uuidv7';
import { previewName } from '../../src/domain/executions/trace.ts';
import type { ExecutionId } from '../../src/domain/ids.ts';
import { openPreviewFiles } from '../../src/object-stores/previews.ts';

const dir = await mkdtemp(join(tmpdir(), 'darkroom-previews-'));
after(() => rm(dir, { recursive: true }));
const previews = openPreviewFiles(dir);
const TRACE = { input: { width: 3, height: 2 }, steps: [{}] };

const make = async (attempt = 1, id = uuidv7() as ExecutionId) => {
  const key = { id, attempt };
  const draft = await previews.draft();
  await writeFile(join(draft, previewName(0)), `after the first step of attempt ${attempt}`);
  await previews.keep(draft, key, TRACE);
  return key;
};

test('kept previews are found by their execution and attempt only', async () => {
  const key = await make();
  assert.deepEqual(await previews.find(key), TRACE);
  assert.equal((await previews.read(key, 0))?.toString(), 'after the first step of attempt 1');
  assert.equal(await previews.read(key, 1), undefined);
  for (const other of [
    { ...key, attempt: 2 },
    { ...key, id: uuidv7() as ExecutionId },
  ]) {
    assert.equal(await previews.find(other), undefined);
    assert.equal(await previews.read(other, 0), undefined);
  }
});

test('when two processes make the same previews, the first ones stay and nothing is left of the second', async () => {
  const key = await make();
  await make(1, key.id);
  assert.deepEqual(await previews.find(key), TRACE);
  assert.deepEqual(
    (await readdir(dir)).filter((name) => name.startsWith('draft-')),
    [],
  );
});

test('a discarded draft leaves nothing', async () => {
  const before = await readdir(dir);
  await previews.discard(await previews.draft());
  assert.deepEqual(await readdir(dir), before);
});

test('previews that are too old are removed, and so are abandoned drafts', async () => {
  const [old, young] = [await make(), await make()];
  const draft = await previews.draft();
  const long = new Date(Date.now() - 8 * 86_400_000);
  await utimes(join(dir, `${old.id}.1`), long, long);
  await utimes(draft, long, long);
  await previews.removeMadeBefore(new Date(Date.now() - 7 * 86_400_000));
  assert.equal(await previews.find(old), undefined);
  assert.deepEqual(await previews.find(young), TRACE);
  assert.ok(!(await readdir(dir)).some((name) => name.startsWith('draft-')));
});

test('a folder that does not exist yet has no previews, and nothing to remove', async () => {
  const none = openPreviewFiles(join(dir, 'none'));
  await none.removeMadeBefore(new Date());
  assert.equal(await none.find({ id: uuidv7() as ExecutionId, attempt: 1 }), undefined);
});
