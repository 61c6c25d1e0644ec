import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { dropCopies } from '../../src/programs/serving/caches/drop-copies.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';

let fresh: FreshDatabase;
before(async () => {
  fresh = await freshDatabase();
});
after(() => fresh.drop());

const ADD = statement(`
  insert into objects (hash, refs, unreferenced_since, condemned_at, deleted_at)
  select $1 || number, 0, moment, moment, moment
  from generate_series(1, $2::integer) number, (select now() - $3::interval) as gone (moment)`);
const add = (name: string, count: number, ago: string) => fresh.database.run(ADD, [name, count, ago]);

test('the copies of every deleted object are dropped once, also on a machine that was off meanwhile', async () => {
  // Objects that were deleted together have the same time. Those deleted second begin on one page of the list and
  // end on the next.
  await add('first', 950, '3 days');
  await add('second', 200, '2 days');
  const dropped: string[] = [];
  const { run } = dropCopies(fresh, 'Test', async (hash) => void dropped.push(hash));
  const look = () => run(new AbortController().signal);
  await look();
  assert.deepEqual([dropped.length, new Set(dropped).size], [1_150, 1_150]);
  await look();
  assert.equal(dropped.length, 1_150);
  await add('third', 1, '1 minute');
  await look();
  assert.deepEqual(dropped.slice(1_150), ['third1']);
});
