import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { type AnswerOf, type Execution, type Status, urlOf } from 'darkroom-client';
import { api, queries } from '../api.ts';
import { readPage } from '../read-page.ts';
import { useEventStream } from '../use-event-stream.ts';

type List = AnswerOf<'get', '/v1/batch'>;
export type Batch = List['entries'][number];
export type DetailedBatch = AnswerOf<'get', '/v1/batch/{id}'>;
export type BatchStatus = Batch['status'];
export type BatchFilter = { search?: string; status?: BatchStatus };

const BUSY_MS = 2_000;
const QUIET_MS = 10_000;
const PAGE = 50;

export const BATCH_STATUSES: Record<BatchStatus, string> = {
  empty: 'Empty',
  running: 'Running',
  paused: 'Paused',
  closed: 'Closing',
  completed: 'Completed',
};

export const unfinished = ({ counts }: Pick<Batch, 'counts'>): number =>
  counts.CREATED + counts.ACTIVE + counts.IN_QA;

const isBusy = (batch: Batch): boolean => batch.status !== 'completed' && unfinished(batch) > 0;

export const batchPages = (organization: string, filter: BatchFilter) =>
  infiniteQueryOptions({
    queryKey: ['batches', organization, filter],
    initialPageParam: urlOf('/v1/batch', {}, { organization, limit: PAGE, ...filter }),
    queryFn: ({ pageParam, signal }) => readPage<Batch>(pageParam, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ entries }) => entries.some(isBusy)) ? BUSY_MS : QUIET_MS,
  });

export const newestBatches = (organization: string, limit: number) =>
  queryOptions({
    queryKey: ['batches', organization, limit],
    queryFn: ({ signal }) => api.get('/v1/batch', { query: { organization, limit }, signal }),
    refetchInterval: ({ state }) => (state.data?.entries.some(isBusy) ? BUSY_MS : QUIET_MS),
  });

const NAMED_BATCHES = 1000;

/**
 * The names of the newest batches by id. The labels of an execution have the id of its batch, but not always the
 * name.
 */
export const batchNamesQuery = (organization: string) =>
  queryOptions({
    queryKey: ['batch-names', organization],
    queryFn: async ({ signal }) => {
      const { entries } = await api.get('/v1/batch', {
        query: { organization, limit: NAMED_BATCHES },
        signal,
      });
      return new Map(entries.map(({ id, name }) => [id, name]));
    },
    staleTime: 30_000,
  });

const IMAGES_PAGE = 100;

/** The executions of a batch in the order of their creation. */
export const batchImages = (organization: string, batch: string, status: Status | undefined) =>
  infiniteQueryOptions({
    queryKey: ['executions', organization, 'batch', batch, status],
    initialPageParam: urlOf(
      '/v2/workflow/execution',
      {},
      { organization, batch, status, sort: 'createdAt', limit: IMAGES_PAGE },
    ),
    queryFn: ({ pageParam, signal }) => readPage<Execution>(pageParam, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: (previous) => previous,
  });

const batchQuery = (organization: string, id: string) =>
  queryOptions({
    queryKey: ['batch', organization, id],
    queryFn: ({ signal }) => api.get('/v1/batch/{id}', { path: { id }, query: { organization }, signal }),
  });

/**
 * One batch. Its counters follow the status stream; the rest of the record is reloaded every 2 s until the batch is
 * completed.
 */
export const useBatch = (organization: string, id: string) => {
  const query = useQuery({
    ...batchQuery(organization, id),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : BUSY_MS),
  });
  const isOpen = query.data !== undefined && query.data.status !== 'completed';
  const stream = urlOf('/v1/batch/{id}/status', { id }, { organization });
  useEventStream(isOpen ? stream : null, ({ type, data }) => {
    const counters = JSON.parse(data) as Partial<DetailedBatch>;
    queries.setQueryData<DetailedBatch>(
      ['batch', organization, id],
      (batch) => batch && { ...batch, ...counters },
    );
    if (type === 'completed') queries.invalidateQueries({ queryKey: ['batch', organization, id] });
    queries.invalidateQueries(
      { queryKey: ['executions', organization, 'batch', id] },
      { cancelRefetch: false },
    );
  });
  return query;
};
