import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Lane, LaneFailure, type LaneFailureKind } from '../../src/ports/lanes.ts';
import { type LaneOptions, openLane } from '../../src/worker/lanes/lane.ts';
import { deadlineOf } from '../../src/worker/lanes/lane-limits.ts';
import { LIMITS, noisy, openFolder, plain } from '../components/sample-images.ts';
import { childrenOf, isAlive, until, untilBusy } from './child-processes.ts';

// This file is long on purpose: a second file would be a second process, which loads the image libraries again.

const MiB = 1024 * 1024;
const folder = openFolder();
const files = { small: '', medium: '', large: '', broken: '', tall: '' };

before(async () => {
  files.small = folder.file(await plain(64, 48, [200, 100, 50]).jpeg().toBuffer());
  files.medium = folder.file(await noisy(1200, 900).png({ compressionLevel: 0 }).toBuffer());
  files.large = folder.file(await noisy(2400, 1800).png({ compressionLevel: 0 }).toBuffer());
  files.broken = folder.file((await noisy(300, 300).jpeg().toBuffer()).subarray(0, 9_000));
  files.tall = folder.file(await plain(1, 20_000, [1, 2, 3]).png().toBuffer());
});

/** The lanes of one test. */
const lanes: Lane[] = [];
afterEach(() => Promise.all(lanes.splice(0).map((lane) => lane.close())));

const open = (options: Partial<LaneOptions> = {}) => {
  const known = childrenOf();
  const lane = openLane({ deadlineMs: 30_000, memoryBytes: 1024 * MiB, jobsBeforeRecycle: 1000, ...options });
  lanes.push(lane);
  const pids = () => childrenOf().filter((pid) => !known.includes(pid));
  return { lane, pids, pid: () => pids()[0]! };
};

/**
 * A lane that tests share if they leave it able to work, even when its process was killed: each start of a
 * process takes half a second of a core. While a test has no lane of its own, the only process is the one of this
 * lane.
 */
let shared: ReturnType<typeof open>;
before(() => {
  shared = open();
  lanes.splice(0);
});
after(() => shared.lane.close());

const NEVER = new AbortController().signal;
const quick = (lane: Lane, signal = NEVER) => job(lane, files.small, 'jpeg', signal);
/** Starts a job that takes many seconds, all of them inside the encoder. */
const slow = (lane: Lane, signal = NEVER) => job(lane, files.large, 'avif', signal);
const job = (lane: Lane, input: string, format: string, signal = NEVER, expectedMs?: number) =>
  lane.apply(
    {
      steps: [{ id: 'out', component: 'convert', params: { format, quality: 95, chroma: '4:4:4' } }],
      inputs: { default: input },
      output: folder.file(),
      limits: LIMITS,
      ...(expectedMs !== undefined && { expectedMs }),
    },
    signal,
  );

const failureOf = async (work: Promise<unknown>): Promise<LaneFailure> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LaneFailure, `no LaneFailure: ${error}`);
  return error;
};
const outcomes = async (work: Promise<unknown>[]): Promise<(LaneFailureKind | 'done')[]> =>
  (await Promise.allSettled(work)).map((one) =>
    one.status === 'fulfilled' ? 'done' : (one.reason as LaneFailure).kind,
  );
describe('a lane', () => {
  it('works on one job after another, in order', async () => {
    const { lane, pids } = shared;
    const order: number[] = [];
    await Promise.all(Array.from({ length: 8 }, (_, i) => quick(lane).then(() => order.push(i))));
    assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.equal(pids().length, 1);
  });

  it('describes what it wrote', async () => {
    const { lane } = shared;
    const { format, contentType, width, height } = await quick(lane);
    assert.deepEqual(
      { format, contentType, width, height },
      { format: 'jpeg', contentType: 'image/jpeg', width: 64, height: 48 },
    );
  });

  it('fails for good on an image that cannot be read, and goes on', async () => {
    const { lane, pids } = shared;
    const [broken, next] = [job(lane, files.broken, 'jpeg'), quick(lane)];
    const failure = await failureOf(broken);
    assert.deepEqual([failure.kind, failure.code, failure.component], ['final', 'input_unreadable', null]);
    assert.match(failure.message, /cannot be read/);
    await next;
    assert.equal(pids().length, 1);
  });

  it('fails for good when a component cannot process the image, and names the component', async () => {
    const failure = await failureOf(job(shared.lane, files.tall, 'webp'));
    assert.deepEqual(
      [failure.kind, failure.code, failure.component],
      ['final', 'component_failed', 'convert'],
    );
  });

  it('does not report a failure of the disk as one of the image', async () => {
    const { lane } = shared;
    const output = `${folder.file()}/nowhere`;
    const failure = await failureOf(
      lane.apply({ steps: [], inputs: { default: files.small }, output, limits: LIMITS }, NEVER),
    );
    assert.deepEqual([failure.kind, failure.code], ['crash', 'system_error']);
  });
});

describe('a process that is killed', () => {
  it('fails the job under way as crashed, bumps the ones behind it, and is replaced', async () => {
    const { lane, pid } = shared;
    await quick(lane);
    const first = pid();
    const work = [slow(lane), quick(lane), quick(lane), quick(lane)];
    const settled = outcomes(work);
    const head = failureOf(work[0]!);
    await untilBusy(first);
    process.kill(first, 'SIGKILL');
    assert.deepEqual(await settled, ['crash', 'never_began', 'never_began', 'never_began']);
    assert.equal((await head).code, 'lane_crashed');
    await quick(lane);
    assert.notEqual(pid(), first);
  });

  it('while idle is replaced without anyone noticing', async () => {
    const { lane, pid } = shared;
    await quick(lane);
    const first = pid();
    process.kill(first, 'SIGKILL');
    await until('another process is there', () => ![undefined, first].includes(pid()));
    await quick(lane);
  });

  it('before it was ready bumps what waits for it, and another is tried', async () => {
    const { lane, pid } = open();
    const waiting = quick(lane);
    process.kill(pid(), 'SIGKILL');
    assert.equal((await failureOf(waiting)).kind, 'never_began');
    await quick(lane);
  });
});

describe('a process that cannot be started', () => {
  it('bumps what waits for it, and is tried again until it can', async () => {
    const node = process.execPath;
    process.execPath = '/nowhere/node';
    const { lane } = open();
    try {
      assert.deepEqual(await outcomes([quick(lane), quick(lane)]), ['never_began', 'never_began']);
      assert.equal((await failureOf(quick(lane))).code, 'lane_crashed');
    } finally {
      process.execPath = node;
    }
    await quick(lane);
  });

  it('or takes too long to become ready is ended, and bumps what waits for it', async () => {
    const { lane, pid } = open({ startWithinMs: 20 });
    const first = pid();
    assert.equal((await failureOf(quick(lane))).kind, 'never_began');
    assert.equal(isAlive(first), false);
  });

  it('does not keep the lane from being closed', async () => {
    const node = process.execPath;
    process.execPath = '/nowhere/node';
    const { lane } = open();
    process.execPath = node;
    await lane.close();
    assert.equal((await failureOf(quick(lane))).kind, 'never_began');
  });
});

describe('a job beyond its limits', () => {
  it('of time ends with its process', async () => {
    const { lane, pid } = open({ deadlineMs: 700 });
    await quick(lane);
    const first = pid();
    const [long, next] = [slow(lane), quick(lane)];
    const settled = outcomes([long, next]);
    const failure = await failureOf(long);
    assert.deepEqual([failure.kind, failure.code], ['crash', 'deadline_exceeded']);
    assert.match(failure.message, /^Processing the image took longer than 0\.7 s\./);
    assert.deepEqual(await settled, ['crash', 'never_began']);
    assert.ok(!isAlive(first));
    await quick(lane);
  });

  it('of time has a deadline of 20 times its expected time, between 10 s and the configured maximum', () => {
    const MOST_MS = 60_000;
    assert.equal(deadlineOf(2, MOST_MS), 10_000);
    assert.equal(deadlineOf(1_500, MOST_MS), 30_000);
    assert.equal(deadlineOf(9_000, MOST_MS), MOST_MS);
    assert.equal(deadlineOf(undefined, MOST_MS), MOST_MS);
    assert.equal(deadlineOf(2, 700), 700);
  });

  it('of time is killed at its own deadline, not at the longest one, when it hangs', async () => {
    const { lane, pid } = open({ deadlineMs: 60_000 });
    await quick(lane);
    process.kill(pid(), 'SIGSTOP');
    const failure = await failureOf(job(lane, files.small, 'jpeg', NEVER, 1));
    assert.equal(failure.code, 'deadline_exceeded');
    assert.match(failure.message, /^Processing the image took longer than 10 s\./);
    await quick(lane);
  });

  it('of time does not count its wait behind others', async () => {
    const { lane: unlimited } = shared;
    const medium = (lane: Lane) => job(lane, files.medium, 'jpeg');
    await medium(unlimited);
    const started = performance.now();
    await medium(unlimited);
    const deadlineMs = 8 * (performance.now() - started);
    const { lane } = open({ deadlineMs });
    const work = await outcomes(Array.from({ length: 15 }, () => medium(lane)));
    assert.deepEqual(new Set(work), new Set(['done']));
  });

  it('of memory ends with its process', async () => {
    const { lane } = open({ memoryBytes: 24 * MiB });
    await quick(lane);
    const failure = await failureOf(slow(lane));
    assert.deepEqual([failure.kind, failure.code], ['crash', 'memory_exceeded']);
    assert.match(failure.message, /^Processing the image needed more than 24 MiB/);
    await quick(lane);
  });
});

describe('aborting', () => {
  it('a job under way ends its process and starts another', async () => {
    const { lane, pid } = shared;
    await quick(lane);
    const first = pid();
    const controller = new AbortController();
    const [long, next] = [slow(lane, controller.signal), quick(lane)];
    const settled = outcomes([long, next]);
    await untilBusy(first);
    controller.abort();
    assert.deepEqual(await settled, ['canceled', 'never_began']);
    assert.ok(!isAlive(first), 'the process is gone when the failure is told');
    await quick(lane);
  });

  it('a job that its process does not even begin ends the process as well', async () => {
    const { lane, pid } = shared;
    await quick(lane);
    process.kill(pid(), 'SIGSTOP');
    const stop = new AbortController();
    const hung = failureOf(quick(lane, stop.signal));
    stop.abort();
    assert.equal((await hung).kind, 'canceled');
    await quick(lane);
  });

  it('a job that waits leaves the others alone', async () => {
    const { lane, pid } = shared;
    await quick(lane);
    const first = pid();
    const controllers = Array.from({ length: 4 }, () => new AbortController());
    const work = controllers.map(({ signal }, i) =>
      job(lane, files.medium, i === 0 ? 'webp' : 'png', signal),
    );
    for (const one of [1, 3]) controllers[one]!.abort();
    assert.deepEqual(await outcomes(work), ['done', 'canceled', 'done', 'canceled']);
    assert.equal(pid(), first);
  });

  it('before the start and after the end does nothing', async () => {
    const { lane } = shared;
    assert.equal((await failureOf(quick(lane, AbortSignal.abort()))).kind, 'canceled');
    const controller = new AbortController();
    await quick(lane, controller.signal);
    controller.abort();
    await quick(lane);
  });
});

describe('a lane that was used for long', () => {
  it('is replaced by a fresh process in the midst of work, without dropping a job', async () => {
    const { lane, pids } = open({ jobsBeforeRecycle: 20 });
    const seen = new Set<number>();
    const results: string[] = [];
    const keepBusy = async (): Promise<void> => {
      for (let jobs = 0; jobs < 3000 && seen.size < 3; jobs += 1) {
        results.push(...(await outcomes([quick(lane)])));
        if (jobs % 10 === 0) for (const pid of pids()) seen.add(pid);
      }
    };
    await Promise.all([keepBusy(), keepBusy(), keepBusy()]);
    assert.deepEqual(new Set(results), new Set(['done']));
    assert.ok(seen.size >= 3, `${seen.size} processes for ${results.length} jobs`);
    await until('one process is left', () => pids().length === 1);
  });

  it('goes on when its successor dies', async () => {
    const { lane, pids } = open({ jobsBeforeRecycle: 2 });
    await quick(lane);
    const [first] = pids();
    await quick(lane);
    await until('the successor starts', () => pids().length === 2);
    for (const pid of pids()) if (pid !== first) process.kill(pid, 'SIGKILL');
    assert.deepEqual(await outcomes([quick(lane), quick(lane), quick(lane)]), ['done', 'done', 'done']);
  });
});

describe('the process of a lane', () => {
  it('outlives the signals of a terminal and of a service manager', async () => {
    const { lane, pid } = shared;
    await quick(lane);
    const first = pid();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(first, signal);
    await quick(lane);
    assert.equal(pid(), first);
  });

  it('dies with its parent, even in the middle of its work', async () => {
    const script = `
      import { openLane } from ${JSON.stringify(new URL('../../src/worker/lanes/lane.ts', import.meta.url).href)};
      const lane = openLane({ deadlineMs: 60000, memoryBytes: 1e9, jobsBeforeRecycle: 1000 });
      const job = { inputs: { default: ${JSON.stringify(files.large)} }, output: ${JSON.stringify(folder.file())}, limits: ${JSON.stringify(LIMITS)} };
      const steps = (format) => [{ id: 'out', component: 'convert', params: { format, quality: 95 } }];
      await lane.apply({ ...job, steps: steps('jpeg') }, new AbortController().signal);
      console.log('ready');
      await lane.apply({ ...job, steps: steps('avif') }, new AbortController().signal);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    const [child] = childrenOf(parent.pid);
    assert.ok(child !== undefined && isAlive(child));
    await untilBusy(child);
    parent.kill('SIGKILL');
    await until('the child is gone', () => !isAlive(child));
  });

  it('is gone when the lane is closed, and its jobs never begin', async () => {
    const { lane, pid, pids } = open();
    await quick(lane);
    const first = pid();
    const settled = outcomes([slow(lane), quick(lane)]);
    await untilBusy(first);
    await lane.close();
    assert.deepEqual(await settled, ['never_began', 'never_began']);
    assert.deepEqual(pids(), []);
    assert.equal((await failureOf(quick(lane))).kind, 'never_began');
    await lane.close();
  });

  if (process.platform === 'linux')
    it('is given nothing of the environment of the service', async () => {
      process.env['DARKROOM_API_KEY'] = 'not-for-decoders';
      const { lane, pid } = open();
      await quick(lane);
      const names = readFileSync(`/proc/${pid()}/environ`, 'utf8')
        .split('\0')
        .map((pair) => pair.split('=')[0]);
      assert.deepEqual(
        names.filter(
          (name) =>
            name && !/^(UV_THREADPOOL_SIZE|MALLOC_\w+|NODE_CHANNEL_.*|NODE_COMPILE_CACHE)$/.test(name),
        ),
        [],
      );
      delete process.env['DARKROOM_API_KEY'];
    });
});
