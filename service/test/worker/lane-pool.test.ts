import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { ContentHash, OrganizationId } from '../../src/domain/ids.ts';
import type { Lane, LaneJob, LaneResult } from '../../src/ports/lanes.ts';
import { openLanePool } from '../../src/worker/lanes/lane-pool.ts';
import { LIMITS } from '../components/sample-images.ts';

const ONE = 'one' as OrganizationId;
const TWO = 'two' as OrganizationId;
const NEVER = new AbortController().signal;
const RESULT: LaneResult = {
  ...{ hash: 'a'.repeat(64) as ContentHash, format: 'jpeg', contentType: 'image/jpeg' },
  ...{ width: 1, height: 1, bytes: 1, crc32: 0, trace: { input: {}, steps: [] } },
};

/** Lanes whose jobs end when the test says so. */
const open = (lanes: number) => {
  const begun: { name: string; lane: number; expectedMs: number | undefined; end(): void }[] = [];
  const laneAt = (lane: number): Lane => ({
    apply: ({ output, expectedMs }) => {
      const { promise, resolve } = Promise.withResolvers<LaneResult>();
      begun.push({ name: output, lane, expectedMs, end: () => resolve(RESULT) });
      return promise;
    },
    close: async () => {},
  });
  const pool = openLanePool(Array.from({ length: lanes }, (_, index) => laneAt(index)));
  const apply = (name: string, expectedMs: number, organization = ONE) => {
    const job: LaneJob = { steps: [], inputs: { default: '' }, output: name, limits: LIMITS, expectedMs };
    return pool.apply(job, organization, NEVER);
  };
  const end = async (name: string) => {
    begun.find((one) => one.name === name)!.end();
    await turnOfLoop();
  };
  return { pool, begun, apply, end, names: () => begun.map(({ name }) => name) };
};

describe('the pool of lanes', () => {
  it('puts a short job behind a short one, and none behind or before a long one', async () => {
    const { apply, names } = open(1);
    void apply('short', 1);
    void apply('next', 1);
    void apply('third', 1);
    assert.deepEqual(names(), ['short', 'next']);
    const other = open(2);
    void other.apply('long', 5_000);
    void other.apply('short', 1);
    void other.apply('next', 1);
    void other.apply('long too', 5_000);
    assert.deepEqual(
      other.begun.map(({ name, lane }) => [name, lane]),
      [
        ['long', 0],
        ['short', 1],
        ['next', 1],
      ],
    );
  });

  it('prefetches many short jobs, and no long ones', () => {
    const shortest = open(1);
    for (const name of ['a', 'b', 'c', 'd']) void shortest.apply(name, 2);
    assert.deepEqual(shortest.pool.capacity(), { maxJobs: 10, refillAt: 5 });
    const short = open(1);
    for (const name of ['a', 'b', 'c', 'd']) void short.apply(name, 20);
    assert.deepEqual(short.pool.capacity(), { maxJobs: 6, refillAt: 3 });
    const long = open(1);
    for (const name of ['a', 'b']) void long.apply(name, 2_000);
    assert.deepEqual(long.pool.capacity(), { maxJobs: 1, refillAt: 0 });
  });

  it('learns how this machine compares with the one that was measured', async () => {
    const { pool, apply, end } = open(1);
    // The pool expects these jobs to take 300 ms each, but they are done at once.
    for (let time = 0; time < 20; time += 1) {
      const done = apply(`job ${time}`, 300);
      await end(`job ${time}`);
      await done;
    }
    void apply('a', 300);
    void apply('b', 300);
    void apply('c', 300);
    assert.equal(pool.capacity().maxJobs, 10);
  });

  it('gives a job no less time than was expected, and more on a slow machine', async () => {
    const { begun, apply, end } = open(1);
    for (let time = 0; time < 5; time += 1) {
      const done = apply(`job ${time}`, 0.1);
      const until = performance.now() + 5;
      while (performance.now() < until);
      await end(`job ${time}`);
      await done;
    }
    void apply('last', 100);
    assert.ok(begun.at(-1)!.expectedMs! > 1_000, `${begun.at(-1)!.expectedMs}`);
    const fast = open(1);
    const done = fast.apply('first', 100);
    await fast.end('first');
    await done;
    void fast.apply('second', 100);
    assert.equal(fast.begun.at(-1)!.expectedMs, 100);
  });

  it('names the organizations that had much more lane time than others, until the others have caught up', async () => {
    const { pool, apply, end } = open(1);
    void apply('a', 5_000);
    await end('a');
    assert.deepEqual(pool.overserved(), [ONE]);
    for (let time = 0; time < 6; time += 1) {
      void apply(`b${time}`, 900, TWO);
      await end(`b${time}`);
    }
    assert.deepEqual(pool.overserved(), []);
  });
});
