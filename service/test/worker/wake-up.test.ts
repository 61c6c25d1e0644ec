import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openWakeUp } from '../../src/worker/queue/wake-up.ts';

/** Work whose runs the test ends one by one. */
const controlledWork = () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const wakeUp = openWakeUp(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const end = async (number: number) => {
    runs[number]!.resolve();
    await new Promise(setImmediate);
  };
  return { runs, wakeUp, end };
};

it('many wake-ups during a run cause one more run', async () => {
  const { runs, wakeUp, end } = controlledWork();
  for (let time = 0; time < 5; time += 1) wakeUp.wake();
  assert.equal(runs.length, 1);
  await end(0);
  assert.equal(runs.length, 2);
  await end(1);
  assert.equal(runs.length, 2);
  assert.ok(wakeUp.isAsleep());
});

it('a run that fails does not prevent the next one', async () => {
  const { runs, wakeUp } = controlledWork();
  wakeUp.wake();
  runs[0]!.reject(new Error('The database is away.'));
  await new Promise(setImmediate);
  wakeUp.wake();
  assert.equal(runs.length, 2);
});

it('stopping waits for the run in progress and ignores later wake-ups', async () => {
  const { runs, wakeUp, end } = controlledWork();
  wakeUp.wake();
  wakeUp.wake();
  let stopped = false;
  const stopping = wakeUp.stop().then(() => {
    stopped = true;
  });
  wakeUp.wake();
  await new Promise(setImmediate);
  assert.equal(stopped, false);
  await end(0);
  await stopping;
  wakeUp.wake();
  assert.equal(runs.length, 1);
});
