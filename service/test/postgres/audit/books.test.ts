import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { STATUSES } from '../../../src/domain/executions/execution-states.ts';
import type { Finding } from '../../../src/ports/books.ts';
import { booksIn, findContradictions, RULES } from '../../../src/postgres/books.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { creditsIn } from '../../../src/postgres/credits.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { freshDatabase } from '../../support/database.ts';
import { newExecution } from '../../support/organization.ts';
import { placeExecution } from '../../support/place-execution.ts';
import { openStudio, type Studio } from '../../support/studio.ts';

// Takes down what normally stands in the way of each of these.
const DISARM = [
  ...['executions', 'ledger', 'released_holds'].map((table) => `alter table ${table} disable trigger user`),
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
  'The usage counts every execution that is completed or failed once, when it finished': [
    'delete from usage_events where failed',
    'insert into usage_events select * from usage_events',
    "update executions set finished_at = finished_at + interval '15 minutes' where status = 'COMPLETED'",
    `insert into usage_quarters select organization_id, 'epoch', null, null, null, null, null, 1, 0, 0, 0,
      '{}', '{}', '{}', '{}' from accounts`,
  ],
  'The usage has the credits of every charge, when it was charged': [
    'delete from usage_events',
    'update usage_events set charged_credits = charged_credits + 1',
    "update usage_events set charged_at = charged_at - interval '15 minutes'",
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

class PutBack extends Error {}

describe('the audit', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  let studio: Studio;
  before(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
    studio = await openStudio(database, 1_000);
    for (const status of STATUSES) await placeExecution(database, studio, { status, price: 10 });
    const labels = { service_batch_id: 'shoes', service_batch_name: 'Shoes', colour: 'red' };
    const { insert } = executionsIn(database);
    await insert(newExecution(studio, { labels, priceInCredits: 10 }));
    // Too dear, so it is PAYMENT_REQUIRED.
    await insert(newExecution(studio, { labels, priceInCredits: 10_000 }));
  });
  after(() => fresh.drop());

  /** What is found when this has been done to the data; everything is put back afterwards. */
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

  test('every rule is broken on purpose below', () => {
    assert.deepEqual(Object.keys(BREAKS).toSorted(), Object.keys(RULES).toSorted());
  });

  for (const [rule, damages] of Object.entries(BREAKS))
    test(`found when broken: ${rule}`, async () => {
      for (const damage of damages) {
        const finding = (await findAfter(damage)).find((found) => found.rule === rule);
        assert.ok(finding, damage);
        assert.ok(finding.count >= 1, damage);
        assert.match(finding.sample[0]!, /^[0-9a-f-]{36}$/, damage);
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
