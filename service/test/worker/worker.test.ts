import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test';
import { noRoom } from '../../src/domain/disk-full.ts';
import { unavailable } from '../../src/domain/errors.ts';
import type { ContentHash, ExecutionId, WorkflowVersionId } from '../../src/domain/ids.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { insertExecution } from '../../src/operations/executions/insert-execution.ts';
import type { WorkQueue } from '../../src/ports/executions.ts';
import { LaneFailure, type LaneJob, type LaneResult } from '../../src/ports/lanes.ts';
import type { ObjectStore } from '../../src/ports/object-store.ts';
import { type Database, type Run, statement } from '../../src/postgres/connection/database.ts';
import { executionsIn } from '../../src/postgres/executions/executions.ts';
import { organizationsIn } from '../../src/postgres/organizations.ts';
import { workQueueIn } from '../../src/postgres/work-queue/work-queue.ts';
import { holdLease, type WorkerLease } from '../../src/postgres/workers/hold-lease.ts';
import { workflowsIn } from '../../src/postgres/workflows.ts';
import type { LanePool } from '../../src/worker/lanes/lane-pool.ts';
import { startWorker, type Worker, type WorkerWorld } from '../../src/worker/queue/worker.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { makeOrganization, newExecution, type TestOrganization } from '../support/organization.ts';
import { until } from '../support/until.ts';

type Turn = {
  finish(more?: Partial<LaneResult>): Promise<void>;
  fail(failure: LaneFailure): void;
  signal: AbortSignal;
};

const END_ALL = statement(`
  update executions set status = 'FAILED', worker = null, hold = null, error = '{}', finished_at = now()
  where status in ('CREATED', 'ACTIVE')`);

describe('the worker', () => {
  let fresh: FreshDatabase;
  let folder: string;
  let objects: ObjectStore;
  let organization: TestOrganization;
  let workflowVersion: WorkflowVersionId;
  let life: WorkerLease;
  let worker: Worker | undefined;
  /** The jobs that have come to the lanes, in order. */
  let turns: Turn[];

  before(async () => {
    fresh = await freshDatabase({ connections: 6 });
    folder = await mkdtemp(join(tmpdir(), 'darkroom-loop-'));
    objects = await openFilesystemStore({ dir: folder, minFreeBytes: 0 });
    organization = await makeOrganization(fresh.database, 1_000);
    const definition = { name: 'Any', inputs: {}, steps: [], qa: 'off' as const, priceInCredits: 1 };
    const { organizationId, userId } = organization;
    workflowVersion = (await workflowsIn(fresh.database).create(organizationId, userId, definition)).version;
  });
  beforeEach(async () => {
    turns = [];
    life = await holdLease(fresh.database, 60_000);
  });
  afterEach(async () => {
    await worker?.stop(0);
    worker = undefined;
    await life.end();
    await fresh.database.run(END_ALL, []);
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await fresh.drop();
  });

  /** Lanes that do what the test tells them. */
  const pool: LanePool = {
    overserved: () => [],
    lanes: 1,
    capacity: () => ({ most: 2, refillAt: 1 }),
    close: async () => {},
    apply: (job: LaneJob, _organization, signal) =>
      new Promise((resolve, reject) => {
        const canceled = () => reject(new LaneFailure('canceled', 'canceled', 'Canceled.'));
        if (signal.aborted) canceled();
        signal.addEventListener('abort', canceled);
        turns.push({
          signal,
          fail: reject,
          finish: async (more = {}) => {
            const bytes = randomUUID();
            await writeFile(job.output, bytes);
            const hash = createHash('sha256').update(bytes).digest('hex') as ContentHash;
            resolve({
              hash,
              format: 'png',
              contentType: 'image/png',
              width: 1,
              height: 1,
              bytes: bytes.length,
              crc32: 0,
              trace: { input: {}, steps: [] },
              ...more,
            });
          },
        });
      }),
  };

  const start = (given: Partial<WorkerWorld> & { queue?: WorkQueue } = {}) => {
    worker = startWorker({
      workflows: workflowsIn(fresh.database),
      objects,
      readmit: async () => assert.fail('nothing is deleted'),
      whyUnusable: async () => undefined,
      onUnusable: () => {},
      queue: workQueueIn(fresh.database),
      limits: { maxBytes: 1e6, maxPixels: 1e6, maxHeifPixels: 1e6 },
      organizations: organizationsIn(fresh.database),
      reuse: {
        find: async () => assert.fail('nobody asked for reuse'),
        remember: async () => assert.fail('nobody asked for reuse'),
        intermediate: () => assert.fail('nobody asked for reuse'),
        worthMs: 0,
      },
      codeVersion: 'test',
      worker: life.worker,
      pool,
      mayTakeOver: () => true,
      reportError: (error) => assert.fail(error as Error),
      reportLine: () => {},
      reportEvent: () => {},
      reportBroken: () => assert.fail('nothing is broken'),
      ...given,
    });
    return worker;
  };
  const executions = () => executionsIn(fresh.database);
  const create = async (): Promise<ExecutionId> => {
    const execution = newExecution(organization, { workflowVersion });
    await executions().insert(execution);
    worker?.wake(organization.organizationId);
    return execution.id;
  };
  const read = async (id: ExecutionId) => (await executions().find(organization.organizationId, id))!;
  const turn = (number: number) => until(`turn ${number} has come`, 10_000, () => turns[number]);
  const ended = (id: ExecutionId, deadlineMs = 10_000) =>
    until('the execution has ended', deadlineMs, async () => {
      const execution = await read(id);
      return execution.finishedAt !== null && execution;
    });
  const cancel = (id: ExecutionId) =>
    executions().cancel(organization.organizationId, id, {
      code: 'canceled',
      message: 'Canceled.',
      component: null,
    });

  it('stops an execution at once when a person has ended it', async () => {
    start();
    const id = await create();
    const { signal } = await turn(0);
    await cancel(id);
    worker?.ended(id, 1);
    assert.ok(signal.aborted);
    assert.equal((await read(id)).error?.code, 'canceled');
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
    for (const [number, more] of [{ makeshift: true as const }, {}].entries()) {
      const id = await create();
      await (await turn(number)).finish(more);
      results.push((await ended(id)).resultContentHash);
    }
    assert.deepEqual(remembered, results.slice(1));
  });

  it('claims executions of organizations that had much more lane time only when no other organization waits', async () => {
    const other = await makeOrganization(fresh.database, 10);
    const served: string[] = [];
    await create();
    for (let time = 0; time < 2; time += 1)
      await executions().insert(newExecution(other, { workflowVersion }));
    start({
      pool: {
        ...pool,
        capacity: () => ({ most: 1, refillAt: 0 }),
        overserved: () => [organization.organizationId],
        apply: (job, organizationId, signal) => {
          served.push(organizationId === other.organizationId ? 'other' : 'overserved');
          return pool.apply(job, organizationId, signal);
        },
      },
    });
    for (let number = 0; number < 3; number += 1) await (await turn(number)).finish();
    assert.deepEqual(served, ['other', 'other', 'overserved']);
  });

  it('claims an execution for each lane from organizations without a claim here, even beyond its capacity', async () => {
    const newcomer = async () => {
      const other = await makeOrganization(fresh.database, 10);
      await executions().insert(newExecution(other, { workflowVersion }));
      worker?.wake(other.organizationId);
    };
    let most = 3;
    await Promise.all([create(), create(), create()]);
    start({ pool: { ...pool, capacity: () => ({ most, refillAt: 0 }) } });
    await turn(2);
    // The jobs turn out to be longer than expected.
    most = 1;
    await newcomer();
    const guest = await turn(3);
    await newcomer();
    await guest.finish();
    await turn(4);
    for (const one of turns) if (one !== guest) await one.finish();
    await until('all are kept', 10_000, async () => (await readdir(join(folder, 'tmp'))).length === 0);
  });

  it('does not stop the retry of an execution when the message about the cancel comes late', async () => {
    start();
    const id = await create();
    await turn(0);
    await cancel(id);
    await executions().retry(organization.organizationId, id);
    worker?.wake();
    const again = await turn(1);
    worker?.ended(id, 1);
    assert.equal(again.signal.aborted, false);
    await again.finish();
    assert.equal((await ended(id)).status, 'COMPLETED');
  });

  it('runs its claimed executions when the response to the claim was lost', async () => {
    const queue = workQueueIn(fresh.database);
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
    await (await turn(0)).finish();
    const { status, attempts } = await ended(id);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 2 });
  });

  it('writes a result once when the database answers again', async () => {
    const queue = workQueueIn(fresh.database);
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
    await (await turn(0)).finish();
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
        ...objects,
        keep: async (...args) => {
          if (full-- > 0) throw noRoom();
          await objects.keep(...args);
        },
      },
    });
    const id = await create();
    for (const number of [0, 1, 2]) await (await turn(number)).finish();
    const { status, attempts } = await ended(id);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
    assert.deepEqual(await readdir(join(folder, 'tmp')), []);
  });

  it('begins nothing new while the disk has no room', async () => {
    let full = true;
    let looks = 0;
    start({
      objects: {
        ...objects,
        checkRoom: async () => {
          looks += 1;
          if (full) throw noRoom();
        },
      },
    });
    const id = await create();
    const before = looks;
    // The worker may have begun one look before the execution existed.
    await until('the worker has looked again for room', 10_000, () => looks > before + 1);
    assert.equal((await read(id)).status, 'CREATED');
    full = false;
    await (await turn(0)).finish();
    assert.equal((await ended(id)).status, 'COMPLETED');
  });

  it('fails an execution when a fault of the store remains after more than five attempts', async () => {
    let faults = 0;
    const reported: unknown[] = [];
    start({
      reportError: (error) => reported.push((error as Error).message),
      objects: {
        ...objects,
        path: async () => {
          faults += 1;
          throw new Error('EIO');
        },
      },
    });
    const id = await create();
    const { status, error } = await ended(id, 30_000);
    assert.deepEqual([status, error?.code], ['FAILED', 'system_error']);
    assert.ok(faults > 5);
    assert.deepEqual(reported, ['EIO'], 'the cause is in the log');
  });

  it('hands executions over that do not finish in time when it stops', async () => {
    start();
    const id = await create();
    await turn(0);
    await worker?.stop(50);
    const { status, attempts } = await read(id);
    assert.deepEqual({ status, attempts }, { status: 'ACTIVE', attempts: 1 });
  });

  describe('at the creation of an execution', () => {
    const queue = () => workQueueIn(fresh.database);

    /** Starts a worker that has found an empty queue. Without `looksAgain`, its next look comes late. */
    const startIdle = async (
      context: TestContext,
      { looksAgain = false, ...given }: Partial<WorkQueue> & { looksAgain?: boolean } = {},
    ) => {
      context.mock.timers.enable({ apis: ['setInterval'] });
      const looked = Promise.withResolvers<void>();
      const claim: WorkQueue['claim'] = async (...request) => {
        const claims = await (given.claim ?? queue().claim)(...request);
        setImmediate(looked.resolve);
        return claims;
      };
      const place = () => ({ rank: 0, count: looksAgain ? 1 : 1_000 });
      start({ queue: { ...queue(), ...given, claim }, place });
      await looked.promise;
    };

    /** Creates executions as in a process that serves the interface and works. */
    const createHere = (given: Partial<Database> = {}) => {
      const here = executionsIn({ ...fresh.database, ...given }, { intake: worker });
      return async (key?: string, priceInCredits = 1): Promise<ExecutionId> => {
        const execution = newExecution(organization, { workflowVersion, priceInCredits });
        const idempotency = key === undefined ? undefined : { key, fingerprint: 'same' };
        await insertExecution({ executions: here, intake: worker }, execution, idempotency);
        return execution.id;
      };
    };
    /** Commits at once, but returns only when the gate opens. */
    const answeredLater = (gate: Promise<void>): Run => {
      const run: Run = async (...asked) => {
        const rows = await fresh.database.run(...asked);
        await gate;
        return rows;
      };
      return run;
    };
    const onlyOne = () => until('it is there', 10_000, async () => (await running())[0]);
    const running = async () => {
      const { entries } = await executions().list(
        organization.organizationId,
        { status: ['ACTIVE'] },
        { limit: 10, offset: 0 },
      );
      return entries.map(({ id }) => id);
    };

    it('takes it in the same commit, while nobody waits', async (context) => {
      await startIdle(context);
      const id = await createHere()();
      const { status, startedAt, createdAt } = await read(id);
      assert.deepEqual({ status, startedAt }, { status: 'ACTIVE', startedAt: createdAt });
      await (await turn(0)).finish();
      const { status: end, attempts, chargedCredits } = await ended(id);
      assert.deepEqual(
        { end, attempts, chargedCredits },
        { end: 'COMPLETED', attempts: 1, chargedCredits: 1 },
      );
    });

    it('takes it with its key, once', async (context) => {
      await startIdle(context);
      const createOne = createHere();
      const [first, again] = await Promise.all([createOne('key'), createOne('key')]);
      assert.equal((await read(first)).status, 'ACTIVE');
      assert.equal(await read(again), undefined);
      await (await turn(0)).finish();
      assert.equal((await ended(first)).status, 'COMPLETED');
    });

    it('takes no execution with a key that the credits do not cover', async (context) => {
      await startIdle(context);
      const createOne = createHere();
      const [dear, cheap] = await Promise.all([createOne('dear', 1_000_000_000), createOne('cheap')]);
      assert.equal((await read(dear)).status, 'PAYMENT_REQUIRED');
      await (await turn(0)).finish();
      assert.equal((await ended(cheap)).status, 'COMPLETED');
    });

    it('takes no more executions than there is room for, and none after one that waits', async (context) => {
      let mayClaim = Promise.resolve();
      const claim: WorkQueue['claim'] = async (...request) => {
        await mayClaim;
        return queue().claim(...request);
      };
      await startIdle(context, { claim });
      const createOne = createHere();
      const ids: ExecutionId[] = [];
      const statuses = () => Promise.all(ids.map(async (id) => (await read(id)).status));
      ids.push(await createOne());
      const first = await turn(0);
      ids.push(await createOne(), await createOne());
      assert.deepEqual(await statuses(), ['ACTIVE', 'ACTIVE', 'CREATED']);

      const { promise, resolve } = Promise.withResolvers<void>();
      mayClaim = promise;
      await first.finish();
      await ended(ids[0]!);
      ids.push(await createOne());
      assert.deepEqual(await statuses(), ['COMPLETED', 'ACTIVE', 'CREATED', 'CREATED']);
      resolve();
      await turn(2);
      assert.deepEqual(await statuses(), ['COMPLETED', 'ACTIVE', 'ACTIVE', 'CREATED']);
    });

    it('keeps no room for executions that were not created', async (context) => {
      await startIdle(context);
      const away = createHere({ run: async () => Promise.reject(unavailable('The database is away.')) });
      for (let count = 0; count < 2; count += 1) await assert.rejects(away());
      assert.equal((await read(await createHere()())).status, 'ACTIVE');
      await turn(0);
    });

    it('does not take over an execution that it is about to begin', async (context) => {
      const takenOver: Promise<unknown[]>[] = [];
      const takeOver: WorkQueue['takeOver'] = (...asked) => {
        const claims = queue().takeOver(...asked);
        takenOver.push(claims);
        return claims;
      };
      await startIdle(context, { looksAgain: true, takeOver });
      const gate = Promise.withResolvers<void>();
      const created = createHere({ run: answeredLater(gate.promise) })();
      const id = await onlyOne();
      const looks = takenOver.length;
      await until('the worker looks again', 5_000, () => takenOver.length > looks);
      assert.deepEqual(await takenOver.at(-1), []);
      gate.resolve();
      await created;
      await (await turn(0)).finish();
      assert.equal((await ended(id)).attempts, 1);
    });

    it('runs an execution that it took when the response of the commit was lost', async (context) => {
      await startIdle(context, { looksAgain: true });
      const lost = createHere({
        run: async (...asked) => {
          await fresh.database.run(...asked);
          throw unavailable('The connection broke.');
        },
      });
      await assert.rejects(lost());
      const id = await onlyOne();
      await (await turn(0)).finish();
      const { status, attempts } = await ended(id);
      assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 2 });
    });

    it('leaves an execution to other workers that it took while it ends', async (context) => {
      await startIdle(context);
      const gate = Promise.withResolvers<void>();
      const created = createHere({ run: answeredLater(gate.promise) })();
      const id = await onlyOne();
      await worker?.stop(0);
      gate.resolve();
      await created;
      await life.end();
      const other = await holdLease(fresh.database, 60_000);
      const claims = await queue().takeOver(other.worker, 10, []);
      await other.end();
      assert.deepEqual(
        claims.map((claim) => claim.id),
        [id],
      );
      assert.equal(turns.length, 0);
    });
  });
});
