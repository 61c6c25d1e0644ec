import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { afterErasures } from '../../src/programs/serving/caches/after-erasures.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';

let fresh: FreshDatabase;
before(async () => {
  fresh = await freshDatabase();
});
after(() => fresh.drop());

const ADD = statement(`
  insert into erasures (id, kind, organization_id, subject, finished_at)
  values (gen_random_uuid(), $1, gen_random_uuid(), '', now() - interval '90 seconds')`);

test('caches are emptied once after each deletion of images, and not after the erasure of a person', async () => {
  const ages: number[] = [];
  const { run } = afterErasures(fresh, 'Test', async (ageMs) => void ages.push(ageMs));
  const look = () => run(new AbortController().signal);
  await look();
  await fresh.database.run(ADD, ['person']);
  await look();
  assert.deepEqual(ages, []);
  await fresh.database.run(ADD, ['image']);
  await look();
  await look();
  assert.equal(ages.length, 1);
  assert.ok(ages[0]! >= 60_000 && ages[0]! < 120_000);
});
