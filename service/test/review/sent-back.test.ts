import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { QaMode } from '../../src/domain/workflows/workflow.ts';
import { booksIn } from '../../src/postgres/books.ts';
import { creditsIn } from '../../src/postgres/credits.ts';
import { executionsIn } from '../../src/postgres/executions/executions.ts';
import { reviewIn } from '../../src/postgres/review/review.ts';
import { workQueueIn } from '../../src/postgres/work-queue/work-queue.ts';
import { holdLease } from '../../src/postgres/workers/hold-lease.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';
import { makeOrganization, newExecution, RESULT, TRACE } from '../support/organization.ts';

let fresh: FreshDatabase;
let lease: Awaited<ReturnType<typeof holdLease>>;
before(async () => {
  fresh = await freshDatabase();
  lease = await holdLease(fresh.database, 60_000);
});
afterEach(async () => {
  assert.deepEqual(await booksIn(fresh.database).findContradictions(), []);
});
after(async () => {
  await lease.end();
  await fresh.drop();
});

/** An execution of 4 credits in review, of an organization that had 10 credits. */
const openReview = async () => {
  const { database } = fresh;
  const owner = await makeOrganization(database, 10);
  const { organizationId, userId } = owner;
  const executions = executionsIn(database);
  const queue = workQueueIn(database);
  const review = reviewIn(database);
  const { id } = newExecution(owner);
  await executions.insert(newExecution(owner, { id, priceInCredits: 4 }));
  const finish = async (qa: QaMode) => {
    const [claim] = await queue.claim(lease.worker, 1);
    assert.equal(claim?.id, id);
    await queue.complete({ claim, qa, result: RESULT, trace: TRACE, resultFileName: 'a.jpg' });
    return (await executions.find(organizationId, id))?.status;
  };
  await finish('all');
  const by = { userId, evenIfLeased: false };
  return {
    organizationId,
    id,
    executions,
    finish,
    redo: () => review.redo(organizationId, id, by, { settings: {}, maxRedos: 3 }),
    reject: () => review.reject(organizationId, id, by, { reason: 'Again' }),
    queued: () => review.queue(organizationId, {}, { limit: 10, offset: 0 }),
    withdraw: (amount: number) => creditsIn(database).withdraw(organizationId, amount, '', userId),
    spendable: () => creditsIn(database).spendable(organizationId),
  };
};

test('no withdrawal takes the hold of a redone execution', async () => {
  const { redo, withdraw, finish } = await openReview();
  assert.equal(await redo(), true);
  assert.equal(await withdraw(7), undefined, 'only 6 credits are free');
  assert.ok(await withdraw(6));
  assert.equal(await finish('off'), 'IN_QA', 'a worker takes it: it is still paid');
});

test('a withdrawal takes the hold of a redone execution that was rejected and retried since', async () => {
  const { redo, reject, finish, withdraw, executions, organizationId, id } = await openReview();
  await redo();
  await finish('all');
  await reject();
  await executions.retry(organizationId, id);
  assert.ok(await withdraw(10));
});

test('a canceled redo releases its hold', async () => {
  const { redo, executions, organizationId, id, spendable } = await openReview();
  await redo();
  assert.equal(await spendable(), 6);
  const error = { code: 'canceled', message: 'Canceled.', component: null } as const;
  assert.equal(await executions.cancel(organizationId, id, error), true);
  assert.equal(await spendable(), 10);
});

for (const sentBack of ['redone', 'retried after a rejection'] as const)
  test(`the result of an execution that was ${sentBack} goes to a reviewer even if the workflow has no review`, async () => {
    const { redo, reject, finish, queued, executions, organizationId, id } = await openReview();
    if (sentBack === 'redone') await redo();
    else {
      await reject();
      await executions.retry(organizationId, id);
    }
    assert.equal((await queued()).total, 0);
    assert.equal(await finish('off'), 'IN_QA');
    const [entry] = (await queued()).entries;
    assert.deepEqual([entry?.execution.id, entry?.reason], [id, 'again']);
  });
