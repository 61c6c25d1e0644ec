import { type InfiniteData, useQuery } from '@tanstack/react-query';
import type { AnswerOf, Execution } from 'darkroom-client';
import { api, queries } from '../api.ts';
import { executionPages } from './list/execution-list.ts';
import { conditionsOf, type Filter, keyOfFilter } from './list/filter/filter.ts';

type Neighbours = { previous: string | undefined; next: string | undefined };
type Pages = InfiniteData<AnswerOf<'get', '/v2/workflow/execution'>>;

/** Executions of one batch are often created in the same millisecond, so several are read to find the next one. */
const AROUND = 50;
/** Larger than the number of executions that one call can create, all with the same creation time. */
const MAX_AROUND = 1000;

/** The executions before and after this one in the list from which the page was opened. */
export const useNeighbours = (execution: Execution | undefined, filter: Filter): Neighbours => {
  const { data } = useQuery({
    queryKey: ['executions', execution?.organizationId, 'around', execution?.id, keyOfFilter(filter)],
    queryFn: ({ signal }) => neighboursOf(execution!, filter, signal),
    enabled: execution !== undefined,
    staleTime: 30_000,
  });
  return data ?? { previous: undefined, next: undefined };
};

const neighboursOf = async (
  execution: Execution,
  filter: Filter,
  signal: AbortSignal,
): Promise<Neighbours> => {
  const { organizationId: organization } = execution;
  const pages = queries.getQueryData<Pages>(executionPages(organization, filter).queryKey);
  const loaded = pages?.pages.flatMap(({ entries }) => entries) ?? [];
  const at = loaded.findIndex(({ id }) => id === execution.id);
  // For the last loaded row, ask the service: the row after it may not be loaded.
  if (at > 0 && at < loaded.length - 1) return { previous: loaded[at - 1]?.id, next: loaded[at + 1]?.id };
  const [newer, older] = await Promise.all(
    (['createdAt', '-createdAt'] as const).map((sort) => neighbourBy(sort, execution, filter, signal)),
  );
  return filter.sort === 'createdAt' ? { previous: older, next: newer } : { previous: newer, next: older };
};

/** The execution that follows this one in the given order. */
const neighbourBy = async (
  sort: 'createdAt' | '-createdAt',
  { id, organizationId: organization, createdAt }: Execution,
  filter: Filter,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const conditions = conditionsOf(filter);
  const at = Date.parse(createdAt);
  const from = sort === 'createdAt' ? { createdAfter: latest(conditions.createdAfter, createdAt) } : {};
  const to =
    sort === '-createdAt'
      ? { createdBefore: earliest(conditions.createdBefore, new Date(at + 1).toISOString()) }
      : {};
  const read = async (limit: number) => {
    const query = { ...conditions, ...from, ...to, organization, sort, limit };
    return (await api.get('/v2/workflow/execution', { query, signal })).entries;
  };
  const indexIn = (list: readonly Execution[]) => list.findIndex((one) => one.id === id);
  let entries = await read(AROUND);
  // Read more if this execution or the one after it may be missing: with the same creation time as the last entry,
  // they may follow that entry.
  if (indexIn(entries.slice(0, -1)) < 0 && entries.at(-1)?.createdAt === createdAt)
    entries = await read(MAX_AROUND);
  const index = indexIn(entries);
  // An execution that no longer matches the filter, for example after a retry, is not in the list. Its neighbour is
  // then the first entry.
  return (index >= 0 ? entries[index + 1] : entries.find((one) => one.id !== id))?.id;
};

const latest = (one: string | undefined, other: string): string => (one && one > other ? one : other);
const earliest = (one: string | undefined, other: string): string => (one && one < other ? one : other);
