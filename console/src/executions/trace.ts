import { queryOptions } from '@tanstack/react-query';
import type { Execution } from 'darkroom-client';
import { api } from '../api.ts';

const UNTIL_COMPLETE_MS = 1_000;

/** What each step of an execution did. Asked for again until the sizes of all steps are known. */
export const traceQuery = ({ id, organizationId: organization, attempts, status }: Execution) =>
  queryOptions({
    queryKey: ['trace', organization, id, attempts, status],
    queryFn: ({ signal }) =>
      api.get('/v1/workflow/execution/{id}/trace', { path: { id }, query: { organization }, signal }),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data && !state.data.complete ? UNTIL_COMPLETE_MS : false),
  });
