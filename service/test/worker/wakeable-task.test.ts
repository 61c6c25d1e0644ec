import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openWakeableTask } from '../../src/worker/waking/wakeable-task.ts';

/** Work whose runs the test ends one by one. */
const controlledWork = () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const task = openWakeableTask(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const end = async (number: number) => {
    runs[number]!.resolve();
    await new Promise(setImmediate);
  };
  return { runs, task, end };
};

it('many wake-ups during a run cause one more run', async () => {
  const { runs, task, end } = controlledWork();
  for (let time = 0; time < 5; time += 1) task.wake();
  assert.equal(runs.length, 1);
  await end(0);
  assert.equal(runs.length, 2);
  await end(1);
  assert.equal(runs.length, 2);
  assert.ok(task.isAsleep());
});

it('a run that fails does not prevent the next one', async () => {
  const { runs, task } = controlledWork();
  task.wake();
  runs[0]!.reject(new Error('The database is away.'));
  await new Promise(setImmediate);
  task.wake();
  assert.equal(runs.length, 2);
});

it('stopping waits for the run in progress and ignores later wake-ups', async () => {
  const { runs, task, end } = controlledWork();
  task.wake();
  task.wake();
  let stopped = false;
  const stopping = task.stop().then(() => {
    stopped = true;
  });
  task.wake();
  await new Promise(setImmediate);
  assert.equal(stopped, false);
  await end(0);
  await stopping;
  task.wake();
  assert.equal(runs.length, 1);
});
