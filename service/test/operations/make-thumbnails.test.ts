import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '../../src/domain/errors.ts';
import type { ContentHash, OrganizationId } from '../../src/domain/ids.ts';
import { makeThumbnails } from '../../src/operations/previews/make-thumbnails.ts';
import { type Lane, LaneFailure, type LaneJob, type LaneResult } from '../../src/ports/lanes.ts';
import { openPreviewLane } from '../../src/worker/lanes/preview-lane.ts';
import { LIMITS, openFolder } from '../components/sample-images.ts';

const folder = openFolder();
const IMAGE = Buffer.from('image');
const HASH = hash('sha256', IMAGE) as ContentHash;
const ONE = 'one' as OrganizationId;
const TWO = 'two' as OrganizationId;
const RESULT = {} as LaneResult;

const withParts = (apply: Lane['apply']) =>
  makeThumbnails({
    objects: {
      path: async () => '/image',
      checkRoom: async () => {},
      readStored: () => IMAGE,
      whyUnusable: async () => undefined,
    },
    reportBroken: () => assert.fail('the image is not broken'),
    cache: {
      find: async () => undefined,
      draft: () => folder.file(),
      keep: async () => Buffer.from('small'),
      remove: async () => {},
      discard: async () => {},
      close: async () => {},
    },
    lane: openPreviewLane({ apply, close: async () => {} }, 500),
    limits: LIMITS,
  });

/** Opens thumbnails whose lane gives these results, one for each job. Returns the jobs that the lane got, too. */
const withLane = (...answers: (LaneFailure | 'done')[]) => {
  const jobs: LaneJob[] = [];
  const thumbnails = withParts(async (job) => {
    jobs.push(job);
    const answer = answers.shift() ?? 'done';
    if (answer !== 'done') throw answer;
    await writeFile(job.output, 'small');
    return RESULT;
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

test('many callers at once share one copy', async () => {
  const { thumbnails, jobs } = withLane();
  await Promise.all(Array.from({ length: 20 }, () => thumbnails(ONE, HASH, 320)));
  assert.equal(jobs.length, 1);
  await Promise.all([thumbnails(ONE, HASH, 320), thumbnails(ONE, HASH, 160)]);
  assert.equal(jobs.length, 3);
});

test('an image whose process ended because of another image is tried again, up to three times', async () => {
  const { thumbnails, jobs } = withLane(failure('never_began'), failure('never_began'), 'done');
  assert.equal(await codeOf(thumbnails(ONE, HASH, 320)), 'made');
  assert.equal(jobs.length, 3);
  const hopeless = withLane(
    failure('never_began'),
    failure('never_began'),
    failure('never_began'),
    failure('never_began'),
  );
  assert.equal(await codeOf(hopeless.thumbnails(ONE, HASH, 320)), 'unavailable');
  assert.equal(hopeless.jobs.length, 3);
});

test('an image that cannot be made small is not tried with every visit', async () => {
  for (const cause of [
    failure('final', 'input_unreadable'),
    failure('crash', 'deadline_exceeded'),
    failure('crash', 'memory_exceeded'),
    failure('crash'),
  ]) {
    const { thumbnails, jobs } = withLane(cause);
    for (const _ of ['asked', 'asked again'])
      assert.equal(await codeOf(thumbnails(ONE, HASH, 320)), 'unprocessable_image');
    assert.equal(jobs.length, 1);
  }
});

test('an image that could not be made small is tried again after a while', async (t) => {
  const { thumbnails, jobs } = withLane(failure('crash', 'deadline_exceeded'));
  assert.equal(await codeOf(thumbnails(ONE, HASH, 320)), 'unprocessable_image');
  const later = performance.now() + 11 * 60_000;
  t.mock.method(performance, 'now', () => later);
  assert.equal(await codeOf(thumbnails(ONE, HASH, 320)), 'made');
  assert.equal(jobs.length, 2);
});

test('an error of the service is not an error of the image, and is tried again', async () => {
  for (const cause of [failure('no_room', 'system_error'), failure('crash', 'system_error')]) {
    const { thumbnails } = withLane(cause);
    assert.equal(await codeOf(thumbnails(ONE, HASH, 320)), 'unavailable');
    assert.equal(await codeOf(thumbnails(ONE, HASH, 320)), 'made');
  }
});

test('beyond 500 at a time, those of one organization are refused', async () => {
  const { thumbnails } = withLane();
  const codes = await Promise.all(
    Array.from({ length: 510 }, (_, index) =>
      codeOf(thumbnails(ONE, index.toString(16).padStart(64, '0') as ContentHash, 160)),
    ),
  );
  assert.equal(codes.filter((code) => code === 'made').length, 500);
  assert.equal(codes.filter((code) => code === 'unavailable').length, 10);
});

test('a thumbnail waits for at most the one in progress of another organization, also when both want the same one', async () => {
  const begun: PromiseWithResolvers<LaneResult>[] = [];
  const beginning = new EventEmitter();
  const thumbnails = withParts(() => {
    const end = Promise.withResolvers<LaneResult>();
    begun.push(end);
    beginning.emit('begun');
    return end.promise;
  });
  const hashOf = (digit: string) => digit.repeat(64) as ContentHash;
  const made: string[] = [];
  const ask = (organization: OrganizationId, digit: string) =>
    thumbnails(organization, hashOf(digit), 160).then(() => made.push(`${organization} ${digit}`));
  const asked = ['1', '2', '3'].map((digit) => ask(ONE, digit));
  await once(beginning, 'begun');
  asked.push(ask(TWO, '3'));
  // Nothing but promises delays the call, so after this turn of the event loop it waits in its queue.
  await setImmediate();
  for (let turn = 0; turn < asked.length; turn += 1) {
    if (begun.length === turn) await once(beginning, 'begun', { signal: AbortSignal.timeout(10_000) });
    assert.equal(begun.length, turn + 1, 'one at a time');
    begun[turn]!.resolve(RESULT);
  }
  await Promise.all(asked);
  assert.deepEqual(made, ['one 1', 'two 3', 'one 2', 'one 3']);
});
