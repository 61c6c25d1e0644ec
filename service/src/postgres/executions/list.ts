import type { Execution } from '../../domain/executions/execution.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { ExecutionFilter, ExecutionList, ListPage } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import { type Bind, bindings, namesOf, type Part, partsOf, type StoredFilter, statusesOf } from './filter.ts';
import { COLUMN_OF, type ExecutionRow, executionFromRow } from './from-row.ts';

type List = (
  organizationId: OrganizationId,
  filter: StoredFilter,
  page: ListPage,
) => Promise<{ entries: Execution[]; total: number }>;

/**
 * Lists executions. A search uses its own index; for every other filter, the list is read in one part for each
 * status.
 */
export const listExecutions = (database: Database) => {
  const read = readList(database);
  const search = searchList(database, read);
  return async (
    organizationId: OrganizationId,
    filter: ExecutionFilter,
    page: ListPage,
  ): Promise<ExecutionList> => {
    const list = filter.search === undefined ? read : search;
    const { entries, total } = await list(organizationId, filter, page);
    const totalExceeded = total > MAX_COUNTED && !isExact(filter);
    return {
      entries: entries.slice(0, page.limit),
      total: totalExceeded ? MAX_COUNTED : total,
      totalExceeded,
      more: entries.length > page.limit,
    };
  };
};

/**
 * Reads a page, with one entry more than it shows, and the total. One statement reads both, so they come from one
 * snapshot.
 */
const readList =
  (database: Database, counts: 'with total' | 'without total' = 'with total'): List =>
  async (organizationId, filter, page) => {
    const { values, bind } = bindings();
    const organization = bind(organizationId);
    const parts = partsOf(filter, organization, bind);
    const total = counts === 'with total' ? totalOf(filter, parts, organization, bind) : 'select 0::bigint';
    const list = statement<{ total: number; entries: ExecutionRow[] | null }>(`
      select (${total}) as total, (
        select jsonb_agg(page) from (${pageOf(parts, page, bind)}) page
      ) as entries`);
    // The best plan of a search depends on how common the searched part of a name is, so each search is planned again.
    const isSearch = filter.search !== undefined || filter.searchWithoutIndex !== undefined;
    const [row] = await database.run(isSearch ? { ...list, name: '' } : list, values);
    return { entries: (row?.entries ?? []).map(executionFromRow), total: row?.total ?? 0 };
  };

/** A search with more matches than this compares names in the list's order first, up to MAX_COMPARED of each status. */
const MANY_MATCHES = 1_000;
const MAX_COMPARED = 10_000;

/** A limit with which no entry is read, not even the extra one that shows whether more follow. */
const LIMIT_FOR_TOTAL_ONLY = -1;

/**
 * Searches file names. The index finds all matches, in no order. When there are many, the page is most likely among the
 * first executions of the list, so those are compared first: sorting 10,000 matches took ten times as long as sorting 500.
 */
const searchList = (database: Database, read: List): List => {
  const readPage = readList(database, 'without total');
  return async (organizationId, filter, page) => {
    const { total } = await read(organizationId, filter, { ...page, limit: LIMIT_FOR_TOTAL_ONLY });
    if (total > MANY_MATCHES && !('offset' in page && page.offset > 0)) {
      const { search, ...others } = filter;
      const near = await nearFilter(database, organizationId, others, page);
      const compared = { ...near, searchWithoutIndex: search as string };
      const { entries } = await readPage(organizationId, compared, page);
      if (entries.length > page.limit) return { entries, total };
    }
    return { ...(await readPage(organizationId, filter, page)), total };
  };
};

/** Narrows a filter to the beginning of the list: at most MAX_COMPARED executions of each status. */
const nearFilter = async (
  { run }: Database,
  organizationId: OrganizationId,
  filter: StoredFilter,
  page: ListPage,
): Promise<StoredFilter> => {
  const { values, bind } = bindings();
  const { status, createdAfter, createdBefore } = filter;
  const parts = partsOf({ status, createdAfter, createdBefore }, bind(organizationId), bind);
  const { order = 'newestFirst' } = page;
  const ends = orderedParts(parts, page, 'created_at', bind).map(
    (part) => `(${part} offset ${MAX_COMPARED} limit 1)`,
  );
  const furthest = order === 'newestFirst' ? 'max' : 'min';
  const end = statement<{ at: string | null }>(
    `select ${furthest}(created_at)::text as at from (${ends.join(' union all ')}) ends`,
  );
  const at = (await run(end, values))[0]?.at;
  if (!at) return filter;
  return order === 'newestFirst' ? { ...filter, createdAfter: at } : { ...filter, createdBefore: at };
};

const ROW = Object.values(COLUMN_OF)
  .map((column) => `e.${column}`)
  .join(', ');

/** Reads each part in the list's order, and only as many rows as the page can need: one more than it shows. */
const pageOf = (parts: Part[], page: ListPage, bind: Bind): string => {
  const { direction } = ORDERS[page.order ?? 'newestFirst'];
  const offset = bind('offset' in page ? page.offset : 0);
  const most = bind(page.limit + 1);
  const first = orderedParts(parts, page, ROW, bind).map(
    (part) => `(${part} limit ${most}::bigint + ${offset}::bigint)`,
  );
  return `select * from (${first.join(' union all ')}) parts
    order by created_at ${direction}, id ${direction} limit ${most} offset ${offset}`;
};

/** One query for each part, in the list's order; with a cursor, from the entry after it. The caller adds the limit. */
const orderedParts = (
  parts: Part[],
  { order = 'newestFirst', ...page }: ListPage,
  columns: string,
  bind: Bind,
): string[] => {
  const { direction, follows } = ORDERS[order];
  const after =
    'after' in page
      ? `(${bind(page.after.createdAt)}::timestamptz, ${bind(page.after.id)}::uuid)`
      : undefined;
  return parts.map(({ from, alias }) => {
    const behind = after ? ` and (${alias}.created_at, ${alias}.id) ${follows} ${after}` : '';
    return `select ${columns} ${from}${behind} order by ${alias}.created_at ${direction}, ${alias}.id ${direction}`;
  });
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
