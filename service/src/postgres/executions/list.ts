import type { Execution } from '../../domain/execution.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { ExecutionFilter, Page } from '../../ports/executions.ts';
import { type Database, statement } from '../database.ts';
import { EXECUTION_COLUMNS, type ExecutionRow, executionFromRow } from './from-row.ts';

/** The whole name may be longer than an index takes. */
const INDEXED_NAME = 'left(batch_name, 200)';

const CONDITIONS: Record<keyof ExecutionFilter, (parameter: string) => string> = {
  workflowId: (parameter) => `workflow_id = ${parameter}`,
  batchName: (parameter) => `${INDEXED_NAME} = left(${parameter}, 200) and batch_name = ${parameter}`,
  status: (parameter) => `status = ${parameter}`,
  inputFileName: (parameter) => `input_file_name = ${parameter}`,
  // Written so that the index on the batch's name serves it.
  noBatch: (parameter) => `${INDEXED_NAME} is null and in_batch <> ${parameter}`,
};

/** Newest first. The page and the total come from one snapshot, because one statement reads both. */
export const listExecutions =
  (database: Database) =>
  async (
    organizationId: OrganizationId,
    filter: ExecutionFilter,
    { limit, offset }: Page,
  ): Promise<{ entries: Execution[]; total: number }> => {
    const given = (Object.keys(CONDITIONS) as (keyof ExecutionFilter)[]).filter(
      (name) => filter[name] !== undefined && filter[name] !== false,
    );
    const where = given.map((name, index) => ` and ${CONDITIONS[name](`$${index + 4}`)}`).join('');
    const list = statement<{ total: number; entries: ExecutionRow[] | null }>(`
      select (${totalOf(given, where)}) as total, (
        select jsonb_agg(page) from (
          select ${EXECUTION_COLUMNS} from executions where organization_id = $1${where}
          order by created_at desc, id desc limit $2 offset $3
        ) page
      ) as entries`);
    const values = given.map((name) => filter[name]);
    const [row] = await database.run(list, [organizationId, limit, offset, ...values]);
    return { entries: (row?.entries ?? []).map(executionFromRow), total: row?.total ?? 0 };
  };

/** Without a filter, or by status alone, the kept counts give the total: counting a million rows takes a while. */
const totalOf = (given: (keyof ExecutionFilter)[], where: string): string =>
  given.every((name) => name === 'status')
    ? `select coalesce(sum(difference), 0)::bigint from execution_counts where organization_id = $1${where}`
    : `select count(*) from executions where organization_id = $1${where}`;
