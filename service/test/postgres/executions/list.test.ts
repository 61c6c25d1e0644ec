import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { STATUSES } from '../../../src/domain/executions/execution-states.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { INDEXED_NAME, NOT_INDEXED } from '../../../src/postgres/executions/filter.ts';
import { freshDatabase } from '../../support/database.ts';

const { database, drop } = await freshDatabase();
after(drop);

/** The columns of each index that the list relies on, and the statuses that it relies on the index to leave out. */
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

describe('what the list takes an index to hold is what the index holds', () => {
  for (const [index, { columns, leavesOut }] of Object.entries(INDEXES))
    it(index, async () => {
      // PostgreSQL writes the same columns down in its own words.
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
