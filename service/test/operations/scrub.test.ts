import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { ContentHash } from '../../src/domain/ids.ts';
import { scrub } from '../../src/operations/retention/scrub.ts';

const SIZE = 50_000;
const CONTENTS = [1, 2, 3, 4].map((value) => Buffer.alloc(SIZE, value));
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex') as ContentHash;
const kept = new Map(CONTENTS.map((bytes) => [hashOf(bytes), bytes]));
const hashes = [...kept.keys()].sort();

/** A store of these objects, of which the database lists two at a time. */
const ports = {
  objects: { readStored: (hash: ContentHash) => kept.get(hash)! },
  stored: {
    after: async (last: string) =>
      hashes
        .filter((hash) => hash > last)
        .slice(0, 2)
        .map((hash) => ({ hash, bytes: SIZE })),
  },
};
const never = async () => assert.fail('nothing is broken');

describe('a scrub', () => {
  it('reads no faster than its rate', async () => {
    const since = performance.now();
    const done = await scrub(ports, { bytesPerSecond: 1e6 }, never);
    const tookMs = performance.now() - since;
    assert.deepEqual(done, { checked: 4, bytes: 4 * SIZE, last: hashes[3] });
    // The scrub pauses after each object, and each timer may fire a millisecond early.
    assert.ok(tookMs >= 200 - hashes.length, `200 kB at 1 MB/s took ${tookMs} ms`);
  });

  it('can be done in parts, each of which begins after the last object of the one before', async () => {
    const options = { bytesPerSecond: 1e9, most: 3 };
    const first = await scrub(ports, options, never);
    assert.deepEqual([first.checked, first.last], [3, hashes[2]]);
    const second = await scrub(ports, { ...options, from: first.last }, never);
    assert.deepEqual([second.checked, second.last], [1, hashes[3]]);
  });
});
