import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { ContentHash, ExecutionId, WorkflowVersionId } from '../../src/domain/ids.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import type { WorkQueue } from '../../src/ports/executions.ts';
import type { ObjectStore } from '../../src/ports/images/object-store.ts';
import { LaneFailure, type LaneJob, type LaneResult } from '../../src/ports/lanes.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { executionsIn } from '../../src/postgres/executions/executions.ts';
import { organizationsIn } from '../../src/postgres/organizations.ts';
import { workQueueIn } from '../../src/postgres/work-queue/work-queue.ts';
import { holdLease, type WorkerLease } from '../../src/postgres/workers/hold-lease.ts';
import { workflowsIn } from '../../src/postgres/workflows.ts';
import type { LanePool } from '../../src/worker/lanes/lane-pool.ts';
import { startWorker, type Worker, type WorkerPorts } from '../../src/worker/queue/worker.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';
import { makeOrganization, newExecution, type TestOrganization } from '../support/organization.ts';
import { until } from '../support/until.ts';

/** A job that the lanes have received. The test says how it ends. */
export type JobInLane = {
  finish(more?: Partial<LaneResult>): Promise<void>;
  fail(failure: LaneFailure): void;
  signal: AbortSignal;
};

const END_ALL = statement(`
  update executions set status = 'FAILED', worker = null, hold = null, error = '{}', finished_at = now()
  where status in ('CREATED', 'ACTIVE')`);

/**
 * Opens a worker of its own for each test of a file, with lanes that do what the test tells them. All tests share one
 * database and one store.
 */
export const testWorker = () => {
  let fresh: FreshDatabase;
  let folder: string;
  let objects: ObjectStore;
  let organization: TestOrganization;
  let workflowVersion: WorkflowVersionId;
  let lease: WorkerLease;
  let worker: Worker | undefined;
  let jobs: JobInLane[];

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
    jobs = [];
    lease = await holdLease(fresh.database, 60_000);
  });
  afterEach(async () => {
    await worker?.stop(0);
    worker = undefined;
    await lease.end();
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
    capacity: () => ({ maxJobs: 2, refillAt: 1 }),
    close: async () => {},
    apply: (job: LaneJob, _organization, signal) =>
      new Promise((resolve, reject) => {
        const canceled = () => reject(new LaneFailure('canceled', 'canceled', 'Canceled.'));
        if (signal.aborted) canceled();
        signal.addEventListener('abort', canceled);
        jobs.push({
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

  const start = (given: Partial<WorkerPorts> & { queue?: WorkQueue } = {}) => {
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
      worker: lease.worker,
      pool,
      mayTakeOver: () => true,
      reportError: (error) => assert.fail(error as Error),
      reportWarning: () => {},
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
  const job = (number: number) => until(`job ${number} has come`, 10_000, () => jobs[number]);
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

  return {
    get worker() {
      return worker;
    },
    get lease() {
      return lease;
    },
    get database() {
      return fresh.database;
    },
    get folder() {
      return folder;
    },
    get objects() {
      return objects;
    },
    get organization() {
      return organization;
    },
    get workflowVersion() {
      return workflowVersion;
    },
    /** The jobs that the lanes have received, in order. */
    get jobs() {
      return jobs;
    },
    pool,
    start,
    executions,
    create,
    read,
    job,
    ended,
    cancel,
  };
};
