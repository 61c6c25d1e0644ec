import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { unavailable } from '../../src/domain/errors.ts';
import type { ExecutionId } from '../../src/domain/ids.ts';
import { insertExecution } from '../../src/operations/executions/creating/insert-execution.ts';
import type { WorkQueue } from '../../src/ports/executions.ts';
import type { Database, Run } from '../../src/postgres/connection/database.ts';
import { executionsIn } from '../../src/postgres/executions/executions.ts';
import { workQueueIn } from '../../src/postgres/work-queue/work-queue.ts';
import { holdLease } from '../../src/postgres/workers/hold-lease.ts';
import { newExecution } from '../support/organization.ts';
import { until } from '../support/until.ts';
import { testWorker } from './test-worker.ts';

const own = testWorker();
const { start, executions, read, job, ended } = own;

describe('the worker at the creation of an execution', () => {
  const queue = () => workQueueIn(own.database);

  /**
   * Starts a worker that has found an empty queue. Without `looksAgain`, it looks at the queue again only much
   * later.
   */
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

  /** Creates executions as in a process that is both API and worker. */
  const createHere = (given: Partial<Database> = {}) => {
    const here = executionsIn({ ...own.database, ...given }, { intake: own.worker });
    return async (key?: string, priceInCredits = 1): Promise<ExecutionId> => {
      const execution = newExecution(own.organization, {
        workflowVersion: own.workflowVersion,
        priceInCredits,
      });
      const idempotency = key === undefined ? undefined : { key, fingerprint: 'same' };
      await insertExecution({ executions: here, intake: own.worker }, execution, idempotency);
      return execution.id;
    };
  };
  /** Runs a statement, which commits at once, but returns only when the gate opens. */
  const answeredLater = (gate: Promise<void>): Run => {
    const run: Run = async (...asked) => {
      const rows = await own.database.run(...asked);
      await gate;
      return rows;
    };
    return run;
  };
  const onlyOne = () => until('it is there', 10_000, async () => (await running())[0]);
  const running = async () => {
    const { entries } = await executions().list(
      own.organization.organizationId,
      { status: ['ACTIVE'] },
      { limit: 10, offset: 0 },
    );
    return entries.map(({ id }) => id);
  };

  it('claims it in the same commit while the queue is empty', async (context) => {
    await startIdle(context);
    const id = await createHere()();
    const { status, startedAt, createdAt } = await read(id);
    assert.deepEqual({ status, startedAt }, { status: 'ACTIVE', startedAt: createdAt });
    await (await job(0)).finish();
    const { status: end, attempts, chargedCredits } = await ended(id);
    assert.deepEqual({ end, attempts, chargedCredits }, { end: 'COMPLETED', attempts: 1, chargedCredits: 1 });
  });

  it('claims an execution with an Idempotency-Key once', async (context) => {
    await startIdle(context);
    const createOne = createHere();
    const [first, again] = await Promise.all([createOne('key'), createOne('key')]);
    assert.equal((await read(first)).status, 'ACTIVE');
    assert.equal(await read(again), undefined);
    await (await job(0)).finish();
    assert.equal((await ended(first)).status, 'COMPLETED');
  });

  it('claims no execution with an Idempotency-Key that the credits do not cover', async (context) => {
    await startIdle(context);
    const createOne = createHere();
    const [dear, cheap] = await Promise.all([createOne('dear', 1_000_000_000), createOne('cheap')]);
    assert.equal((await read(dear)).status, 'PAYMENT_REQUIRED');
    await (await job(0)).finish();
    assert.equal((await ended(cheap)).status, 'COMPLETED');
  });

  it('claims no more executions than there is room for, and none behind one that waits', async (context) => {
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
    const first = await job(0);
    ids.push(await createOne(), await createOne());
    assert.deepEqual(await statuses(), ['ACTIVE', 'ACTIVE', 'CREATED']);

    const { promise, resolve } = Promise.withResolvers<void>();
    mayClaim = promise;
    await first.finish();
    await ended(ids[0]!);
    ids.push(await createOne());
    assert.deepEqual(await statuses(), ['COMPLETED', 'ACTIVE', 'CREATED', 'CREATED']);
    resolve();
    await job(2);
    assert.deepEqual(await statuses(), ['COMPLETED', 'ACTIVE', 'ACTIVE', 'CREATED']);
  });

  it('keeps no room for executions that were not created', async (context) => {
    await startIdle(context);
    const away = createHere({ run: async () => Promise.reject(unavailable('The database is away.')) });
    for (let count = 0; count < 2; count += 1) await assert.rejects(away());
    assert.equal((await read(await createHere()())).status, 'ACTIVE');
    await job(0);
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
    await (await job(0)).finish();
    assert.equal((await ended(id)).attempts, 1);
  });

  it('runs an execution that it claimed even if the response of the commit was lost', async (context) => {
    await startIdle(context, { looksAgain: true });
    const lost = createHere({
      run: async (...asked) => {
        await own.database.run(...asked);
        throw unavailable('The connection broke.');
      },
    });
    await assert.rejects(lost());
    const id = await onlyOne();
    await (await job(0)).finish();
    const { status, attempts } = await ended(id);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 2 });
  });

  it('leaves executions that it claims while it stops to other workers', async (context) => {
    await startIdle(context);
    const gate = Promise.withResolvers<void>();
    const created = createHere({ run: answeredLater(gate.promise) })();
    const id = await onlyOne();
    await own.worker?.stop(0);
    gate.resolve();
    await created;
    await own.lease.end();
    const other = await holdLease(own.database, 60_000);
    const claims = await queue().takeOver(other.worker, 10, []);
    await other.end();
    assert.deepEqual(
      claims.map((claim) => claim.id),
      [id],
    );
    assert.equal(own.jobs.length, 0);
  });
});
