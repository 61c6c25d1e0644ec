import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { uuidv7 } from 'uuidv7';
import { batchOf } from '../../../src/domain/executions/batch.ts';
import { STATUSES } from '../../../src/domain/executions/execution-states.ts';
import type { WorkflowId } from '../../../src/domain/ids.ts';
import type { Finding } from '../../../src/ports/books.ts';
import { batchesIn } from '../../../src/postgres/batches/batches.ts';
import { completeBatches } from '../../../src/postgres/batches/complete.ts';
import { SUM_UP_BATCH_COUNTS } from '../../../src/postgres/batches/sum-up.ts';
import { booksIn, findContradictions, RULES } from '../../../src/postgres/books.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { creditsIn } from '../../../src/postgres/credits.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { lotStepsIn } from '../../../src/postgres/review/lots.ts';
import { reviewIn } from '../../../src/postgres/review/review.ts';
import { workQueueIn } from '../../../src/postgres/work-queue/work-queue.ts';
import { holdLease } from '../../../src/postgres/workers/hold-lease.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { newExecution, RESULT, TRACE } from '../../support/organization.ts';
import { placeExecution } from '../../support/place-execution.ts';
import { openStudio, type Studio } from '../../support/studio.ts';

// Disables the triggers and constraints that normally prevent the damage below.
const DISARM = [
  ...['executions', 'ledger', 'released_holds', 'reviews'].map(
    (table) => `alter table ${table} disable trigger user`,
  ),
  `do $$ declare bar record; begin
    for bar in select conrelid::regclass as owner, conname from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace
    loop execute format('alter table %s drop constraint %I', bar.owner, bar.conname); end loop;
  end $$`,
];

/** Ways to break each rule. */
const BREAKS: Record<string, string[]> = {
  'The sum of the ledger equals the spendable plus the held credits': [
    'update accounts set spendable = spendable + 1',
    "delete from ledger where kind = 'charge'",
    'delete from accounts',
    "update executions set hold = null where status = 'CREATED'",
    "update executions set price = price + 1 where status = 'ACTIVE'",
  ],
  'The held credits do not exceed the sum of the ledger': ['update accounts set spendable = -1'],
  'Every hold belongs to an execution that is queued, running or in review': [
    "update executions set hold = 9 where status = 'CREATED'",
    "update executions set hold = null where status = 'IN_QA'",
    "update executions set hold = 1 where status = 'PAYMENT_REQUIRED'",
    "update executions set status = 'FAILED' where status = 'ACTIVE'",
  ],
  'Every named output of an execution is an image that its organization may see': [
    `update executions set results = '{"square": {"contentHash": "0"}}' where status = 'COMPLETED'`,
    `with hidden as (update images set reviewers_only = true)
      update executions set results = jsonb_build_object('square', jsonb_build_object('contentHash', result_hash))
      where status = 'COMPLETED'`,
  ],
  'Every hold except the open one ended exactly once, as a charge or as a release': [
    "update executions set hold = null where status = 'CREATED'",
    "update executions set hold = 1 where status = 'COMPLETED'",
    "update executions set holds = 2 where status = 'FAILED'",
    "delete from executions where status = 'COMPLETED'",
    'delete from released_holds',
    "delete from ledger where kind = 'charge'",
    `insert into released_holds (execution_id, number, organization_id, amount)
      select execution_id, 2, organization_id, amount from released_holds`,
    `insert into released_holds (execution_id, number, organization_id, amount)
      select id, 1, organization_id, price from executions where status = 'COMPLETED'`,
  ],
  'Every release matches the hold that it released': [
    'update released_holds set amount = amount + 1',
    'update released_holds set number = 2',
    'update released_holds set organization_id = gen_random_uuid()',
    "update executions set hold = 1 where status = 'FAILED'",
    "delete from executions where status = 'FAILED'",
  ],
  'A completed execution is charged its price, and nothing else is charged': [
    "delete from ledger where kind = 'charge'",
    "update ledger set amount = amount - 1 where kind = 'charge'",
    "update executions set charged_credits = price + 1 where status = 'COMPLETED'",
    "update executions set price = price + 1 where status = 'COMPLETED'",
    "update executions set status = 'FAILED' where status = 'COMPLETED'",
  ],
  'No execution is charged twice': [
    `insert into ledger (organization_id, kind, amount, execution_id)
      select organization_id, kind, amount, execution_id from ledger where kind = 'charge'`,
  ],
  'An execution that is not completed shows no charge': [
    "update executions set charged_credits = price where status = 'FAILED'",
  ],
  'The stored totals by status match the executions': [
    "update executions set status = 'FAILED' where status = 'PAYMENT_REQUIRED'",
    'delete from execution_counts',
    "insert into execution_counts select organization_id, 'ACTIVE', organization_id, false, 1 from accounts",
    'update execution_counts set in_batch = not in_batch',
    'update execution_counts set workflow_id = organization_id',
  ],
  'The stored totals of batches match their executions': [
    "update executions set status = 'FAILED' where batch_id is not null",
    'update executions set price = price + 1 where batch_id is not null',
    'delete from batch_counts',
    'update batch_counts set charged = charged + 1',
  ],
  'The stored totals by batch name match the executions': [
    'update batch_counts set name_hash = organization_id where name_hash is not null',
    'update batch_counts set difference = difference + 1 where name_hash is not null',
  ],
  'The labels that lists use are those of the executions': [
    'delete from execution_labels',
    "update execution_labels set status = 'FAILED'",
    'update executions set labels = labels || \'{"more": ""}\' where status = \'PAYMENT_REQUIRED\'',
  ],
  'Every execution with batch labels belongs to a stored batch': ['delete from batches'],
  'A batch stays within its budget, or within what it had used when the budget was set': [
    'update batches set budget = 9, used_before_budget = 9',
    'update batch_counts set held = held + 1',
  ],
  'Lists show every batch with the status that its counters say': [
    "update batches set status = 'completed'",
    'update batches set paused = true',
    'update batches set closed_at = now()',
  ],
  'The usage counts every execution that is completed or failed once, when it finished': [
    'delete from usage_events where failed',
    'insert into usage_events select * from usage_events',
    "update executions set finished_at = finished_at + interval '15 minutes' where status = 'COMPLETED'",
    `insert into usage_sums select organization_id, 'total', 'quarter', 'epoch', null, 1, 0, 0, 0,
      '{}', '{}', '{}', '{}' from accounts`,
  ],
  'The usage has the credits of every charge, when it was charged': [
    'delete from usage_events',
    'update usage_events set charged_credits = charged_credits + 1',
    "update usage_events set charged_at = charged_at - interval '15 minutes'",
  ],
  'The usage has the same sums by quarter of an hour, hour and day, and in every dimension': [
    `insert into usage_sums select organization_id, 'total', 'quarter', 'epoch', null, 1, 0, 0, 0,
      '{}', '{}', '{}', '{}' from accounts`,
  ],
  'An execution is in review exactly while it has an item in review': [
    'delete from review_items',
    "update executions set status = 'FAILED' where status = 'IN_QA'",
    `insert into review_items (execution_id, organization_id, workflow_id, workflow_version, reason, queued_at)
      select id, organization_id, workflow_id, workflow_version, 'all', now() from executions
      where status = 'COMPLETED'`,
  ],
  'Every decision about the sample of a lot is counted once': [
    `insert into review_lots (id, organization_id, workflow_id, formed_because, size, aql, severity, code_letter,
      sample_size, acceptance) select gen_random_uuid(), id, id, 'full', 8, 4, 'normal', 'A', 3, 0 from organizations`,
  ],
  'Every result of a lot waits for a decision or was decided once': [
    'update review_lots set size = size + 1',
    "delete from reviews where decision = 'reject'",
    "delete from review_items where reason = 'lot'",
  ],
  'A settled lot has no result that waits for its outcome': [
    "update review_lots set settled_at = now(), outcome = 'accepted', decided_at = now()",
  ],
  'A redo keeps the hold of its execution': ['update executions set hold = null where redos > 0'],
  'Every redo of an execution is a decision of a reviewer': [
    'update executions set redos = redos + 1 where redos > 0',
    "delete from reviews where decision = 'redo'",
    "update executions set redos = 1 where status = 'COMPLETED'",
  ],
  'A result that was in review is completed by an approval and failed by a rejection': [
    "delete from reviews where decision = 'approve'",
    "delete from reviews where decision = 'reject'",
    "update executions set status = 'COMPLETED' where status = 'IN_QA'",
    "update reviews set decision = 'approve' where decision = 'reject'",
    "update executions set status = 'FAILED' where trace ? 'toReview'",
  ],
  'Every object of the store is counted once for each image that refers to it': [
    'update objects set refs = refs + 1 where refs > 0',
    'delete from objects',
    "insert into objects (hash, refs) values (repeat('1', 64), 1)",
  ],
  'A completed execution has a result that its organization may see': [
    'delete from images',
    'update images set reviewers_only = true',
    "update executions set result_hash = repeat('0', 64) where status = 'COMPLETED'",
  ],
  'A result in review has an image that reviewers may see': [
    'delete from images',
    "update executions set result_hash = null where status = 'IN_QA'",
  ],
};

/** Makes a lot of ten results. Three of its sample are approved, rejected and redone; the others wait. */
const reviewSome = async (database: Database, studio: Studio) => {
  const { organizationId, userId } = studio;
  const lease = await holdLease(database, 60_000);
  const queue = workQueueIn(database);
  const { insert } = executionsIn(database);
  const workflowId = uuidv7() as WorkflowId;
  for (let number = 0; number < 10; number++) await insert(newExecution(studio, { workflowId }));
  for (const claim of await queue.claim(lease.worker, 10))
    await queue.complete({ claim, qa: 'sample', result: RESULT, trace: TRACE, resultFileName: 'a.jpg' });
  await lotStepsIn(database, { quietMs: 0 })();
  const review = reviewIn(database);
  const { entries } = await review.queue(organizationId, { reason: 'sample' }, { limit: 3, offset: 0 });
  const [approved, rejected, redone] = entries.map(({ execution }) => execution.id);
  const by = { userId, evenIfLeased: false };
  await review.approve(organizationId, approved!, by, {});
  await review.reject(organizationId, rejected!, by, { reason: 'No' });
  await review.redo(organizationId, redone!, by, { settings: {}, maxRedos: 3 });
  await lease.end();
};

class PutBack extends Error {}

describe('the audit', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  let studio: Studio;
  before(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
    studio = await openStudio(database, 1_000);
    await reviewSome(database, studio);
    for (const status of STATUSES) await placeExecution(database, studio, { status, price: 10 });
    const labels = { service_batch_id: 'shoes', service_batch_name: 'Shoes', colour: 'red' };
    const { insert } = executionsIn(database);
    await insert(newExecution(studio, { labels, priceInCredits: 10 }));
    // The price is above the credits, so the execution is PAYMENT_REQUIRED.
    await insert(newExecution(studio, { labels, priceInCredits: 10_000 }));
    const batch = batchOf(labels)!.id;
    await batchesIn(database).change(studio.organizationId, batch, { budget: 10 }, studio.userId);
    await database.run(SUM_UP_BATCH_COUNTS, []);
    await completeBatches(database, 0);
  });
  after(() => fresh.drop());

  /** The findings after this damage to the data, which is rolled back afterwards. */
  const findAfter = async (damage: string): Promise<Finding[]> => {
    let findings: Finding[] = [];
    const damaged = database.transaction(async (run) => {
      for (const text of [...DISARM, damage]) await run(statement(text), []);
      findings = await findContradictions(run)();
      throw new PutBack();
    });
    await assert.rejects(damaged, PutBack);
    return findings;
  };

  test('sound books have no findings', async () => {
    assert.deepEqual(await booksIn(database).findContradictions(), []);
  });

  test('every rule has a test that breaks it', () => {
    assert.deepEqual(Object.keys(BREAKS).toSorted(), Object.keys(RULES).toSorted());
  });

  for (const [rule, damages] of Object.entries(BREAKS))
    test(`finds a violation of: ${rule}`, async () => {
      for (const damage of damages) {
        const finding = (await findAfter(damage)).find((found) => found.rule === rule);
        assert.ok(finding, damage);
        assert.ok(finding.count >= 1, damage);
        assert.match(finding.sample[0]!, /^([0-9a-f-]{36}|[0-9a-f]{64})$/, damage);
      }
    });

  test('the count is exact and the sample is short', async () => {
    const findings = await findAfter(`
      insert into ledger (organization_id, kind, amount, execution_id)
      select organization_id, 'charge', -1, gen_random_uuid() from accounts, generate_series(1, 40)`);
    const finding = findings.find(({ rule }) => rule.startsWith('A completed execution is charged'));
    assert.equal(finding?.count, 40);
    assert.equal(finding?.sample.length, 5);
  });

  test('books that change while they are audited have no findings', async () => {
    const credits = creditsIn(database);
    const { organizationId, userId } = studio;
    let changing = true;
    const changes = (async () => {
      for (let turn = 0; turn < 60; turn++)
        await Promise.all([
          credits.grant(organizationId, 5, '', userId),
          credits.withdraw(organizationId, 5, '', userId),
          placeExecution(database, studio, { status: 'COMPLETED', price: 1 }),
        ]);
    })().finally(() => {
      changing = false;
    });
    let audits = 0;
    while (changing) {
      assert.deepEqual(await booksIn(database).findContradictions(), []);
      audits += 1;
    }
    await changes;
    assert.ok(audits > 1);
  });
});
