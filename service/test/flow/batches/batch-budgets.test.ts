import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { shareService } from '../../support/service.ts';
import { addWorkflow, balance, create, openTenant, upload } from '../../support/tenant.ts';
import { addBatch, cancel, find, inBatch, retry, statusesOf, statusOf } from './batch-calls.ts';

// No worker runs, so executions stay queued.
const service = await shareService('api');
after(() => service.stop());

const PRICE = { executionPrice: 100 };

describe('Budgets, without a worker', () => {
  test('a create beyond the budget is 201, PAYMENT_REQUIRED with budget_reached, and holds nothing', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { budget: 250 });
    const ids: string[] = [];
    for (let index = 0; index < 3; index++) ids.push(await create(operator, workflow, inBatch(id)));
    assert.deepEqual(await statusesOf(operator, ids), [
      'CREATED',
      'CREATED',
      'PAYMENT_REQUIRED budget_reached',
    ]);
    assert.equal(await balance(operator), 800);
    assert.equal(await statusOf(operator, await create(operator, workflow)), 'CREATED');
  });

  test('with a budget for 10, exactly 10 of 60 creates at once are CREATED', async () => {
    const { owner, operator } = await openTenant(service, 10_000);
    const workflow = await addWorkflow(owner, PRICE);
    const contentHash = await upload(operator);
    const { id } = await addBatch(operator, { budget: 1_000 });
    await Promise.all(
      Array.from({ length: 60 }, () => create(operator, workflow, { contentHash, ...inBatch(id) })),
    );
    assert.partialDeepStrictEqual(await find(operator, id), {
      counts: { CREATED: 10, PAYMENT_REQUIRED: 50 },
      heldCredits: 1_000,
    });
    assert.equal(await balance(operator), 9_000);
  });

  test('released credits come back to the budget, and retries obey it', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { budget: 100 });
    const first = await create(operator, workflow, inBatch(id));
    const second = await create(operator, workflow, inBatch(id));
    const refused = await retry(operator, second);
    assert.equal(refused.status, 402);
    assert.match(refused.text, /budget/);
    await cancel(operator, first);
    assert.equal((await retry(operator, second)).status, 200);
    assert.equal((await retry(operator, first)).status, 200);
    assert.deepEqual(await statusesOf(operator, [first, second]), [
      'PAYMENT_REQUIRED budget_reached',
      'CREATED',
    ]);
    assert.equal(await balance(operator), 900);
  });

  test('a batch without a budget is limited by the credits alone, in the order of arrival', async () => {
    const { owner, operator } = await openTenant(service, 100);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator);
    const ids = [
      await create(operator, workflow, inBatch(id)),
      await create(operator, workflow, inBatch(id)),
    ];
    assert.deepEqual(await statusesOf(operator, ids), ['CREATED', 'PAYMENT_REQUIRED credits_short']);
  });
});
