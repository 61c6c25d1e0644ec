import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Execution, urlOf } from 'darkroom-client';
import { useMemo } from 'react';
import { type Page, readPage } from '../../read-page.ts';
import { conditionsOf, type Filter, keyOfFilter } from './filter/filter.ts';

const PAGE = 100;
/** A user who scrolls past the first page usually scrolls far, so later pages are larger. */
const LATER_PAGES = 200;
const MAX_AT_ONCE = 1000;
const BUSY_MS = 1_500;
const QUIET_MS = 5_000;

const readExecutions = (url: string, signal: AbortSignal): Promise<Page<Execution>> =>
  readPage(url, signal, LATER_PAGES);

const firstUrl = (organization: string, filter: Filter, limit: number): string =>
  urlOf(
    '/v2/workflow/execution',
    {},
    {
      organization,
      limit,
      ...conditionsOf(filter),
      ...(filter.sort && { sort: filter.sort }),
    },
  );

/**
 * The list, page after page. The first page includes the row `row`, so that a reloaded list can show the row to
 * which it was scrolled.
 */
export const executionPages = (organization: string, filter: Filter, row = 0) =>
  infiniteQueryOptions({
    queryKey: ['executions', organization, 'pages', keyOfFilter(filter)],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const limit = Math.min(MAX_AT_ONCE, PAGE * (1 + Math.ceil(row / PAGE)));
      return readExecutions(pageParam ?? firstUrl(organization, filter, limit), signal);
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: (previous) => previous,
    // The first rows are kept up to date by `newestPage`; loading every page again would move the list.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    // Structural sharing compares all loaded rows at each new page, which takes longer the further the list is
    // scrolled.
    structuralSharing: false,
  });

const isBusy = ({ status }: Execution): boolean => status === 'CREATED' || status === 'ACTIVE';

const newestPage = (organization: string, filter: Filter) =>
  queryOptions({
    queryKey: ['executions', organization, 'newest', keyOfFilter(filter)],
    queryFn: ({ signal }) => readExecutions(firstUrl(organization, filter, PAGE), signal),
    refetchInterval: ({ state }) => (state.data?.entries.some(isBusy) ? BUSY_MS : QUIET_MS),
  });

/**
 * Replaces the start of the list by its current first page, which has the new executions and lacks those that no
 * longer match the filter. The rows after that page stay as they were loaded.
 */
const withNewest = (
  rows: readonly Execution[],
  newest: Page<Execution>,
  isOldestFirst: boolean,
): Execution[] => {
  const last = newest.entries.at(-1);
  if (!last || !newest.next) return newest.entries;
  const at = rows.findIndex(({ id }) => id === last.id);
  const isAfter = ({ createdAt }: Execution) =>
    isOldestFirst ? createdAt > last.createdAt : createdAt < last.createdAt;
  return [...newest.entries, ...(at < 0 ? rows.filter(isAfter) : rows.slice(at + 1))];
};

/**
 * The executions that match a filter. New executions are added at the top of the list, but only while it is not
 * scrolled down.
 */
export const useExecutionList = (
  organization: string,
  filter: Filter,
  { row, isAtTop }: { row: number; isAtTop: boolean },
) => {
  const pages = useInfiniteQuery(executionPages(organization, filter, row));
  const isCurrent = pages.isSuccess && !pages.isPlaceholderData;
  const newest = useQuery({ ...newestPage(organization, filter), enabled: isCurrent }).data;
  const loaded = pages.data?.pages;
  const known = useMemo(() => loaded?.flatMap(({ entries }) => entries), [loaded]);
  const rows = useMemo(() => {
    if (!known || !newest || !isCurrent) return known;
    if (isAtTop) return withNewest(known, newest, filter.sort === 'createdAt');
    const updated = new Map(newest.entries.map((execution) => [execution.id, execution]));
    return known.map((execution) => updated.get(execution.id) ?? execution);
  }, [known, newest, isCurrent, isAtTop, filter.sort]);
  const first = newest?.entries[0];
  const isKnown = useMemo(
    () => !first || known?.slice(0, 2 * PAGE).some(({ id }) => id === first.id),
    [known, first],
  );
  const isBehind = isCurrent && !isAtTop && !filter.sort && !isKnown;
  const counted = isCurrent && newest ? newest : loaded?.at(-1);
  return { ...pages, rows, isBehind, total: counted?.total, isExceeded: counted?.isExceeded ?? false };
};
