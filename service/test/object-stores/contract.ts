import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { ContentHash } from '../../src/domain/ids.ts';
import type { ObjectStore } from '../../src/ports/images/object-store.ts';

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex') as ContentHash;

export const putInto = async (store: ObjectStore, bytes: Buffer): Promise<ContentHash> => {
  const draft = await store.draft();
  await writeFile(draft, bytes);
  const hash = hashOf(bytes);
  await store.keep(draft, hash);
  await store.discard(draft);
  return hash;
};

export const allOf = async (read: Buffer | Readable): Promise<Buffer> =>
  Buffer.isBuffer(read) ? read : buffer(read);

/** The contract of every object store, whatever it is built on. */
export const objectStoreContract = (name: string, open: (t: TestContext) => Promise<ObjectStore>): void => {
  test(`${name}: a kept object is read back whole, by hash and as a local file`, async (t) => {
    const store = await open(t);
    for (const length of [1, 64 * 1024, 200_000]) {
      const bytes = randomBytes(length);
      const hash = await putInto(store, bytes);
      assert.deepEqual(await allOf(store.read(hash, { start: 0, end: length - 1 })), bytes);
      assert.deepEqual(await allOf(store.readStored(hash, { start: 0, end: length - 1 })), bytes);
      assert.deepEqual(await readFile(await store.path(hash)), bytes);
      assert.equal(await store.has(hash), true);
    }
  });

  test(`${name}: a range includes both of its ends`, async (t) => {
    const store = await open(t);
    const hash = await putInto(store, Buffer.from('0123456789'));
    for (const read of [store.read, store.readStored]) {
      assert.equal((await allOf(read(hash, { start: 2, end: 4 }))).toString(), '234');
      assert.equal((await allOf(read(hash, { start: 9, end: 9 }))).toString(), '9');
    }
  });

  test(`${name}: the same bytes can be kept twice, also at the same time`, async (t) => {
    const store = await open(t);
    const bytes = randomBytes(1000);
    const hashes = await Promise.all([putInto(store, bytes), putInto(store, bytes), putInto(store, bytes)]);
    await putInto(store, bytes);
    assert.deepEqual(await readFile(await store.path(hashes[0])), bytes);
  });

  test(`${name}: an object that was never kept is not there, and reading it fails`, async (t) => {
    const store = await open(t);
    const hash = hashOf(Buffer.from('nothing'));
    assert.equal(await store.has(hash), false);
    await assert.rejects(async () => allOf(store.read(hash, { start: 0, end: 9 })), { code: 'ENOENT' });
    await assert.rejects(allOf(store.read(hash, { start: 0, end: 99_999 })), { code: 'ENOENT' });
  });

  test(`${name}: kept objects are listed, and a removed one is neither listed nor there`, async (t) => {
    const store = await open(t);
    const [first, second] = [await putInto(store, randomBytes(100)), await putInto(store, randomBytes(100))];
    const listed = async () => {
      const all: ContentHash[] = [];
      for await (const part of store.list()) all.push(...part);
      return [first, second].filter((hash) => all.includes(hash));
    };
    assert.deepEqual(await listed(), [first, second]);
    await store.path(first);
    await store.remove(first);
    await store.remove(first);
    assert.deepEqual(await listed(), [second]);
    assert.equal(await store.has(first), false);
    await assert.rejects(async () => readFile(await store.path(first)), { code: 'ENOENT' });
  });

  test(`${name}: a draft stays when it is kept, and can be kept again after its object was removed`, async (t) => {
    const store = await open(t);
    const draft = await store.draft();
    const bytes = randomBytes(1000);
    await writeFile(draft, bytes);
    for (let round = 0; round < 2; round += 1) {
      await store.keep(draft, hashOf(bytes));
      await store.discard(await store.draft());
      assert.deepEqual(await readFile(await store.path(hashOf(bytes))), bytes);
      await store.remove(hashOf(bytes));
    }
  });

  test(`${name}: keeping the right bytes again mends a damaged object`, async (t) => {
    const store = await open(t);
    const bytes = randomBytes(1000);
    const hash = await putInto(store, bytes);
    await writeFile(await store.path(hash), randomBytes(1000));
    await putInto(store, bytes);
    assert.deepEqual(await allOf(store.read(hash, { start: 0, end: 999 })), bytes);
  });

  test(`${name}: a discarded draft leaves nothing, and may be discarded again`, async (t) => {
    const store = await open(t);
    const draft = await store.draft();
    await writeFile(draft, 'half');
    await store.discard(draft);
    await store.discard(draft);
    await assert.rejects(readFile(draft), { code: 'ENOENT' });
  });

  test(`${name}: notes are read back, the last text of each name`, async (t) => {
    const store = await open(t);
    const [one, other] = [randomUUID(), randomUUID()];
    await store.writeNote('one', 'before');
    await store.writeNote('one', one);
    await store.writeNote('other', other);
    const notes = await store.readNotes();
    assert.deepEqual(
      [notes.includes(one), notes.includes(other), notes.includes('before')],
      [true, true, false],
    );
  });

  test(`${name}: drafts do not get into each other's way`, async (t) => {
    const store = await open(t);
    const drafts = await Promise.all(Array.from({ length: 50 }, () => store.draft()));
    assert.equal(new Set(drafts).size, 50);
  });

  test(`${name}: while there is room, the check passes`, async (t) => {
    await (await open(t)).checkRoom();
  });
};
