import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Execution, Workflow } from 'darkroom-client';
import { api } from '../api.ts';

export type Step = Workflow['workflowComponents'][number];

/** The steps of the version of the workflow with which an execution was made. */
const stepsQuery = ({ organizationId: organization, workflow: id, workflowVersion }: Execution) =>
  queryOptions({
    queryKey: ['steps', organization, id, workflowVersion],
    queryFn: async ({ signal }): Promise<Step[]> => {
      const { entries } = await api.get('/v1/workflow/{id}/versions', {
        path: { id },
        query: { organization, limit: 1000 },
        signal,
      });
      return entries.find(({ version }) => version === workflowVersion)?.workflowComponents ?? [];
    },
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useSteps = (execution: Execution) => useQuery(stepsQuery(execution));
