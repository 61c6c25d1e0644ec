import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../../src/domain/errors.ts';
import type { ContentHash, OrganizationId } from '../../src/domain/ids.ts';
import { type Lane, LaneFailure, type LaneJob, type LaneResult } from '../../src/ports/lanes.ts';
import { openPreviewLane } from '../../src/worker/lanes/preview-lane.ts';
import { LIMITS } from '../components/sample-images.ts';

const ONE = 'one' as OrganizationId;
const TWO = 'two' as OrganizationId;
const NEVER = new AbortController().signal;
const RESULT: LaneResult = {
  ...{ hash: 'a'.repeat(64) as ContentHash, format: 'webp', contentType: 'image/webp' },
  ...{ width: 1, height: 1, bytes: 1, crc32: 0, trace: { input: {}, steps: [] } },
};
const jobOf = (output: string): LaneJob => ({ steps: [], inputs: { default: '' }, output, limits: LIMITS });

/** A preview lane whose jobs end when the test says so, and the list of the jobs that have begun. */
const open = ({ most = 3 } = {}) => {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<LaneResult>>();
  const slow: Lane = {
    apply: (job, signal) => {
      const end = Promise.withResolvers<LaneResult>();
      begun.push(job.output);
      ends.set(job.output, end);
      signal.addEventListener('abort', () => end.reject(new LaneFailure('canceled', 'canceled', 'Gone.')));
      return end.promise;
    },
    close: async () => {},
  };
  const lane = openPreviewLane(slow, most);
  const apply = (name: string, organization = ONE, signal = NEVER) =>
    lane.apply(jobOf(name), organization, signal);
  return { lane, begun, apply, end: (name: string) => ends.get(name)!.resolve(RESULT), ends };
};

describe('the lane of previews', () => {
  it('works on one at a time, taking turns between organizations', async () => {
    const { begun, apply, end } = open({ most: 4 });
    const all = [apply('a1'), apply('a2'), apply('a3'), apply('b1', TWO)];
    for (const name of ['a1', 'b1', 'a2', 'a3']) {
      assert.equal(begun.at(-1), name);
      end(name);
      await nextTurn();
    }
    await Promise.all(all);
  });

  it('refuses jobs of an organization beyond its limit, and takes more when there is room again', async () => {
    const { apply, end, begun } = open({ most: 2 });
    const [first, second] = [apply('a'), apply('b')];
    await assert.rejects(apply('c'), (error) => error instanceof Refusal && error.code === 'unavailable');
    end('a');
    await first;
    const third = apply('c');
    await nextTurn();
    end('b');
    await second;
    await nextTurn();
    end('c');
    await third;
    assert.deepEqual(begun, ['a', 'b', 'c']);
  });

  it('refuses nobody because of what another organization wants', async () => {
    const { apply, end, begun } = open({ most: 2 });
    const full = [apply('a1'), apply('a2')];
    await assert.rejects(apply('a3'), { code: 'unavailable' });
    const other = apply('b1', TWO);
    for (const name of ['a1', 'b1', 'a2']) {
      assert.equal(begun.at(-1), name);
      end(name);
      await nextTurn();
    }
    await Promise.all([...full, other]);
  });

  it('never gives the lane a job before the last is done, however short they are', async () => {
    const { apply, end, begun } = open({ most: 60 });
    for (let time = 0; time < 50; time += 1) {
      const short = apply(`short ${time}`);
      end(`short ${time}`);
      await short;
    }
    const long = [apply('long 1'), apply('long 2')];
    assert.equal(begun.at(-1), 'long 1');
    end('long 1');
    await long[0];
    end('long 2');
    await long[1];
  });

  it('drops a job whose caller has gone, waiting or begun', async () => {
    const { apply, end, begun } = open();
    const [working, waiting] = [new AbortController(), new AbortController()];
    const calls = [apply('a', ONE, working.signal), apply('b', ONE, waiting.signal), apply('c')];
    const outcomes = Promise.allSettled(calls);
    waiting.abort();
    working.abort();
    await nextTurn();
    end('c');
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(begun, ['a', 'c']);
  });

  it('tries a job again when its process ended because of another job before it began', async () => {
    const { apply, end, ends, begun } = open();
    const done = apply('a');
    ends.get('a')!.reject(new LaneFailure('never_began', 'lane_crashed', 'Never began.'));
    await nextTurn();
    assert.deepEqual(begun, ['a', 'a']);
    end('a');
    await done;
  });

  it('takes nothing more once it is closed', async () => {
    const { lane, apply } = open();
    await lane.close();
    await assert.rejects(apply('a'), (error) => error instanceof Refusal && error.code === 'unavailable');
  });
});
