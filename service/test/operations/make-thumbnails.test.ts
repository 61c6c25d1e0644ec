import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Refusal } from '../../src/domain/errors.ts';
import type { ContentHash } from '../../src/domain/ids.ts';
import { makeThumbnails } from '../../src/operations/make-thumbnails.ts';
import { LaneFailure, type LaneJob, type LaneResult } from '../../src/ports/lanes.ts';
import { LIMITS, openFolder } from '../components/sample-pictures.ts';

const folder = openFolder();
const HASH = 'a'.repeat(64) as ContentHash;
const RESULT = {} as LaneResult;

/** A lane that does as it is told, one answer for each job; what is kept is forgotten. */
const withLane = (...answers: (LaneFailure | 'done')[]) => {
  const jobs: LaneJob[] = [];
  const thumbnails = makeThumbnails({
    objects: { path: async () => '/picture', checkRoom: async () => {} },
    cache: {
      find: async () => undefined,
      draft: () => folder.file(),
      keep: async () => Buffer.from('small'),
      discard: async () => {},
      close: async () => {},
    },
    lane: {
      apply: async (job) => {
        jobs.push(job);
        const answer = answers.shift() ?? 'done';
        if (answer !== 'done') throw answer;
        await writeFile(job.output, 'small');
        return RESULT;
      },
    },
    limits: LIMITS,
  });
  return { thumbnails, jobs };
};

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'made',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const failure = (kind: LaneFailure['kind'], code: LaneFailure['code'] = 'lane_crashed') =>
  new LaneFailure(kind, code, 'A sentence.');

test('many who ask at once wait for one copy', async () => {
  const { thumbnails, jobs } = withLane();
  await Promise.all(Array.from({ length: 20 }, () => thumbnails(HASH, 320)));
  assert.equal(jobs.length, 1);
  await Promise.all([thumbnails(HASH, 320), thumbnails(HASH, 160)]);
  assert.equal(jobs.length, 3);
});

test('a picture whose process was taken down by another is tried again, up to three times', async () => {
  const { thumbnails, jobs } = withLane(failure('bumped'), failure('bumped'), 'done');
  assert.equal(await codeOf(thumbnails(HASH, 320)), 'made');
  assert.equal(jobs.length, 3);
  const hopeless = withLane(failure('bumped'), failure('bumped'), failure('bumped'), failure('bumped'));
  assert.equal(await codeOf(hopeless.thumbnails(HASH, 320)), 'unavailable');
  assert.equal(hopeless.jobs.length, 3);
});

test('a picture that cannot be made small is not tried with every visit', async () => {
  for (const cause of [
    failure('final', 'input_unreadable'),
    failure('crash', 'deadline_exceeded'),
    failure('crash', 'memory_exceeded'),
    failure('crash'),
  ]) {
    const { thumbnails, jobs } = withLane(cause);
    for (const _ of ['asked', 'asked again'])
      assert.equal(await codeOf(thumbnails(HASH, 320)), 'unprocessable_image');
    assert.equal(jobs.length, 1);
  }
});

test('a picture that could not be made small is tried again after a while', async (t) => {
  const { thumbnails, jobs } = withLane(failure('crash', 'deadline_exceeded'));
  assert.equal(await codeOf(thumbnails(HASH, 320)), 'unprocessable_image');
  const later = performance.now() + 11 * 60_000;
  t.mock.method(performance, 'now', () => later);
  assert.equal(await codeOf(thumbnails(HASH, 320)), 'made');
  assert.equal(jobs.length, 2);
});

test('what hindered the service is no fault of the picture, and is tried anew', async () => {
  for (const cause of [failure('no_room', 'system_error'), failure('crash', 'system_error')]) {
    const { thumbnails } = withLane(cause);
    assert.equal(await codeOf(thumbnails(HASH, 320)), 'unavailable');
    assert.equal(await codeOf(thumbnails(HASH, 320)), 'made');
  }
});

test('more than 500 at a time are sent away', async () => {
  const { thumbnails } = withLane();
  const codes = await Promise.all(
    Array.from({ length: 510 }, (_, index) =>
      codeOf(thumbnails(index.toString(16).padStart(64, '0') as ContentHash, 160)),
    ),
  );
  assert.equal(codes.filter((code) => code === 'made').length, 500);
  assert.equal(codes.filter((code) => code === 'unavailable').length, 10);
});
