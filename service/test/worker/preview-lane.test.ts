import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../src/domain/errors.ts';
import type { ContentHash, OrganizationId } from '../../src/domain/ids.ts';
import { type Lane, LaneFailure, type LaneJob, type LaneResult } from '../../src/ports/lanes.ts';
import { openPreviewLane } from '../../src/worker/preview-lane.ts';
import { LIMITS } from '../components/sample-pictures.ts';

const ONE = 'one' as OrganizationId;
const TWO = 'two' as OrganizationId;
const NEVER = new AbortController().signal;
const RESULT: LaneResult = {
  ...{ hash: 'a'.repeat(64) as ContentHash, format: 'webp', contentType: 'image/webp' },
  ...{ width: 1, height: 1, bytes: 1, trace: { input: {}, steps: [] } },
};
const jobOf = (output: string): LaneJob => ({ steps: [], inputs: { default: '' }, output, limits: LIMITS });

/** Lanes whose jobs end when the test says so, and what became of them. */
const open = ({ most = 3, idleMs = 60_000 } = {}) => {
  const seen = { opened: 0, closed: 0, begun: [] as string[] };
  const ends = new Map<string, PromiseWithResolvers<LaneResult>>();
  const lane = openPreviewLane({
    most,
    idleMs,
    open: (): Lane => {
      seen.opened += 1;
      return {
        apply: (job, signal) => {
          const end = Promise.withResolvers<LaneResult>();
          seen.begun.push(job.output);
          ends.set(job.output, end);
          signal.addEventListener('abort', () =>
            end.reject(new LaneFailure('canceled', 'canceled', 'Gone.')),
          );
          return end.promise;
        },
        close: async () => {
          seen.closed += 1;
        },
      };
    },
  });
  const apply = (name: string, organization = ONE, signal = NEVER) =>
    lane.apply(jobOf(name), organization, signal);
  return { lane, seen, apply, end: (name: string) => ends.get(name)!.resolve(RESULT), ends };
};

describe('the lane of previews', () => {
  it('is opened with the first job and closed when nobody has asked for a while', async () => {
    const { seen, apply, end } = open({ idleMs: 20 });
    assert.equal(seen.opened, 0);
    const done = apply('a');
    end('a');
    await done;
    assert.deepEqual(seen, { opened: 1, closed: 0, begun: ['a'] });
    await sleep(60);
    assert.equal(seen.closed, 1);
    const again = apply('b');
    end('b');
    await again;
    assert.equal(seen.opened, 2);
  });

  it('works on one at a time, taking turns between organizations', async () => {
    const { seen, apply, end } = open({ most: 4 });
    const all = [apply('a1'), apply('a2'), apply('a3'), apply('b1', TWO)];
    for (const name of ['a1', 'a2', 'b1', 'a3']) {
      assert.equal(seen.begun.at(-1), name);
      end(name);
      await sleep(1);
    }
    await Promise.all(all);
  });

  it('refuses what is beyond the bound, and takes more when there is room again', async () => {
    const { apply, end, seen } = open({ most: 2 });
    const [first, second] = [apply('a'), apply('b')];
    await assert.rejects(apply('c'), (error) => error instanceof Refusal && error.code === 'unavailable');
    end('a');
    await first;
    const third = apply('c');
    await sleep(1);
    end('b');
    await second;
    await sleep(1);
    end('c');
    await third;
    assert.deepEqual(seen.begun, ['a', 'b', 'c']);
  });

  it('drops a job whose caller has gone, waiting or begun', async () => {
    const { apply, end, seen } = open();
    const [begun, waiting] = [new AbortController(), new AbortController()];
    const calls = [apply('a', ONE, begun.signal), apply('b', ONE, waiting.signal), apply('c')];
    const outcomes = Promise.allSettled(calls);
    waiting.abort();
    begun.abort();
    await sleep(1);
    end('c');
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(seen.begun, ['a', 'c']);
  });

  it('tries again what another job took down before it began', async () => {
    const { apply, end, ends, seen } = open();
    const done = apply('a');
    ends.get('a')!.reject(new LaneFailure('bumped', 'lane_crashed', 'Bumped.'));
    await sleep(1);
    assert.deepEqual(seen.begun, ['a', 'a']);
    end('a');
    await done;
  });

  it('takes nothing more once it is closed', async () => {
    const { lane, apply } = open();
    await lane.close();
    await assert.rejects(apply('a'), (error) => error instanceof Refusal && error.code === 'unavailable');
  });
});
