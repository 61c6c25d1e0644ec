import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { noRoom } from '../../src/domain/disk-full.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { workQueueIn } from '../../src/postgres/work-queue/work-queue.ts';
import { makeOrganization, newExecution } from '../support/organization.ts';
import { until } from '../support/until.ts';
import { testWorker } from './test-worker.ts';

const own = testWorker();
const { start, executions, create, read, job, ended, cancel, pool } = own;

/** How much longer a worker may take on a busy machine. */
const SLACK_MS = 2_000;

describe('the worker', () => {
  it('stops an execution at once when a person has ended it', async () => {
    start();
    const id = await create();
    const { signal } = await job(0);
    await cancel(id);
    own.worker?.abortEnded(id, 1);
    assert.ok(signal.aborted);
    assert.equal((await read(id)).error?.code, 'canceled');
  });

  it('stops an execution that a person ended within 2 s if the message about it is lost', async () => {
    start();
    const id = await create();
    const { signal } = await job(0);
    await cancel(id);
    await until('the run is stopped', 2_000 + SLACK_MS, () => signal.aborted);
  });

  for (const count of [1, 20])
    it(`finds queued work within 500 ms without a message, as one of ${count}`, async () => {
      const queue = workQueueIn(own.database);
      let looks = 0;
      start({
        // The turn of this worker, 250 ms of each round, has always just passed, so the next one is a round away.
        place: () => ({ rank: Math.floor(Date.now() / 250) % count, count }),
        queue: {
          ...queue,
          claim: async (...given) => {
            const claims = await queue.claim(...given);
            looks += 1;
            return claims;
          },
        },
      });
      await until('the first look is over', 10_000, () => looks > 0);
      await executions().insert(newExecution(own.organization, { workflowVersion: own.workflowVersion }));
      await until('the execution is taken', 500 + SLACK_MS, () => own.jobs.length > 0);
    });

  it('stores results for reuse, except those made while a model was unavailable', async () => {
    const remembered: string[] = [];
    start({
      organizations: { reusesResults: async () => true },
      reuse: {
        find: async () => undefined,
        remember: async (_organization, _key, { hash }) => {
          remembered.push(hash);
        },
        intermediate: (name) => name,
        worthMs: 0,
      },
    });
    const results: (string | null)[] = [];
    for (const [number, more] of [{ modelFailed: true as const }, {}].entries()) {
      const id = await create();
      await (await job(number)).finish(more);
      results.push((await ended(id)).resultContentHash);
    }
    assert.deepEqual(remembered, results.slice(1));
  });

  it('claims executions of organizations that had much more lane time only when no other organization waits', async () => {
    const other = await makeOrganization(own.database, 10);
    const served: string[] = [];
    await create();
    for (let time = 0; time < 2; time += 1)
      await executions().insert(newExecution(other, { workflowVersion: own.workflowVersion }));
    start({
      pool: {
        ...pool,
        capacity: () => ({ maxJobs: 1, refillAt: 0 }),
        overserved: () => [own.organization.organizationId],
        apply: (job, organizationId, signal) => {
          served.push(organizationId === other.organizationId ? 'other' : 'overserved');
          return pool.apply(job, organizationId, signal);
        },
      },
    });
    for (let number = 0; number < 3; number += 1) await (await job(number)).finish();
    assert.deepEqual(served, ['other', 'other', 'overserved']);
  });

  it('claims an execution for each lane from organizations without a claim here, even beyond its capacity', async () => {
    const newcomer = async () => {
      const other = await makeOrganization(own.database, 10);
      await executions().insert(newExecution(other, { workflowVersion: own.workflowVersion }));
      own.worker?.wake(other.organizationId);
    };
    let maxJobs = 3;
    await Promise.all([create(), create(), create()]);
    start({ pool: { ...pool, capacity: () => ({ maxJobs, refillAt: 0 }) } });
    await job(2);
    // The jobs turn out to be longer than expected, so the pool takes only one at a time.
    maxJobs = 1;
    await newcomer();
    const guest = await job(3);
    await newcomer();
    await guest.finish();
    await job(4);
    for (const one of own.jobs) if (one !== guest) await one.finish();
    await until('all are kept', 10_000, async () => (await readdir(join(own.folder, 'tmp'))).length === 0);
  });

  it('does not stop the retry of an execution when the message about the cancel comes late', async () => {
    start();
    const id = await create();
    await job(0);
    await cancel(id);
    await executions().retry(own.organization.organizationId, id);
    own.worker?.wake();
    const again = await job(1);
    own.worker?.abortEnded(id, 1);
    assert.equal(again.signal.aborted, false);
    await again.finish();
    assert.equal((await ended(id)).status, 'COMPLETED');
  });

  it('runs its claimed executions when the response to the claim was lost', async () => {
    const queue = workQueueIn(own.database);
    let lost = 0;
    start({
      queue: {
        ...queue,
        claim: async (...request) => {
          const claims = await queue.claim(...request);
          if (claims.length === 0 || lost++ > 0) return claims;
          throw unavailable('The connection broke.');
        },
      },
    });
    const id = await create();
    await (await job(0)).finish();
    const { status, attempts } = await ended(id);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 2 });
  });

  it('writes a result once when the database answers again', async () => {
    const queue = workQueueIn(own.database);
    let asked = 0;
    start({
      queue: {
        ...queue,
        complete: async (completion) => {
          asked += 1;
          if (asked === 3) await queue.complete(completion);
          if (asked <= 3) throw unavailable('The database is away.');
          return queue.complete(completion);
        },
      },
    });
    const id = await create();
    await (await job(0)).finish();
    const { status, attempts, chargedCredits } = await ended(id);
    assert.deepEqual(
      { status, attempts, chargedCredits },
      { status: 'COMPLETED', attempts: 1, chargedCredits: 1 },
    );
    await until('it was told that it is done', 10_000, () => asked === 4);
  });

  it('never fails an execution because the disk is full, and leaves no draft of it', async () => {
    let full = 2;
    start({
      objects: {
        ...own.objects,
        keep: async (...args) => {
          if (full-- > 0) throw noRoom();
          await own.objects.keep(...args);
        },
      },
    });
    const id = await create();
    for (const number of [0, 1, 2]) await (await job(number)).finish();
    const { status, attempts } = await ended(id);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
    assert.deepEqual(await readdir(join(own.folder, 'tmp')), []);
  });

  it('begins nothing new while the disk has no room', async () => {
    let full = true;
    let looks = 0;
    start({
      objects: {
        ...own.objects,
        checkRoom: async () => {
          looks += 1;
          if (full) throw noRoom();
        },
      },
    });
    const id = await create();
    const before = looks;
    // One look of the worker may have begun before the execution existed, so the test waits for two.
    await until('the worker has looked again for room', 10_000, () => looks > before + 1);
    assert.equal((await read(id)).status, 'CREATED');
    full = false;
    await (await job(0)).finish();
    assert.equal((await ended(id)).status, 'COMPLETED');
  });

  it('fails an execution when a fault of the store remains after eight attempts', async () => {
    let faults = 0;
    const reported: unknown[] = [];
    start({
      reportError: (error) => reported.push((error as Error).message),
      objects: {
        ...own.objects,
        path: async () => {
          faults += 1;
          throw new Error('EIO');
        },
      },
    });
    const id = await create();
    await until('the cause is in the log', 30_000, () => reported.length > 0);
    const { status, error } = await ended(id);
    assert.deepEqual([status, error?.code], ['FAILED', 'system_error']);
    assert.ok(faults > 5);
    assert.deepEqual(reported, ['EIO']);
  });

  it('hands executions over that do not finish in time when it stops', async () => {
    start();
    const id = await create();
    await job(0);
    await own.worker?.stop(50);
    const { status, attempts } = await read(id);
    assert.deepEqual({ status, attempts }, { status: 'ACTIVE', attempts: 1 });
  });
});
