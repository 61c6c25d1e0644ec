import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listBatches } from '../../../src/postgres/batches/read.ts';
import { type Run, statement } from '../../../src/postgres/connection/database.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { makeOrganization } from '../../support/organization.ts';

const { database, drop } = await freshDatabase();
after(drop);

const ADD_BATCHES = statement(`
  insert into batches (organization_id, id, name, search_name, created_by)
  select $1, gen_random_uuid(), 'More', 'more', $2 from generate_series(1, $3::integer)`);
const COUNT = statement(`
  insert into batch_counts
    (organization_id, batch_id, status, difference, held, charged, changes, finished, last_changed_at)
  select organization_id, id, each, 1, 0, 0, 1, 0, now()
  from batches cross join unnest(enum_range(null::execution_status)) each cross join generate_series(1, 4)`);

/** The database blocks that PostgreSQL reads for a page. */
const blocksOf = async (...[organizationId, filter, page]: Parameters<ReturnType<typeof listBatches>>) => {
  let blocks = 0;
  const explained: Run = async ({ text }, values) => {
    const [plan] = await database.run(
      statement<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${text}`,
      ),
      values,
    );
    blocks = plan!['QUERY PLAN'][0].Plan['Shared Hit Blocks']!;
    return [];
  };
  await listBatches(explained)(organizationId, filter, page);
  return blocks;
};

test('a list reads each batch once, also when the statistics are older than most of the batches', async () => {
  const [other, mine] = [await makeOrganization(database, 0), await makeOrganization(database, 0)];
  await database.run(ADD_BATCHES, [other.organizationId, other.userId, 100]);
  await database.run(COUNT, []);
  await database.run(statement('analyze batches, batch_counts, batch_checks'), []);
  await database.run(ADD_BATCHES, [mine.organizationId, mine.userId, 1_000]);
  for (const filter of [{}, { search: 'more', status: 'empty' as const }, { search: 'nothing' }]) {
    const blocks = await blocksOf(mine.organizationId, filter, { limit: 1, offset: 0 });
    assert.ok(blocks < 10_000, `${JSON.stringify(filter)} read ${blocks} blocks`);
  }
});
