import { queryOptions } from '@tanstack/react-query';
import type { Workflow } from 'darkroom-client';
import { api } from '../api.ts';

export const QA_WORDS: Record<Workflow['qa'], string> = {
  off: 'No review',
  unsure: 'Results with low confidence',
  sample: 'A random sample',
  all: 'All results',
};

/** The review plan of a batch, for each of its workflows. */
export const reviewPlanQuery = (organization: string, id: string) =>
  queryOptions({
    queryKey: ['batch-qa', organization, id],
    queryFn: ({ signal }) => api.get('/v1/batch/{id}/qa', { path: { id }, query: { organization }, signal }),
    staleTime: 10_000,
  });

/** The organization's executions that wait and run. */
export const queueQuery = (organization: string) =>
  queryOptions({
    queryKey: ['queue', organization],
    queryFn: ({ signal }) => api.get('/v1/organization/{id}/queue', { path: { id: organization }, signal }),
    refetchInterval: 3_000,
  });
