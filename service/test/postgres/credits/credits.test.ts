import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ExecutionId } from '../../../src/domain/ids.ts';
import { booksIn } from '../../../src/postgres/books.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { creditsIn } from '../../../src/postgres/credits.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { makeOrganization } from '../../support/organization.ts';
import { placeExecution } from '../../support/place-execution.ts';

const FIND = statement<{ status: string; hold: number | null }>(
  'select status, hold from executions where id = $1',
);

describe('credits', { timeout: 30_000 }, () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  before(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
  });
  after(async () => {
    assert.deepEqual(await booksIn(database).findContradictions(), []);
    await fresh.drop();
  });

  const stands = async (id: ExecutionId) => (await database.run(FIND, [id]))[0];
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const times = <Result>(count: number, work: () => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, work));

  test('a grant is in the ledger and in the spendable credits', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const credits = creditsIn(database);
    const entry = await credits.grant(organizationId, 250, 'Invoice 7', userId);
    assert.equal(await credits.spendable(organizationId), 250);
    assert.deepEqual(await credits.ledger(organizationId, { limit: 50, offset: 0 }), {
      entries: [entry],
      total: 1,
      totalExceeded: false,
      more: false,
    });
    const { id: _, createdAt, ...rest } = entry;
    assert.ok(createdAt instanceof Date);
    assert.deepEqual(rest, {
      organizationId,
      kind: 'grant',
      amount: 250,
      executionId: null,
      inputFileName: null,
      note: 'Invoice 7',
      userId,
    });
  });

  test('the spendable credits are the balance less the holds', async () => {
    const organization = await makeOrganization(database, 100);
    await placeExecution(database, organization, { status: 'CREATED', price: 30 });
    await placeExecution(database, organization, { status: 'ACTIVE', price: 20 });
    await placeExecution(database, organization, { status: 'COMPLETED', price: 10 });
    assert.equal(await creditsIn(database).spendable(organization.organizationId), 40);
  });

  test('an unknown organization has no credits to grant, withdraw or read', async () => {
    const { userId } = await makeOrganization(database);
    const credits = creditsIn(database);
    const nowhere = userId as unknown as Parameters<typeof credits.spendable>[0];
    await assert.rejects(credits.spendable(nowhere), { code: 'not_found' });
    await assert.rejects(credits.grant(nowhere, 1, '', userId), { code: 'not_found' });
    await assert.rejects(credits.withdraw(nowhere, 1, '', userId), { code: 'not_found' });
  });

  test('grants made at the same time all count', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const credits = creditsIn(database);
    await times(40, () => credits.grant(organizationId, 3, '', userId));
    assert.equal(await credits.spendable(organizationId), 120);
    assert.equal((await credits.ledger(organizationId, { limit: 0, offset: 0 })).total, 40);
  });

  test('a withdrawal takes free credits first and leaves the holds alone', async () => {
    const organization = await makeOrganization(database, 100);
    const queued = await placeExecution(database, organization, { status: 'CREATED', price: 40 });
    const credits = creditsIn(database);
    const entry = await credits.withdraw(organization.organizationId, 60, 'Refund', organization.userId);
    assert.equal(entry?.amount, -60);
    assert.equal(entry?.kind, 'withdrawal');
    assert.equal(await credits.spendable(organization.organizationId), 0);
    assert.deepEqual(await stands(queued.id), { status: 'CREATED', hold: 1 });
  });

  test('beyond the free credits the newest queued executions lose their holds, each as a whole', async () => {
    const organization = await makeOrganization(database, 65);
    const oldest = await placeExecution(database, organization, {
      status: 'CREATED',
      price: 20,
      createdAt: minutesAgo(3),
    });
    const middle = await placeExecution(database, organization, {
      status: 'CREATED',
      price: 20,
      createdAt: minutesAgo(2),
    });
    const newest = await placeExecution(database, organization, {
      status: 'CREATED',
      price: 20,
      createdAt: minutesAgo(1),
    });
    const credits = creditsIn(database);
    assert.ok(await credits.withdraw(organization.organizationId, 30, '', organization.userId));
    assert.deepEqual(await stands(newest.id), { status: 'CREATED', hold: null });
    assert.deepEqual(await stands(middle.id), { status: 'CREATED', hold: null });
    assert.deepEqual(await stands(oldest.id), { status: 'CREATED', hold: 1 });
    assert.equal(await credits.spendable(organization.organizationId), 15);
  });

  test('only as many of the newest queued executions as needed lose their holds', async () => {
    const organization = await makeOrganization(database, 5);
    const placed = [];
    for (const age of [5, 4, 3, 2, 1])
      placed.push(
        await placeExecution(database, organization, {
          status: 'CREATED',
          price: 1,
          createdAt: minutesAgo(age),
        }),
      );
    await creditsIn(database).withdraw(organization.organizationId, 2, '', organization.userId);
    const holds = await Promise.all(placed.map(async ({ id }) => (await stands(id))?.hold));
    assert.deepEqual(holds, [1, 1, 1, null, null]);
  });

  test('the holds of executions that run or are in review are never withdrawn', async () => {
    const organization = await makeOrganization(database, 100);
    await placeExecution(database, organization, { status: 'ACTIVE', price: 50 });
    await placeExecution(database, organization, { status: 'IN_QA', price: 30 });
    const queued = await placeExecution(database, organization, { status: 'CREATED', price: 15 });
    const credits = creditsIn(database);
    assert.equal(await credits.withdraw(organization.organizationId, 21, '', organization.userId), undefined);
    assert.equal(await credits.spendable(organization.organizationId), 5);
    assert.deepEqual(await stands(queued.id), { status: 'CREATED', hold: 1 });
    assert.ok(await credits.withdraw(organization.organizationId, 20, '', organization.userId));
    assert.equal(await credits.spendable(organization.organizationId), 0);
  });

  test('withdrawals made at the same time never take more than there is', async () => {
    const organization = await makeOrganization(database, 100);
    await placeExecution(database, organization, { status: 'ACTIVE', price: 20 });
    for (const price of [10, 20, 30])
      await placeExecution(database, organization, { status: 'CREATED', price });
    const credits = creditsIn(database);
    const outcomes = await times(20, () =>
      credits.withdraw(organization.organizationId, 10, '', organization.userId),
    );
    assert.equal(outcomes.filter(Boolean).length, 8);
    assert.equal(await credits.spendable(organization.organizationId), 0);
  });

  test('grants and withdrawals made at the same time lose nothing', async () => {
    const organization = await makeOrganization(database, 1_000);
    const credits = creditsIn(database);
    await Promise.all([
      times(20, () => credits.grant(organization.organizationId, 7, '', organization.userId)),
      times(20, () => credits.withdraw(organization.organizationId, 5, '', organization.userId)),
    ]);
    assert.equal(await credits.spendable(organization.organizationId), 1_000 + 20 * 7 - 20 * 5);
  });

  const TAKE = statement('select from executions where id = $1 for update');
  const START = statement(
    "update executions set status = 'ACTIVE', worker = gen_random_uuid() where id = $1",
  );

  /**
   * Withdraws credits while a worker has locked the execution that holds them. The worker then starts the execution,
   * or only releases the lock.
   */
  const withdrawWhileTaken = async (end: 'starts' | 'lets go') => {
    const organization = await makeOrganization(database, 20);
    const queued = await placeExecution(database, organization, { status: 'CREATED', price: 20 });
    const refused = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    const worker = database.transaction(async (run) => {
      await run(TAKE, [queued.id]);
      taken.resolve();
      await refused.promise;
      if (end === 'starts') await run(START, [queued.id]);
    });
    await taken.promise;
    const watched: Database = {
      ...database,
      transaction: async (work) => {
        const result = await database.transaction(work);
        refused.resolve();
        await worker;
        return result;
      },
    };
    const entry = await creditsIn(watched).withdraw(organization.organizationId, 20, '', organization.userId);
    return { entry, stands: await stands(queued.id) };
  };

  test('a withdrawal that meets a worker tries again, and takes the hold that the worker released', async () => {
    const { entry, stands } = await withdrawWhileTaken('lets go');
    assert.equal(entry?.amount, -20);
    assert.deepEqual(stands, { status: 'CREATED', hold: null });
  });

  test('a withdrawal that meets a worker takes nothing from the execution that it started', async () => {
    const { entry, stands } = await withdrawWhileTaken('starts');
    assert.equal(entry, undefined);
    assert.deepEqual(stands, { status: 'ACTIVE', hold: 1 });
  });

  test('the ledger lists the newest first and its total is exact on every page', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const credits = creditsIn(database);
    for (const amount of [1, 2, 3, 4, 5]) await credits.grant(organizationId, amount, '', userId);
    const amounts = async (limit: number, offset: number) => {
      const { entries, total } = await credits.ledger(organizationId, { limit, offset });
      return [entries.map((entry) => entry.amount), total];
    };
    assert.deepEqual(await amounts(50, 0), [[5, 4, 3, 2, 1], 5]);
    assert.deepEqual(await amounts(2, 2), [[3, 2], 5]);
    assert.deepEqual(await amounts(0, 0), [[], 5]);
    assert.deepEqual(await amounts(50, 9), [[], 5]);
  });
});
