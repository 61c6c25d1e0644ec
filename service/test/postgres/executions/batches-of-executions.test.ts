import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { batchOf } from '../../../src/domain/executions/batch.ts';
import type { Executions, WorkQueue } from '../../../src/ports/executions.ts';
import { SUM_UP_BATCH_COUNTS } from '../../../src/postgres/batches/sum-up.ts';
import { booksIn } from '../../../src/postgres/books.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { workQueueIn } from '../../../src/postgres/work-queue/work-queue.ts';
import { holdLease, type WorkerLease } from '../../../src/postgres/workers/hold-lease.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/database.ts';
import {
  makeOrganization,
  newExecution,
  RESULT,
  type TestOrganization,
  TRACE,
} from '../../support/organization.ts';

const BATCHES = statement<{ id: string; name: string | null }>(
  'select id, name from batches where organization_id = $1 order by created_at, id',
);
const COUNTS = statement<{ status: string; total: number; held: number; charged: number }>(`
  select status, sum(difference)::bigint as total, sum(held)::bigint as held, sum(charged)::bigint as charged
  from batch_counts where organization_id = $1 group by status having sum(difference) <> 0 order by status`);
const CHANGE = statement('update batches set priority = $2, paused = $3 where organization_id = $1');

describe('executions in batches', () => {
  let fresh: FreshDatabase;
  let database: Database;
  let executions: Executions;
  let queue: WorkQueue;
  let lease: WorkerLease;
  let organization: TestOrganization;

  before(async () => {
    fresh = await freshDatabase({ connections: 4 });
    database = fresh.database;
    executions = executionsIn(database);
    queue = workQueueIn(database);
    lease = await holdLease(database, 60_000);
  });
  beforeEach(async () => {
    organization = await makeOrganization(database, 100);
  });
  afterEach(async () => {
    while ((await queue.claim(lease.worker, 100)).length > 0);
  });
  after(async () => {
    await lease.end();
    await fresh.drop();
  });

  const create = async (labels: Record<string, string>, priceInCredits = 1) => {
    const execution = newExecution(organization, { labels, priceInCredits });
    await executions.insert(execution);
    return execution.id;
  };
  const claim = async (count: number) => {
    const claims = await queue.claim(lease.worker, count);
    return claims.filter(({ organizationId }) => organizationId === organization.organizationId);
  };
  const batches = () => database.run(BATCHES, [organization.organizationId]);

  it('the first execution of a batch opens it, and the first name seen stays', async () => {
    await create({ service_batch_id: 'day 1' });
    assert.deepEqual(await batches(), [{ id: batchOf({ service_batch_id: 'day 1' })?.id, name: null }]);
    await Promise.all(
      ['Shoes', 'Shoes', 'Shoes'].map((name) =>
        create({ service_batch_id: 'day 1', service_batch_name: name }),
      ),
    );
    await create({ service_batch_id: 'day 1', service_batch_name: 'Hats' });
    assert.deepEqual(
      (await batches()).map(({ name }) => name),
      ['Shoes'],
    );
  });

  it('the counters of a batch follow its executions, before and after they are summed up', async () => {
    for (let index = 0; index < 3; index++) await create({ service_batch_name: 'Shoes' }, 10);
    const [first, second] = await claim(2);
    await queue.complete({
      claim: first!,
      qa: 'off',
      result: RESULT,
      trace: TRACE,
      resultFileName: 'shoe.jpg',
    });
    await queue.fail(second!, { code: 'system_error', message: 'no', component: null }, TRACE);
    const expected = [
      { status: 'CREATED', total: 1, held: 10, charged: 0 },
      { status: 'COMPLETED', total: 1, held: 0, charged: 10 },
      { status: 'FAILED', total: 1, held: 0, charged: 0 },
    ];
    const counts = () => database.run(COUNTS, [organization.organizationId]);
    assert.deepEqual(await counts(), expected);
    await database.run(SUM_UP_BATCH_COUNTS, []);
    assert.deepEqual(await counts(), expected);
    assert.deepEqual(await booksIn(database).findContradictions(), []);
  });

  it('executions of a paused batch are not claimed', async () => {
    await create({ service_batch_name: 'Shoes' });
    await claim(1);
    await database.run(CHANGE, [organization.organizationId, 5, true]);
    await create({ service_batch_name: 'Shoes' });
    const outside = await create({});
    assert.deepEqual(
      (await claim(10)).map(({ id }) => id),
      [outside],
    );
  });

  it('executions of a batch with a higher priority are claimed first', async () => {
    await create({ service_batch_name: 'Urgent' });
    await claim(1);
    await database.run(CHANGE, [organization.organizationId, 9, false]);
    const earlier = await create({});
    const urgent = await create({ service_batch_name: 'Urgent' });
    assert.deepEqual(
      (await claim(10)).map(({ id }) => id),
      [urgent, earlier],
    );
  });

  it('a priority gives an organization no larger share than others have', async () => {
    await create({ service_batch_name: 'Urgent' });
    await claim(1);
    await database.run(CHANGE, [organization.organizationId, 9, false]);
    for (let index = 0; index < 4; index++) await create({ service_batch_name: 'Urgent' });
    const other = await makeOrganization(database, 100);
    for (let index = 0; index < 4; index++) await executions.insert(newExecution(other));
    const claims = await queue.claim(lease.worker, 4);
    const shares = Map.groupBy(claims, ({ organizationId }) => organizationId);
    assert.deepEqual(
      [organization, other].map(({ organizationId }) => shares.get(organizationId)?.length),
      [2, 2],
    );
  });
});
