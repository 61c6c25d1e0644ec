import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../../src/config.ts';
import { percentileOf } from '../../../src/domain/usage/time-histogram.ts';
import type { NewExecution } from '../../../src/ports/executions.ts';
import type { UsageEntry, UsageQuery } from '../../../src/ports/usage.ts';
import { booksIn } from '../../../src/postgres/books.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { decisionsIn } from '../../../src/postgres/review/decide.ts';
import { rollUpUsage } from '../../../src/postgres/usage/roll-up.ts';
import { usageIn } from '../../../src/postgres/usage/usage.ts';
import { workQueueIn } from '../../../src/postgres/work-queue/work-queue.ts';
import { holdLease } from '../../../src/postgres/workers/hold-lease.ts';
import { workerChores } from '../../../src/programs/serving/worker-chores.ts';
import { freshDatabase } from '../../support/database/database.ts';
import {
  makeOrganization,
  newExecution,
  RESULT,
  type TestOrganization,
  TRACE,
} from '../../support/organization.ts';
import { placeExecution } from '../../support/place-execution.ts';

const EVENTS_LEFT = statement<{ count: number }>('select count(*) as count from usage_events');
// A test cannot wait for days, so it inserts the events of runs that took these times.
const RUNS_TOOK = statement(`
  insert into usage_events (execution_id, ends, failed, finished_at, queue_ms, processing_ms)
  select $1, 0, false, now(), ms, 2 * ms from unnest($2::float8[]) ms`);
const ERROR = { code: 'component_failed', message: 'It failed.', component: 'trim' } as const;

describe('usage', { timeout: 60_000 }, () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  let lease: Awaited<ReturnType<typeof holdLease>>;
  before(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
    lease = await holdLease(database, 60_000);
  });
  after(async () => {
    assert.deepEqual(await booksIn(database).findContradictions(), []);
    await lease.end();
    await fresh.drop();
  });

  const today = () => new Date().toISOString().slice(0, 10);
  const report = async (
    organization: TestOrganization,
    query: Partial<UsageQuery> = {},
  ): Promise<UsageEntry[]> => {
    await rollUpUsage(database);
    const whole = { from: today(), to: today(), by: 'day', timezone: 'UTC', ...query } as const;
    const page = { limit: 1000, offset: 0 };
    return (await usageIn(database).report(organization.organizationId, whole, page)).entries;
  };
  const finishedAt = async (organization: TestOrganization, ...times: string[]) => {
    for (const time of times)
      await placeExecution(database, organization, { status: 'FAILED', price: 1, createdAt: new Date(time) });
  };
  const counts = async (organization: TestOrganization, query: Partial<UsageQuery>) =>
    (await report(organization, query)).map(({ period, periodStart, executions }) => [
      period,
      periodStart.toISOString(),
      executions,
    ]);

  const insert = async (
    organization: TestOrganization,
    given: Partial<NewExecution> = {},
  ): Promise<NewExecution> => {
    const execution = newExecution(organization, { priceInCredits: 10, ...given });
    await executionsIn(database).insert(execution);
    return execution;
  };
  const claim = async ({ id }: NewExecution) =>
    (await workQueueIn(database).claim(lease.worker, 100)).find((one) => one.id === id)!;
  const complete = async (execution: NewExecution, toReview = false) => {
    const claimed = await claim(execution);
    const trace = { ...TRACE, attempt: claimed.attempt };
    const resultFileName = 'shoe.jpg';
    await workQueueIn(database).complete({
      claim: claimed,
      qa: toReview ? 'all' : 'off',
      result: RESULT,
      trace,
      resultFileName,
    });
  };
  const fail = async (execution: NewExecution) => {
    const claimed = await claim(execution);
    await workQueueIn(database).fail(claimed, ERROR, { ...TRACE, attempt: claimed.attempt });
  };
  const sums = (entries: UsageEntry[]) =>
    entries.map(({ executions, failures, credits, workMs, queueTimes }) => ({
      executions,
      failures,
      credits,
      workMs,
      runs: queueTimes.reduce((sum, [, count]) => sum + count, 0),
    }));

  test('a day of Berlin has 25 hours in October and 23 in March', async () => {
    const organization = await makeOrganization(database, 100);
    await finishedAt(
      organization,
      '2026-10-24T21:59:59.999Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T22:59:59Z',
    );
    await finishedAt(organization, '2026-10-25T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z');
    await finishedAt(organization, '2026-03-29T22:00:00Z');
    const query = { from: '2026-03-01', to: '2026-10-31', timezone: 'Europe/Berlin' };
    assert.deepEqual(await counts(organization, query), [
      ['2026-03-29', '2026-03-28T23:00:00.000Z', 2],
      ['2026-03-30', '2026-03-29T22:00:00.000Z', 1],
      ['2026-10-24', '2026-10-23T22:00:00.000Z', 1],
      ['2026-10-25', '2026-10-24T22:00:00.000Z', 2],
      ['2026-10-26', '2026-10-25T23:00:00.000Z', 1],
    ]);
    assert.deepEqual(await counts(organization, { ...query, from: '2026-10-25', to: '2026-10-25' }), [
      ['2026-10-25', '2026-10-24T22:00:00.000Z', 2],
    ]);
  });

  test('days begin at midnight in time zones with a half or a quarter of an hour', async () => {
    const organization = await makeOrganization(database, 100);
    await finishedAt(
      organization,
      '2026-06-09T18:14:59.999Z',
      '2026-06-09T18:15:00Z',
      '2026-06-09T18:29:59.999Z',
    );
    await finishedAt(organization, '2026-06-09T18:30:00Z');
    const query = { from: '2026-06-01', to: '2026-06-30' };
    assert.deepEqual(await counts(organization, { ...query, timezone: 'Asia/Kolkata' }), [
      ['2026-06-09', '2026-06-08T18:30:00.000Z', 3],
      ['2026-06-10', '2026-06-09T18:30:00.000Z', 1],
    ]);
    assert.deepEqual(await counts(organization, { ...query, timezone: 'Asia/Kathmandu' }), [
      ['2026-06-09', '2026-06-08T18:15:00.000Z', 1],
      ['2026-06-10', '2026-06-09T18:15:00.000Z', 3],
    ]);
  });

  test('weeks begin on Monday, months on the first, and days outside the range do not count', async () => {
    const organization = await makeOrganization(database, 100);
    await finishedAt(organization, '2026-05-31T12:00:00Z', '2026-06-01T12:00:00Z', '2026-06-07T12:00:00Z');
    await finishedAt(organization, '2026-06-08T12:00:00Z', '2026-07-01T00:00:00Z');
    const query = { from: '2026-06-01', to: '2026-06-30' };
    assert.deepEqual(await counts(organization, { ...query, by: 'week' }), [
      ['2026-06-01', '2026-06-01T00:00:00.000Z', 2],
      ['2026-06-08', '2026-06-08T00:00:00.000Z', 1],
    ]);
    assert.deepEqual(await counts(organization, { ...query, by: 'month' }), [
      ['2026-06-01', '2026-06-01T00:00:00.000Z', 3],
    ]);
  });

  test('a failed execution that is retried counts where it ends, and both runs count as work', async () => {
    const organization = await makeOrganization(database, 100);
    const execution = await insert(organization);
    await fail(execution);
    const failed = { executions: 1, failures: 1, credits: 0, workMs: 1.5, runs: 1 };
    assert.deepEqual(sums(await report(organization)), [failed]);
    await executionsIn(database).retry(organization.organizationId, execution.id);
    assert.deepEqual(sums(await report(organization)), [{ ...failed, executions: 0, failures: 0 }]);
    await complete(execution);
    assert.deepEqual(sums(await report(organization)), [
      { executions: 1, failures: 0, credits: 10, workMs: 3, runs: 2 },
    ]);
  });

  test('failures, retries and completions that are rolled up together count the same', async () => {
    const organization = await makeOrganization(database, 100);
    const execution = await insert(organization);
    await fail(execution);
    await executionsIn(database).retry(organization.organizationId, execution.id);
    await complete(execution);
    assert.deepEqual(sums(await report(organization)), [
      { executions: 1, failures: 0, credits: 10, workMs: 3, runs: 2 },
    ]);
  });

  test('a result in review counts as work, and as an execution when it is decided', async () => {
    const organization = await makeOrganization(database, 100);
    const approved = await insert(organization);
    await complete(approved, true);
    const rejected = await insert(organization);
    await complete(rejected, true);
    assert.deepEqual(sums(await report(organization)), [
      { executions: 0, failures: 0, credits: 0, workMs: 3, runs: 2 },
    ]);
    const { approve, reject } = decisionsIn(database.run);
    const by = { userId: organization.userId, evenIfLeased: false };
    await approve(organization.organizationId, approved.id, by, {});
    await reject(organization.organizationId, rejected.id, by, { reason: 'The edge is rough.' });
    assert.deepEqual(sums(await report(organization)), [
      { executions: 2, failures: 1, credits: 10, workMs: 3, runs: 2 },
    ]);
  });

  test('an execution that is canceled in the queue counts as a failure without work', async () => {
    const organization = await makeOrganization(database, 100);
    const { id } = await insert(organization);
    await executionsIn(database).cancel(organization.organizationId, id, ERROR);
    assert.deepEqual(sums(await report(organization)), [
      { executions: 1, failures: 1, credits: 0, workMs: 0, runs: 0 },
    ]);
  });

  test('workers that roll up at the same time count everything once', async () => {
    const organization = await makeOrganization(database, 10_000);
    for (let round = 0; round < 10; round++) {
      const placing = Array.from({ length: 30 }, () =>
        placeExecution(database, organization, { status: 'COMPLETED', price: 2 }),
      );
      await Promise.all([...placing, ...Array.from({ length: 4 }, () => rollUpUsage(database))]);
    }
    assert.deepEqual(sums(await report(organization)), [
      { executions: 300, failures: 0, credits: 600, workMs: 0, runs: 0 },
    ]);
    assert.deepEqual(await database.run(EVENTS_LEFT, []), [{ count: 0 }]);
  });

  test('is rolled up so often that the report is at most 5 s behind', () => {
    const { usage } = workerChores({ config: readConfig({}), database, objects: undefined as never });
    // The report is in time even if rolling up takes as long as the interval.
    assert.ok(2 * usage.everyMs < 5_000, `every ${usage.everyMs} ms`);
  });

  test('percentiles are within 5 % of the true ones, from milliseconds to days', async () => {
    for (const scale of [1, 40, 3_000, 500_000]) {
      const organization = await makeOrganization(database, 10_000);
      const times = Array.from({ length: 60 }, (_, n) => scale * (1 + ((n * 37) % 60) / 7));
      const { id } = await insert(organization);
      await database.run(RUNS_TOOK, [id, times.slice(0, 20)]);
      // This stores sums of the first 20 runs. The other runs are added to them.
      await rollUpUsage(database);
      await database.run(RUNS_TOOK, [id, times.slice(20)]);
      const [entry] = await report(organization);
      const sorted = times.toSorted((one, other) => one - other);
      for (const share of [0.5, 0.95]) {
        const truth = sorted[Math.ceil(share * sorted.length) - 1]! / 1000;
        const queue = percentileOf(entry!.queueTimes, share)!;
        const processing = percentileOf(entry!.processingTimes, share)!;
        assert.ok(Math.abs(queue / truth - 1) < 0.05, `${queue} for ${truth}`);
        assert.ok(Math.abs(processing / truth / 2 - 1) < 0.05, `${processing} for ${2 * truth}`);
      }
    }
  });

  test('groups have their names, and a group without a name has null', async () => {
    const organization = await makeOrganization(database, 100);
    await complete(await insert(organization, { labels: { service_batch_name: 'Autumn' } }));
    await complete(await insert(organization));
    const named = async (group: UsageQuery['group']) =>
      (await report(organization, { group })).map(({ groupName, executions }) => [groupName, executions]);
    assert.deepEqual(await named('user'), [['Kim', 2]]);
    assert.deepEqual((await named('batch')).toSorted(), [
      [null, 1],
      ['Autumn', 1],
    ]);
    assert.deepEqual(await named('key'), [[null, 2]]);
    const page = { limit: 1, offset: 1 };
    const query = { from: today(), to: today(), by: 'day', timezone: 'UTC', group: 'batch' } as const;
    const { entries, total } = await usageIn(database).report(organization.organizationId, query, page);
    assert.deepEqual([entries.length, total], [1, 2]);
  });
});
