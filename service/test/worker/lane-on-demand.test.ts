import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LaneFailure } from '../../src/ports/lanes.ts';
import { openLane } from '../../src/worker/lanes/lane.ts';
import { LIMITS, noisy, openFolder, plain } from '../components/sample-images.ts';
import { childrenOf, until } from './child-processes.ts';

const folder = openFolder();

const open = (idleMs: number) =>
  openLane({ deadlineMs: 10_000, memoryBytes: 2 ** 30, jobsBeforeRecycle: 100, idleMs });
const aJob = async () => ({
  steps: [],
  inputs: { default: folder.file(await plain(40, 30, [9, 9, 9]).jpeg().toBuffer()) },
  output: folder.file(),
  limits: LIMITS,
});
const aLongJob = async () => ({
  ...(await aJob()),
  steps: [{ id: 'out', component: 'convert', params: { format: 'avif', quality: 95 } }],
  inputs: { default: folder.file(await noisy(1200, 900).jpeg().toBuffer()) },
});
const signal = new AbortController().signal;

test('its process starts with a job, ends after a while without one, and starts again with the next', async () => {
  const lane = open(50);
  assert.deepEqual(childrenOf(), []);
  for (const _ of ['first', 'back']) {
    assert.equal((await lane.apply(await aJob(), signal)).width, 40);
    await until('the process is gone', () => childrenOf().length === 0);
  }
  await lane.close();
});

test('closed, it does nothing more and leaves no process', async () => {
  const lane = open(60_000);
  await lane.apply(await aJob(), signal);
  assert.equal(childrenOf().length, 1);
  const cut = lane.apply(await aLongJob(), signal);
  await Promise.all([assert.rejects(cut, LaneFailure), lane.close()]);
  assert.deepEqual(childrenOf(), []);
  await assert.rejects(lane.apply(await aJob(), signal), LaneFailure);
});
