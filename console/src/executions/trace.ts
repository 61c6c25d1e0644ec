import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Execution, Trace } from 'darkroom-client';
import { api } from '../api.ts';

type Traced = Pick<Execution, 'id' | 'organizationId' | 'attempts' | 'status'>;

const keyOf = ({ id, organizationId, attempts, status }: Traced) =>
  ['trace', organizationId, id, attempts, status] as const;

/** The recorded trace of each step: times and transforms. It needs no second run, so it is available at once. */
export const traceQuery = (execution: Traced) =>
  queryOptions({
    queryKey: [...keyOf(execution), 'recorded'],
    queryFn: ({ signal }) =>
      api.get('/v1/workflow/execution/{id}/trace', {
        path: { id: execution.id },
        query: { organization: execution.organizationId, recorded: true },
        signal,
      }),
    staleTime: 60_000,
  });

/**
 * Loads the recorded trace, and then the whole trace, which has the sizes of all steps. For the whole trace and for
 * the images of the steps, the service runs the steps again, which can take as long as the execution did. The page
 * requests the images only once the whole trace is loaded (`hasImages`): until then, they would only use up the
 * browser's connections.
 */
export const useTrace = (execution: Traced) => {
  const recorded = useQuery(traceQuery(execution));
  const whole = useQuery({
    queryKey: [...keyOf(execution), 'whole'],
    queryFn: ({ signal }): Promise<Trace> =>
      api.get('/v1/workflow/execution/{id}/trace', {
        path: { id: execution.id },
        query: { organization: execution.organizationId },
        signal,
      }),
    staleTime: 60_000,
    enabled: recorded.data?.attempt != null,
  });
  return {
    data: whole.data ?? recorded.data,
    isPending: recorded.isPending,
    error: recorded.error,
    refetch: recorded.refetch,
    hasImages: whole.isSuccess,
  };
};
