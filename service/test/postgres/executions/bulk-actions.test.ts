import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startBulkAction } from '../../../src/operations/executions/bulk-actions.ts';
import type { BulkActionVerb, ExecutionFilter } from '../../../src/ports/executions.ts';
import { booksIn } from '../../../src/postgres/books.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { takeBulkActionStep } from '../../../src/postgres/executions/bulk-actions.ts';
import { cancelAll } from '../../../src/postgres/executions/cancel.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { reviewIn } from '../../../src/postgres/review/review.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { makeOrganization, newExecution, type TestOrganization } from '../../support/organization.ts';
import { placeExecution } from '../../support/place-execution.ts';

const { database, drop } = await freshDatabase();
after(drop);
const executions = executionsIn(database);

const start = ({ organizationId, userId }: TestOrganization, verb: BulkActionVerb, filter: ExecutionFilter) =>
  startBulkAction({ executions }, organizationId, verb, filter, userId);
const finishAll = async () => {
  while (await takeBulkActionStep(database));
};

const place = async (organization: TestOrganization, count: number, price = 1) => {
  const placed = Array.from({ length: count }, () =>
    placeExecution(database, organization, { status: 'FAILED', price }),
  );
  return (await Promise.all(placed)).map(({ id }) => id);
};

const SET_ERROR = statement('update executions set error = $2 where id = $1');
const HOLDS = statement<{ status: string; holds: number; count: number }>(`
  select status, holds, count(*) from executions where organization_id = $1 group by status, holds order by status`);

describe('a bulk action', () => {
  it('acts once on each execution, also when an execution matches again after its turn', async () => {
    const organization = await makeOrganization(database, 10_000);
    const { organizationId } = organization;
    await place(organization, 250);
    const action = await start(organization, 'retry', { status: ['FAILED'] });
    assert.equal(action.matched, 250);
    for (let steps = 0; await takeBulkActionStep(database); steps += 1) {
      assert.ok(steps < 10, 'it goes on without an end');
      const { entries } = await executions.list(
        organizationId,
        { status: ['CREATED'] },
        { limit: 1000, offset: 0 },
      );
      const failure = { code: 'system_error', message: 'Failed again.', component: null } as const;
      const ids = entries.map(({ id }) => id);
      if (ids.length > 0) await cancelAll(database.run, organizationId, ids, failure);
    }
    assert.deepEqual(await database.run(HOLDS, [organizationId]), [
      { status: 'FAILED', holds: 2, count: 250 },
    ]);
    const { done, changed, finishedAt } = (await executions.bulkActions.find(organizationId, action.id))!;
    assert.deepEqual([done, changed, finishedAt !== null], [250, 250, true]);
  });

  it('leaves no trace of a step that fails half way, and the next step does it again', async () => {
    const organization = await makeOrganization(database, 10_000);
    await place(organization, 150);
    const action = await start(organization, 'retry', { status: ['FAILED'] });
    const broken = {
      ...database,
      transaction: <Result>(work: Parameters<typeof database.transaction<Result>>[0]) =>
        database.transaction(async (run) => {
          await work(run);
          throw new Error('killed before the commit');
        }),
    };
    await assert.rejects(takeBulkActionStep(broken), /killed/);
    const before = (await executions.bulkActions.find(organization.organizationId, action.id))!;
    assert.deepEqual([before.done, before.changed, before.finishedAt], [0, 0, null]);
    await finishAll();
    assert.deepEqual(await database.run(HOLDS, [organization.organizationId]), [
      { status: 'CREATED', holds: 2, count: 150 },
    ]);
  });

  it('leaves out executions that were created after it', async () => {
    const organization = await makeOrganization(database, 10_000);
    const [first] = await place(organization, 1);
    const action = await start(organization, 'retry', { status: ['FAILED'] });
    await place(organization, 3);
    await finishAll();
    const { organizationId } = organization;
    const after = await executions.list(organizationId, { status: ['CREATED'] }, { limit: 10, offset: 0 });
    assert.deepEqual(
      after.entries.map(({ id }) => id),
      [first],
    );
    assert.equal((await executions.bulkActions.find(organizationId, action.id))!.changed, 1);
  });

  it('retries in order of creation while the credits last', async () => {
    const organization = await makeOrganization(database, 25);
    const { organizationId } = organization;
    const unpaid = [0, 1, 2, 3].map(() => newExecution(organization, { priceInCredits: 1_000 }));
    for (const execution of unpaid) assert.equal(await executions.insert(execution), 'PAYMENT_REQUIRED');
    await database.run(statement('update executions set price = 10 where organization_id = $1'), [
      organizationId,
    ]);
    const action = await start(organization, 'retry', { status: ['PAYMENT_REQUIRED'] });
    await finishAll();
    const statuses = await Promise.all(unpaid.map(({ id }) => executions.find(organizationId, id)));
    assert.deepEqual(
      statuses.map((execution) => execution!.status),
      ['CREATED', 'CREATED', 'PAYMENT_REQUIRED', 'PAYMENT_REQUIRED'],
    );
    const { matched, done, changed } = (await executions.bulkActions.find(organizationId, action.id))!;
    assert.deepEqual({ matched, done, changed }, { matched: 4, done: 4, changed: 2 });
  });

  it('leaves out canceled and rejected executions of a retry, unless the filter names their error code', async () => {
    const organization = await makeOrganization(database, 100);
    const ids = await place(organization, 3);
    const codes = ['canceled', 'qa_rejected', 'system_error'];
    for (const [index, code] of codes.entries())
      await database.run(SET_ERROR, [ids[index], JSON.stringify({ code, message: '', component: null })]);
    const retried = async (filter: ExecutionFilter) => {
      const { id, matched } = await start(organization, 'retry', filter);
      await finishAll();
      const { changed } = (await executions.bulkActions.find(organization.organizationId, id))!;
      return [matched, changed];
    };
    assert.deepEqual(await retried({ status: ['FAILED'] }), [1, 1]);
    assert.deepEqual(await retried({ status: ['FAILED'] }), [0, 0]);
    assert.deepEqual(await retried({ errorCode: 'qa_rejected' }), [1, 1]);
    assert.deepEqual(await retried({ errorCode: 'canceled' }), [1, 1]);
  });

  it('of approvals approves the results in review, and charges them, but not those that another reviewer has claimed', async () => {
    const organization = await makeOrganization(database, 100);
    const { organizationId, userId } = organization;
    for (const status of ['IN_QA', 'IN_QA', 'IN_QA', 'CREATED'] as const)
      await placeExecution(database, organization, { status, price: 10 });
    const other = await makeOrganization(database, 0);
    const review = reviewIn(database);
    await review.claim(organizationId, other.userId, {}, 1);
    const { id, matched } = await start(organization, 'approve', { userId });
    await finishAll();
    const { done, changed } = (await executions.bulkActions.find(organizationId, id))!;
    assert.deepEqual({ matched, done, changed }, { matched: 3, done: 3, changed: 2 });
    const left = await executions.list(organizationId, {}, { limit: 10, offset: 0 });
    assert.deepEqual(left.entries.map(({ status, chargedCredits }) => [status, chargedCredits]).sort(), [
      ['COMPLETED', 10],
      ['COMPLETED', 10],
      ['CREATED', null],
      ['IN_QA', null],
    ]);
  });

  it('of another organization is not found', async () => {
    const organization = await makeOrganization(database, 1);
    const other = await makeOrganization(database, 1);
    const { id } = await start(organization, 'cancel', { status: ['CREATED'] });
    assert.equal(await executions.bulkActions.find(other.organizationId, id), undefined);
  });

  it('with an empty filter is refused', async () => {
    const organization = await makeOrganization(database, 1);
    assert.throws(() => start(organization, 'cancel', { status: undefined }), /at least one filter/);
  });

  it('keeps the books in order', async () => {
    await finishAll();
    assert.deepEqual(await booksIn(database).findContradictions(), []);
  });

  it('gets the next step when it has waited longest', async () => {
    const large = await makeOrganization(database, 10_000);
    const small = await makeOrganization(database, 10_000);
    await place(large, 250);
    await place(small, 1);
    const long = await start(large, 'retry', { status: ['FAILED'] });
    const short = await start(small, 'retry', { status: ['FAILED'] });
    await takeBulkActionStep(database);
    await takeBulkActionStep(database);
    assert.notEqual((await executions.bulkActions.find(small.organizationId, short.id))!.finishedAt, null);
    assert.equal((await executions.bulkActions.find(large.organizationId, long.id))!.done, 100);
    await finishAll();
  });
});
