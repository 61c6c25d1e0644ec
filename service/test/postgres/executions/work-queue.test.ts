import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { ContentHash, ExecutionId } from '../../../src/domain/ids.ts';
import type { Claim, Executions, TakenOver, WorkQueue } from '../../../src/ports/executions.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { workQueueIn } from '../../../src/postgres/work-queue/work-queue.ts';
import { holdLease, type WorkerLease } from '../../../src/postgres/workers/hold-lease.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/database.ts';
import { makeOrganization, newExecution, type TestOrganization, TRACE } from '../../support/organization.ts';

const EXPIRE = statement("update workers set lease_until = now() - interval '1 second' where id = $1");

const END_ALL = statement(`
  update executions set status = 'FAILED', worker = null, hold = null, error = '{}', finished_at = now()
  where status = 'ACTIVE'`);

describe('the work queue', () => {
  let fresh: FreshDatabase;
  let database: Database;
  let executions: Executions;
  let queue: WorkQueue;
  let first: WorkerLease;
  let second: WorkerLease;

  before(async () => {
    fresh = await freshDatabase({ connections: 8 });
    database = fresh.database;
    executions = executionsIn(database);
    queue = workQueueIn(database);
  });
  beforeEach(async () => {
    first = await holdLease(database, 60_000);
    second = await holdLease(database, 60_000);
  });
  afterEach(async () => {
    await drain();
    await Promise.all([first.end(), second.end()]);
    await database.run(END_ALL, []);
  });
  after(() => fresh.drop());

  const create = async (organization: TestOrganization, count: number): Promise<ExecutionId[]> => {
    const many = Array.from({ length: count }, () => newExecution(organization));
    await Promise.all(many.map((one) => executions.insert(one)));
    return many.map(({ id }) => id);
  };
  const completionOf = (claim: Claim) => ({
    claim,
    qa: 'off' as const,
    result: {
      hash: 'c'.repeat(64) as ContentHash,
      format: 'png' as const,
      contentType: 'image/png',
      width: 1,
      height: 1,
      bytes: 1,
      crc32: 0,
    },
    trace: TRACE,
    resultFileName: 'shoe.png',
  });
  const drain = async () => {
    for (;;) {
      const claims = await queue.claim(first.worker, 500);
      if (claims.length === 0) return;
    }
  };

  it('two workers that claim at the same time never get the same execution', async () => {
    const ids = await create(await makeOrganization(database, 1_000), 60);
    const rounds = Array.from({ length: 12 }, (_, index) =>
      queue.claim(index % 2 ? first.worker : second.worker, 7),
    );
    const claimed = (await Promise.all(rounds)).flat().map(({ id }) => id);
    assert.equal(new Set(claimed).size, claimed.length);
    assert.ok(claimed.every((id) => ids.includes(id)));
  });

  it('an organization with thousands queued does not hold up the first execution of another', async () => {
    const crowd = await makeOrganization(database, 10_000);
    await create(crowd, 3_000);
    const [single] = await create(await makeOrganization(database, 10), 1);
    const claims = await queue.claim(first.worker, 2);
    assert.ok(claims.some(({ id }) => id === single));
    assert.equal(claims.length, 2);
  });

  it('organizations take turns when fewer are served at once than wait', async () => {
    const three = await Promise.all([1, 2, 3].map(() => makeOrganization(database, 100)));
    for (const organization of three) await create(organization, 5);
    const served: string[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const last = served.at(-1) as TestOrganization['organizationId'] | undefined;
      const [claim] = await queue.claim(first.worker, 1, { after: last });
      served.push(claim?.organizationId as string);
    }
    assert.deepEqual(served.slice(0, 3), served.slice(3));
    assert.equal(new Set(served).size, 3);
  });

  it('an organization whose work is already ahead can be passed over', async () => {
    const crowd = await makeOrganization(database, 100);
    await create(crowd, 5);
    const [single] = await create(await makeOrganization(database, 10), 1);
    const claims = await queue.claim(first.worker, 2, { except: [crowd.organizationId] });
    assert.deepEqual(
      claims.map(({ id }) => id),
      [single],
    );
  });

  it('within an organization the oldest is served first', async () => {
    const organization = await makeOrganization(database, 100);
    const ids: ExecutionId[] = [];
    for (let index = 0; index < 4; index++) ids.push(...(await create(organization, 1)));
    const claims = await queue.claim(first.worker, 4);
    assert.deepEqual(
      claims.map(({ id }) => id),
      ids,
    );
  });

  it('the work of a worker whose lease ran out is taken over, and its late write is refused', async () => {
    const organization = await makeOrganization(database, 100);
    await create(organization, 1);
    const [late] = (await queue.claim(first.worker, 1)) as [Claim];
    assert.deepEqual(await queue.takeOver(second.worker, 10, []), []);
    await database.run(EXPIRE, [first.worker]);
    const [taken] = (await queue.takeOver(second.worker, 10, [])) as [TakenOver];
    assert.equal(taken.id, late.id);
    assert.equal(taken.because, 'died');
    assert.equal(taken.countedAttempt, 2);
    assert.equal(await queue.complete(completionOf(late)), false);
    const error = { code: 'system_error', message: 'Late.', component: null } as const;
    assert.equal(await queue.fail(late, error, TRACE), false);
    assert.equal(await queue.beginAttempt(late), undefined);
    assert.equal(await queue.complete(completionOf(taken)), true);
  });

  it('the work of a worker that ended is taken over at once', async () => {
    await create(await makeOrganization(database, 100), 1);
    const [claim] = (await queue.claim(first.worker, 1)) as [Claim];
    await first.end();
    const taken = await queue.takeOver(second.worker, 10, []);
    assert.deepEqual(
      taken.map(({ id, because }) => [id, because]),
      [[claim.id, 'stopped']],
    );
  });

  it('an earlier attempt of the same worker cannot write either', async () => {
    await create(await makeOrganization(database, 100), 1);
    const [earlier] = (await queue.claim(first.worker, 1)) as [Claim];
    const later = (await queue.beginAttempt(earlier)) as Claim;
    assert.equal(await queue.complete(completionOf(earlier)), false);
    assert.equal(await queue.complete(completionOf(later)), true);
  });

  it('a claim whose answer was lost is taken up again by the same worker, and counts once', async () => {
    await create(await makeOrganization(database, 100), 2);
    const [heard, lost] = (await queue.claim(first.worker, 2)) as [Claim, Claim];
    const [again, ...others] = (await queue.takeOver(first.worker, 10, [heard.id])) as [TakenOver];
    assert.equal(again.because, 'unheard');
    assert.deepEqual(others, []);
    assert.equal(again.id, lost.id);
    assert.equal(again.attempt, lost.attempt + 1);
    assert.equal(again.countedAttempt, 1);
    assert.deepEqual(await queue.takeOver(first.worker, 10, [heard.id, lost.id]), []);
    assert.equal(await queue.complete(completionOf(lost)), false);
    assert.equal(await queue.complete(completionOf(again)), true);
  });

  it('an attempt that ends because its worker stops does not count as failed', async () => {
    await create(await makeOrganization(database, 100), 1);
    const [claim] = (await queue.claim(first.worker, 1)) as [Claim];
    await first.end();
    const [taken] = (await queue.takeOver(second.worker, 10, [])) as [TakenOver];
    assert.equal(taken.attempt, claim.attempt + 1);
    assert.equal(taken.countedAttempt, 1);
  });
});
