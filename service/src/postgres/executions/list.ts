import type { Execution } from '../../domain/executions/execution.ts';
import { STATUSES, type Status } from '../../domain/executions/execution-states.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { ExecutionFilter, Page } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import { EXECUTION_COLUMNS, type ExecutionRow, executionFromRow } from './from-row.ts';

/** The indexed form of the batch name: shortened, because an index entry has a maximum length, and never null. */
export const INDEXED_NAME = "coalesce(left(batch_name, 200), '')";

/** The indexes by workflow, batch and file name leave out executions of these statuses. */
export const NOT_INDEXED: Status[] = ['CREATED', 'ACTIVE'];

const CONDITIONS: Record<Exclude<keyof ExecutionFilter, 'status'>, (parameter: string) => string> = {
  workflowId: (parameter) => `workflow_id = ${parameter}`,
  batchName: (parameter) =>
    `in_batch and ${INDEXED_NAME} = left(${parameter}, 200) and batch_name = ${parameter}`,
  inputFileName: (parameter) => `input_file_name = ${parameter}`,
  noBatch: (parameter) => `in_batch = not ${parameter}::boolean and ${INDEXED_NAME} = ''`,
};

/** Lists executions, newest first. One statement reads the page and the total, so both come from one snapshot. */
export const listExecutions =
  (database: Database) =>
  async (
    organizationId: OrganizationId,
    filter: ExecutionFilter,
    { limit, offset }: Page,
  ): Promise<{ entries: Execution[]; total: number }> => {
    const given = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(
      (name) => filter[name] !== undefined && filter[name] !== false,
    );
    const where = given.map((name, index) => ` and ${CONDITIONS[name](`$${index + 4}`)}`).join('');
    const parts = partsOf(filter.status, given.length > 0).map(
      (part) => `from executions where organization_id = $1 and ${part}${where}`,
    );
    const list = statement<{ total: number; entries: ExecutionRow[] | null }>(`
      select (${given.length > 0 ? countOf(parts) : keptTotal(filter.status)}) as total, (
        select jsonb_agg(page) from (${pageOf(parts)}) page
      ) as entries`);
    const values = given.map((name) => filter[name]);
    const [row] = await database.run(list, [organizationId, limit, offset, ...values]);
    return { entries: (row?.entries ?? []).map(executionFromRow), total: row?.total ?? 0 };
  };

/** Splits the list into conditions that each have an index in list order. Together they cover the whole list. */
const partsOf = (status: Status | undefined, narrowed: boolean): string[] => {
  if (status) return [is(status)];
  if (!narrowed) return STATUSES.map(is);
  return [...NOT_INDEXED.map(is), NOT_INDEXED.map(isNot).join(' and ')];
};

/** Reads each part in list order, and only as many rows as the page can need. */
const pageOf = (parts: string[]): string => {
  const newest = parts.map(
    (part) => `(select ${EXECUTION_COLUMNS} ${part} ${NEWEST_FIRST} limit $2::bigint + $3::bigint)`,
  );
  return `select * from (${newest.join(' union all ')}) parts ${NEWEST_FIRST} limit $2 offset $3`;
};

const countOf = (parts: string[]): string =>
  `select sum(rows)::bigint from (${parts.map((part) => `select count(*) as rows ${part}`).join(' union all ')}) counts`;

/** The stored total, for a list without a filter or by status alone: counting a million rows would be slow. */
const keptTotal = (status: Status | undefined): string => `
  select coalesce(sum(difference), 0)::bigint from execution_counts
  where organization_id = $1${status ? ` and ${is(status)}` : ''}`;

const NEWEST_FIRST = 'order by created_at desc, id desc';
const is = (status: Status) => `status = '${status}'`;
const isNot = (status: Status) => `status <> '${status}'`;
