import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { BatchId, ExecutionId, WorkflowId } from '../../src/domain/ids.ts';
import { batchesIn } from '../../src/postgres/batches/batches.ts';
import { booksIn } from '../../src/postgres/books.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { creditsIn } from '../../src/postgres/credits.ts';
import { executionsIn } from '../../src/postgres/executions/executions.ts';
import { lotStepsIn } from '../../src/postgres/review/lots.ts';
import { reviewIn } from '../../src/postgres/review/review.ts';
import { workQueueIn } from '../../src/postgres/work-queue/work-queue.ts';
import { holdLease } from '../../src/postgres/workers/hold-lease.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';
import { makeOrganization, newExecution, RESULT, TRACE } from '../support/organization.ts';

// This file is long on purpose: its tests follow lots from their forming to their settlement, with one set of steps.

let fresh: FreshDatabase;
let lease: Awaited<ReturnType<typeof holdLease>>;
before(async () => {
  fresh = await freshDatabase({ connections: 8 });
  lease = await holdLease(fresh.database, 600_000);
});
afterEach(async () => {
  assert.deepEqual(await booksIn(fresh.database).findContradictions(), []);
});
after(async () => {
  await lease.end();
  await fresh.drop();
});

const HOUR_MS = 3_600_000;
const OPEN_BATCH = statement(
  'insert into batches (organization_id, id, created_by, qa) values ($1, $2, $3, $4)',
);
const CLAIMABLE = statement<{ count: number }>(
  "select count(*) from executions where organization_id = $1 and status = 'CREATED' and not paused",
);
const LOTS = statement<{
  size: number;
  sample_size: number;
  severity: string;
  outcome: string;
  queued: number;
}>(`
  select l.size, l.sample_size, l.severity, l.outcome,
    (select count(*) from review_items i where i.lot_id = l.id and i.reason = 'sample')::integer as queued
  from review_lots l where batch_id = $1 order by formed_at, id`);
const COUNTS = statement<{ status: string; count: number }>(
  'select status, count(*) from executions where organization_id = $1 group by status',
);
const CHARGES = statement<{ charges: number }>(
  "select count(*) as charges from ledger where organization_id = $1 and kind = 'charge'",
);

/** A batch with sampling at AQL 4.0 and lots of this size. */
const openBatch = async (lotSize: number, { quietMs = HOUR_MS, outside = false } = {}) => {
  const { database } = fresh;
  const owner = await makeOrganization(database, 10_000);
  const { organizationId, userId } = owner;
  const batchId = randomUUID() as BatchId;
  const workflowId = randomUUID() as WorkflowId;
  const plan = { mode: 'sample', sampling: { aql: 4, lotSize }, mayWeaken: true };
  await database.run(OPEN_BATCH, [organizationId, batchId, userId, JSON.stringify(plan)]);
  const executions = executionsIn(database);
  const queue = workQueueIn(database);
  const review = reviewIn(database);
  const batches = batchesIn(database);
  const by = { userId, evenIfLeased: false };
  const given = { workflowId, labels: outside ? {} : { service_batch_id: batchId } };
  return {
    batchId,
    organizationId,
    userId,
    review,
    step: lotStepsIn(database, { quietMs }),
    create: (count: number, more: { workflowId?: WorkflowId } = {}) =>
      Promise.all(
        Array.from({ length: count }, () => executions.insert(newExecution(owner, { ...given, ...more }))),
      ),
    /** Completes `count` queued executions. */
    finish: async (count: number, { unsure = false } = {}) => {
      for (let left = count; left > 0; ) {
        const claims = await queue.claim(lease.worker, left);
        left -= claims.length;
        await Promise.all(
          claims.map((claim) =>
            queue.complete({
              ...{
                claim,
                qa: outside ? 'sample' : 'off',
                result: RESULT,
                trace: TRACE,
                resultFileName: 'a.jpg',
              },
              ...(unsure && { unsure: true as const }),
            }),
          ),
        );
      }
    },
    queued: async () => (await review.queue(organizationId, {}, { limit: 1000, offset: 0 })).entries,
    approve: (id: ExecutionId) => review.approve(organizationId, id, by, {}),
    reject: (id: ExecutionId) => review.reject(organizationId, id, by, { reason: 'No' }),
    redo: (id: ExecutionId) => review.redo(organizationId, id, by, { settings: {}, maxRedos: 3 }),
    lots: () => database.run(LOTS, [batchId]),
    close: () => batches.close(organizationId, batchId),
    pauseBatch: (paused: boolean) => batches.setPaused(organizationId, batchId, paused),
    claimable: async () => (await database.run(CLAIMABLE, [organizationId]))[0]!.count,
    statuses: async () =>
      Object.fromEntries(
        (await database.run(COUNTS, [organizationId])).map(({ status, count }) => [status, count]),
      ),
    charges: async () => (await database.run(CHARGES, [organizationId]))[0]!.charges,
    spendable: () => creditsIn(database).spendable(organizationId),
  };
};

test('a full lot puts its sample into the queue, and the rest waits', async () => {
  const { create, finish, step, queued, lots, statuses } = await openBatch(30);
  await create(65);
  await finish(65);
  assert.deepEqual(await statuses(), { IN_QA: 65 });
  assert.deepEqual(await queued(), [], 'every result waits for its lot');
  await step();
  assert.deepEqual(
    (await lots()).map(({ size, sample_size: sample, queued: shown }) => [size, sample, shown]),
    [
      [30, 13, 13],
      [30, 13, 13],
    ],
    'five results still wait',
  );
  const entries = await queued();
  assert.equal(entries.length, 26);
  assert.ok(entries.every(({ reason }) => reason === 'sample'));
});

test('with at most the accepted number of rejects the system approves the rest', async () => {
  const { create, finish, step, queued, lots, approve, reject, statuses, charges, review, organizationId } =
    await openBatch(30);
  await create(30);
  await finish(30);
  await step();
  const [first, ...others] = await queued();
  await reject(first!.execution.id);
  for (const { execution } of others) await approve(execution.id);
  await step();
  assert.equal((await lots())[0]?.outcome, 'accepted');
  assert.deepEqual(await statuses(), { COMPLETED: 29, FAILED: 1 });
  assert.equal(await charges(), 29);
  const sampled = new Set([first!, ...others].map(({ execution }) => execution.id));
  const { entries } = await executionsIn(fresh.database).list(organizationId, {}, { limit: 100, offset: 0 });
  const rest = entries.find(({ id }) => !sampled.has(id));
  const [decision] = await review.decisions(organizationId, rest!.id);
  assert.deepEqual([decision?.decision, decision?.reviewer], ['approve', null]);
});

test('with one reject more the rest enters the queue, before the sample is decided', async () => {
  const { create, finish, step, queued, reject, redo, lots, statuses } = await openBatch(30);
  await create(30);
  await finish(30);
  await step();
  const [first, second] = await queued();
  await reject(first!.execution.id);
  await redo(second!.execution.id);
  await step();
  assert.equal((await lots())[0]?.outcome, 'refused', 'a redo counts as a reject');
  const reasons = (await queued()).map(({ reason }) => reason);
  assert.deepEqual(
    [reasons.filter((one) => one === 'sample').length, reasons.filter((one) => one === 'refused-lot').length],
    [11, 17],
  );
  assert.deepEqual(await statuses(), { IN_QA: 28, FAILED: 1, CREATED: 1 });
  await finish(1);
  const again = (await queued()).find(({ reason }) => reason === 'again');
  assert.equal(again?.execution.id, second!.execution.id, 'the redone result comes back by itself');
});

test('unsure results enter the queue in addition, and do not count for the lot', async () => {
  const { create, finish, step, queued, lots } = await openBatch(10);
  await create(12);
  await finish(3, { unsure: true });
  await finish(9);
  await step();
  assert.deepEqual(await lots(), [], 'only nine results wait');
  assert.deepEqual(
    (await queued()).map(({ reason }) => reason),
    ['unsure', 'unsure', 'unsure'],
  );
});

test('a smaller lot forms when nothing is queued or running any more, and not before', async () => {
  const { create, finish, step, lots } = await openBatch(100, { quietMs: 0 });
  await create(21);
  await finish(20);
  await step();
  assert.deepEqual(await lots(), [], 'one execution is still queued');
  await finish(1);
  await step();
  assert.deepEqual(
    (await lots()).map(({ size, sample_size: sample }) => [size, sample]),
    [[21, 3]],
  );
});

test('closing the batch forms the last lot at once', async () => {
  const { create, finish, step, lots, close } = await openBatch(100);
  await create(8);
  await finish(8);
  await step();
  assert.deepEqual(await lots(), [], 'more may come');
  await close();
  await step();
  assert.deepEqual(
    (await lots()).map(({ size, sample_size: sample }) => [size, sample]),
    [[8, 3]],
  );
});

test('a batch that is closed early forms one lot of all results, when nothing is queued or running any more', async () => {
  const { create, finish, step, lots, close } = await openBatch(100);
  await create(9);
  await finish(4);
  await close();
  await step();
  assert.deepEqual(await lots(), [], 'five executions are still queued');
  await finish(5);
  await step();
  assert.deepEqual(
    (await lots()).map(({ size }) => size),
    [9],
  );
});

test('an execution that is created later opens a closed batch again, for lots too', async () => {
  const { create, finish, step, lots, close } = await openBatch(100);
  await close();
  await create(2);
  await finish(2);
  await step();
  assert.deepEqual(await lots(), [], 'more may come');
});

test('the results of each workflow of a batch form lots of their own', async () => {
  const { create, finish, step, lots, close } = await openBatch(4);
  await create(3);
  await create(5, { workflowId: randomUUID() as WorkflowId });
  await finish(8);
  await step();
  assert.deepEqual(
    (await lots()).map(({ size }) => size),
    [4],
    'three of one workflow and one of the other still wait',
  );
  await close();
  await step();
  assert.deepEqual((await lots()).map(({ size }) => size).sort(), [1, 3, 4]);
});

test('outside batches the results of each workflow form lots of their own', async () => {
  const first = await openBatch(2, { quietMs: 0, outside: true });
  await first.create(6);
  await first.finish(5);
  await first.step();
  assert.equal((await first.queued()).length, 0, 'one execution of the workflow is still queued');
  await first.finish(1);
  await first.step();
  const reasons = (await first.queued()).map(({ reason }) => reason);
  assert.deepEqual(reasons, ['sample', 'sample', 'sample'], 'one lot of six: the default lot size is 500');
});

test('a redone execution of a paused batch waits until the batch goes on', async () => {
  const { create, finish, step, queued, redo, close, pauseBatch, claimable } = await openBatch(2);
  await create(2);
  await finish(2);
  await close();
  await step();
  const [first] = await queued();
  await pauseBatch(true);
  await redo(first!.execution.id);
  assert.equal(await claimable(), 0);
  await pauseBatch(false);
  await finish(1);
});

test('sampling is tightened after two refused lots, and the batch says why', async () => {
  const { create, finish, step, queued, reject, lots, review, organizationId, batchId } = await openBatch(30);
  for (let lot = 0; lot < 2; lot++) {
    await create(30);
    await finish(30);
    await step();
    const sample = (await queued()).filter(({ reason }) => reason === 'sample');
    for (const { execution } of sample.slice(-2)) await reject(execution.id);
    await step();
  }
  await create(30);
  await finish(30);
  await step();
  assert.deepEqual(
    (await lots()).map(({ severity, outcome, sample_size: sample }) => [severity, outcome, sample]),
    [
      ['normal', 'refused', 13],
      ['normal', 'refused', 13],
      ['tightened', null, 5],
    ],
  );
  const { workflows, plan } = (await review.planOfBatch(organizationId, batchId))!;
  assert.equal(plan?.mode, 'sample');
  const [one] = workflows;
  assert.deepEqual([one?.severity, one?.lots], ['tightened', { formed: 3, accepted: 0, refused: 2 }]);
  assert.match(one!.why!, /^Tightened inspection: 2 of 5 lots were refused\./);
  assert.deepEqual(one!.plan, { codeLetter: 'D', sampleSize: 5, acceptance: 0 });
});

test('several workers that form lots while results come in keep the size of each sample', async () => {
  const { create, finish, step, lots, statuses } = await openBatch(20);
  const total = 200;
  await create(total);
  let done = false;
  const stepping = Array.from({ length: 3 }, async () => {
    while (!done) await step();
  });
  await finish(total);
  done = true;
  await Promise.all(stepping);
  await step();
  const formed = await lots();
  assert.equal(formed.length, total / 20);
  for (const { size, sample_size: sample, queued: shown } of formed)
    assert.deepEqual([size, sample, shown], [20, 3, 3]);
  assert.deepEqual(await statuses(), { IN_QA: total });
});

test('several workers that settle an accepted lot approve and charge each result once', async () => {
  const { create, finish, step, queued, approve, statuses, charges, spendable } = await openBatch(400);
  await create(400);
  await finish(400);
  await step();
  const sample = await queued();
  assert.equal(sample.length, 50);
  for (const { execution } of sample) await approve(execution.id);
  await Promise.all([step(), step(), step()]);
  await step();
  assert.deepEqual(await statuses(), { COMPLETED: 400 });
  assert.equal(await charges(), 400);
  assert.equal(await spendable(), 9_600);
});
