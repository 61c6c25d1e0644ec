import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { uuidv7 } from 'uuidv7';
import { Refusal } from '../../src/domain/errors.ts';
import type { Execution } from '../../src/domain/executions/execution.ts';
import type { StepsTrace } from '../../src/domain/executions/trace.ts';
import type { Workflow } from '../../src/domain/workflows/workflow.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { openPreviewFiles } from '../../src/object-stores/previews.ts';
import { openReplays } from '../../src/operations/previews/replays.ts';
import { LaneFailure, type LaneResult } from '../../src/ports/lanes.ts';
import type { Workflows } from '../../src/ports/workflows.ts';
import { LIMITS } from '../components/sample-images.ts';
import { until } from '../support/until.ts';

const dir = await mkdtemp(join(tmpdir(), 'darkroom-replays-'));
after(() => rm(dir, { recursive: true }));
const objects = await openFilesystemStore({ dir: join(dir, 'objects'), minFreeBytes: 0 });
const TRACE: StepsTrace = { input: { width: 3, height: 2 }, steps: [{ width: 2, height: 1 }] };
const ATTEMPT = { ...TRACE, attempt: 1 };
const NEVER = new AbortController().signal;

/** Replays in a lane whose jobs end when the test says so. */
const open = (status: Execution['status'] = 'COMPLETED') => {
  const previews = openPreviewFiles(join(dir, uuidv7()));
  let looked = 0;
  const jobs: (PromiseWithResolvers<LaneResult> & { signal: AbortSignal })[] = [];
  const replays = openReplays({
    previews: {
      ...previews,
      find: (key) =>
        previews.find(key).finally(() => {
          looked += 1;
        }),
    },
    objects,
    reportBroken: () => {},
    limits: LIMITS,
    workflows: { version: async () => ({ steps: [] as unknown }) as Workflow } as unknown as Workflows,
    previewLane: {
      close: async () => {},
      apply: (_job, _organization, signal) => {
        const job = { ...Promise.withResolvers<LaneResult>(), signal };
        jobs.push(job);
        return job.promise;
      },
    },
  });
  const execution = { id: uuidv7(), status, settings: {}, inputs: {} } as unknown as Execution;
  const ask = (signal = NEVER) => replays.of(execution, ATTEMPT, signal);
  const begun = async (count: number) => {
    await until(`${count} runs have begun`, 10_000, () => jobs.length >= count);
    assert.equal(jobs.length, count);
    return jobs[count - 1]!;
  };
  /** Resolves when this many callers have found no cached preview and wait for a run. */
  const waiting = (count: number) => until(`${count} wait`, 10_000, () => looked >= count);
  return { ask, begun, waiting, jobs };
};
const done = { trace: TRACE } as LaneResult;
const failure = (kind: 'final' | 'crash' | 'never_began', trace?: StepsTrace) =>
  new LaneFailure(kind, 'deadline_exceeded', 'No.', null, trace);
const isUnavailable = (error: unknown) => error instanceof Refusal && error.code === 'unavailable';

test('callers at the same time share one run, and later callers need none', async () => {
  const { ask, begun, waiting, jobs } = open();
  const both = [ask(), ask()];
  await waiting(2);
  (await begun(1)).resolve(done);
  assert.deepEqual(await Promise.all(both), [TRACE, TRACE]);
  assert.deepEqual(await ask(), TRACE);
  assert.equal(jobs.length, 1);
});

test('a run goes on while a caller waits, and is aborted when the last one has gone', async () => {
  const { ask, begun, waiting } = open();
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = Promise.allSettled([ask(first.signal), ask(second.signal)]);
  await waiting(2);
  const job = await begun(1);
  first.abort();
  assert.equal(job.signal.aborted, false);
  second.abort();
  assert.equal(job.signal.aborted, true);
  job.reject(new LaneFailure('canceled', 'canceled', 'Canceled.'));
  await asked;
  const again = ask();
  (await begun(2)).resolve(done);
  assert.deepEqual(await again, TRACE);
});

test('the trace of a run that fails like the execution is kept', async () => {
  for (const [status, kind] of [
    ['COMPLETED', 'final'],
    ['FAILED', 'final'],
    ['FAILED', 'crash'],
  ] as const) {
    const { ask, begun, jobs } = open(status);
    const asked = ask();
    (await begun(1)).reject(failure(kind, TRACE));
    assert.deepEqual(await asked, TRACE);
    assert.deepEqual(await ask(), TRACE);
    assert.equal(jobs.length, 1);
  }
});

test('a run that is killed although the execution was not is unavailable, and not repeated for a while', async () => {
  const { ask, begun, jobs } = open();
  const asked = assert.rejects(ask(), isUnavailable);
  (await begun(1)).reject(failure('crash', TRACE));
  await asked;
  await assert.rejects(ask(), isUnavailable);
  assert.equal(jobs.length, 1);
});

test('a run that ended because of another job is unavailable, and begun again at the next call', async () => {
  const { ask, begun } = open();
  const asked = assert.rejects(ask(), isUnavailable);
  (await begun(1)).reject(failure('never_began'));
  await asked;
  const again = ask();
  (await begun(2)).resolve(done);
  assert.deepEqual(await again, TRACE);
  const left = await readdir(dir, { recursive: true });
  assert.deepEqual(
    left.filter((name) => name.includes('draft-')),
    [],
  );
});
