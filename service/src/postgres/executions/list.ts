import type { OrganizationId } from '../../domain/ids.ts';
import type { ExecutionFilter, ExecutionList, ListPage } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import { type Bind, bindings, namesOf, type Part, partsOf, statusesOf } from './filter.ts';
import { COLUMN_OF, type ExecutionRow, executionFromRow } from './from-row.ts';

/** Lists executions. One statement reads the page and the total, so both come from one snapshot. */
export const listExecutions =
  (database: Database) =>
  async (organizationId: OrganizationId, filter: ExecutionFilter, page: ListPage): Promise<ExecutionList> => {
    const { values, bind } = bindings();
    const organization = bind(organizationId);
    const parts = partsOf(filter, organization, bind);
    const list = statement<{ total: number; entries: ExecutionRow[] | null }>(`
      select (${totalOf(filter, parts, organization, bind)}) as total, (
        select jsonb_agg(page) from (${pageOf(parts, page, bind)}) page
      ) as entries`);
    // How common a part of a name is decides the plan of a search, so a search is planned each time.
    const [row] = await database.run(filter.search === undefined ? list : { ...list, name: '' }, values);
    const entries = (row?.entries ?? []).map(executionFromRow);
    const total = row?.total ?? 0;
    const totalExceeded = total > MAX_COUNTED && !isExact(filter);
    return {
      entries: entries.slice(0, page.limit),
      total: totalExceeded ? MAX_COUNTED : total,
      totalExceeded,
      more: entries.length > page.limit,
    };
  };

const ROW = Object.values(COLUMN_OF).map((column) => `e.${column}`);

/** Reads each part in the list's order, and only as many rows as the page can need: one more than it shows. */
const pageOf = (parts: Part[], { limit, order = 'newestFirst', ...page }: ListPage, bind: Bind): string => {
  const { direction, follows } = ORDERS[order];
  const offset = bind('offset' in page ? page.offset : 0);
  const most = bind(limit + 1);
  const after =
    'after' in page
      ? `(${bind(page.after.createdAt)}::timestamptz, ${bind(page.after.id)}::uuid)`
      : undefined;
  const inOrder = (row: string) => `order by ${row}created_at ${direction}, ${row}id ${direction}`;
  const first = parts.map(({ from, at }) => {
    const behind = after ? ` and (${at}.created_at, ${at}.id) ${follows} ${after}` : '';
    return `(select ${ROW} ${from}${behind} ${inOrder(`${at}.`)} limit ${most}::bigint + ${offset}::bigint)`;
  });
  return `select * from (${first.join(' union all ')}) parts ${inOrder('')} limit ${most} offset ${offset}`;
};

const ORDERS = {
  newestFirst: { direction: 'desc', follows: '<' },
  oldestFirst: { direction: 'asc', follows: '>' },
} as const;

/** Totals are exact up to this number, and beyond it for the filters in EXACT. */
const MAX_COUNTED = 10_000;

/** The filters whose total is always exact. */
const EXACT: readonly (keyof ExecutionFilter)[] = ['workflowId', 'batchName', 'inputFileName', 'noBatch'];
const isExact = (filter: ExecutionFilter): boolean => namesOf(filter).every((name) => EXACT.includes(name));

/** The total comes from the stored counts where there are some: counting a million rows would be slow. */
const totalOf = (filter: ExecutionFilter, parts: Part[], organization: string, bind: Bind): string => {
  const names = namesOf(filter);
  const conditions = [`organization_id = ${organization}`];
  if (filter.status) conditions.push(`status in (${statusesOf(filter).map((status) => `'${status}'`)})`);
  const stored = (table: string) =>
    `select coalesce(sum(difference), 0)::bigint from ${table} where ${conditions.join(' and ')}`;
  if (names.every((name) => name === 'workflowId' || name === 'noBatch')) {
    if (filter.workflowId) conditions.push(`workflow_id = ${bind(filter.workflowId)}`);
    if (filter.noBatch) conditions.push('not in_batch');
    return stored('execution_counts');
  }
  if (names.length === 1 && filter.batchName !== undefined) {
    conditions.push(`name_hash = md5(${bind(filter.batchName)})::uuid`);
    return stored('batch_counts');
  }
  if (isExact(filter)) return countOf(parts);
  return countOf(parts, bind(MAX_COUNTED + 1));
};

/** Counts the rows of all parts, up to `most`. */
const countOf = (parts: Part[], most = 'null'): string => {
  const limited = parts.map(({ counted }) => `(select ${counted} limit ${most})`);
  return `select count(*) from (select from (${limited.join(' union all ')}) matching limit ${most}) counted`;
};
