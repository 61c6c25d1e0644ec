import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { STATUSES } from '../../../src/domain/executions/execution-states.ts';
import { searchGrams } from '../../../src/domain/executions/search-name.ts';
import type { OrganizationId, UserId, WorkflowId } from '../../../src/domain/ids.ts';
import type { ExecutionFilter, ListOrder } from '../../../src/ports/executions.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { INDEXED_NAME, NOT_INDEXED } from '../../../src/postgres/executions/filter.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { makeOrganization } from '../../support/organization.ts';

const { database, drop } = await freshDatabase();
after(drop);

/** The columns of each index that the list relies on, and the statuses that the index must leave out. */
const INDEXES = {
  executions_by_status: { columns: 'status', leavesOut: [] },
  executions_by_workflow: { columns: 'workflow_id, status', leavesOut: NOT_INDEXED },
  executions_by_version: { columns: 'workflow_version, status', leavesOut: NOT_INDEXED },
  executions_by_user: { columns: 'user_id, status', leavesOut: NOT_INDEXED },
  executions_by_batch: { columns: 'batch_id, status', leavesOut: NOT_INDEXED },
  executions_by_batch_name: { columns: `in_batch, ${INDEXED_NAME}, status`, leavesOut: NOT_INDEXED },
  executions_by_file_name: { columns: 'input_file_name, status', leavesOut: NOT_INDEXED },
  executions_by_input_hash: { columns: 'input_hash, status', leavesOut: NOT_INDEXED },
  executions_by_error_code: { columns: 'error_code, status', leavesOut: NOT_INDEXED },
};

const definitionOf = async (index: string) => {
  const definition = statement<{ text: string }>('select pg_get_indexdef($1::regclass) as text');
  const [row] = await database.run(definition, [index]);
  const [, columns, condition = ''] = / USING (.*?)(?: WHERE (.*status <> ALL .*))?$/.exec(row!.text)!;
  return { columns, leavesOut: STATUSES.filter((status) => condition.includes(`'${status}'`)) };
};

describe('each index of the list has the expected columns and condition', () => {
  for (const [index, { columns, leavesOut }] of Object.entries(INDEXES))
    it(index, async () => {
      // PostgreSQL stores a normalized definition, so the test creates an index with the expected columns and
      // compares the two.
      await database.run(
        statement(`create index as_expected on executions
          (organization_id, ${columns}, created_at desc, id desc)`),
        [],
      );
      const expected = await definitionOf('as_expected');
      await database.run(statement('drop index as_expected'), []);
      assert.deepEqual(await definitionOf(index), { columns: expected.columns, leavesOut });
    });
});

// Inserts more executions than the list counts, in two halves: shoes, and after them boots.
const FILL = statement(`
  insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id, created_at,
    queued_at, input_file_name, search_name, search_grams, inputs, settings, labels, webhooks, price, holds, error)
  select gen_random_uuid(), $1, $1, $1, 'Any', 'PAYMENT_REQUIRED', $1, now() - $2::integer * interval '1 hour' - n * interval '1 second',
    now(), $3, $3, $4, '{}', '{}', '{"colour": "red"}', '{}', 1, 0,
    '{"code": "credits_short", "message": "", "component": null}'
  from generate_series(1, 10100) n`);

describe('a list of more executions than it counts', () => {
  const executions = executionsIn(database);
  let organizationId: OrganizationId;
  before(async () => {
    ({ organizationId } = await makeOrganization(database, 0));
    await database.run(FILL, [organizationId, 5, 'shoe.jpg', searchGrams('shoe.jpg')]);
    await database.run(FILL, [organizationId, 0, 'boot.jpg', searchGrams('boot.jpg')]);
    await database.run(statement('analyze executions'), []);
  });
  const list = (filter: ExecutionFilter, order: ListOrder = 'newestFirst') =>
    executions.list(organizationId, filter, { limit: 3, offset: 0, order });

  it('has an exact total for the filters that count exactly, and a limited one for others', async () => {
    const workflowId = organizationId as string as WorkflowId;
    for (const [filter, total, totalExceeded] of [
      [{}, 20_200, false],
      [{ status: ['PAYMENT_REQUIRED', 'FAILED'] }, 20_200, false],
      [{ status: ['FAILED'] }, 0, false],
      [{ workflowId }, 20_200, false],
      [{ noBatch: true, workflowId, status: ['PAYMENT_REQUIRED'] }, 20_200, false],
      [{ inputFileName: 'shoe.jpg' }, 10_100, false],
      [{ batchName: 'Autumn' }, 0, false],
      [{ labels: { colour: 'red' } }, 10_000, true],
      [{ labels: { colour: 'blue' } }, 0, false],
      [{ search: 'shoe' }, 10_000, true],
      [{ search: 'sh' }, 10_000, true],
      [{ search: 'shoe', status: ['FAILED'] }, 0, false],
      [{ userId: organizationId as string as UserId, inputFileName: 'boot.jpg' }, 10_000, true],
    ] as [ExecutionFilter, number, boolean][]) {
      const found = await list(filter);
      assert.deepEqual([found.total, found.totalExceeded], [total, totalExceeded], JSON.stringify(filter));
    }
  });

  it('shows the first matches of a search, near the beginning of the list and far from it, in both orders', async () => {
    const expected = statement<{ id: string }>(`
      select id from executions where organization_id = $1 and search_name = $2 order by created_at desc, id desc`);
    for (const name of ['shoe.jpg', 'boot.jpg']) {
      const ids = (await database.run(expected, [organizationId, name])).map(({ id }) => id);
      for (const [order, first] of [
        ['newestFirst', ids.slice(0, 3)],
        ['oldestFirst', ids.toReversed().slice(0, 3)],
      ] as const) {
        const { entries, more } = await list({ search: name.slice(0, 4) }, order);
        assert.deepEqual([entries.map(({ id }) => id), more], [first, true], `${name} ${order}`);
      }
    }
  });
});
