import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import type { Draft } from './draft.ts';

const A_DAY_MS = 86_400_000;
const USAGE_DAYS = 7;

/** The components that steps can use. They change only when the service is updated. */
export const componentsQuery = (organization: string) =>
  queryOptions({
    queryKey: ['components', organization],
    queryFn: ({ signal }) => api.get('/v1/component', { query: { organization, limit: 1000 }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const versionsQuery = (organization: string, id: string) =>
  queryOptions({
    queryKey: ['versions', organization, id],
    queryFn: ({ signal }) =>
      api.get('/v1/workflow/{id}/versions', { path: { id }, query: { organization, limit: 1000 }, signal }),
  });

export const diffQuery = (organization: string, id: string, versions: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['diff', organization, id, versions.from, versions.to],
    queryFn: ({ signal }) =>
      api.get('/v1/workflow/{id}/diff', { path: { id }, query: { organization, ...versions }, signal }),
    // Versions never change, so neither do their differences.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The number of executions for which the editor shows the price and the time. */
export const ESTIMATED_COUNT = 100;

/**
 * The price of the steps and the time that they take. The service refuses the request with the first mistake in the
 * draft.
 */
export const estimateQuery = (
  organization: string,
  { inputs, workflowComponents }: Pick<Draft, 'inputs' | 'workflowComponents'>,
) =>
  queryOptions({
    queryKey: ['estimate', organization, { inputs, workflowComponents }],
    queryFn: ({ signal }) =>
      api.post('/v1/workflow/estimate', {
        query: { organization },
        body: { inputs, workflowComponents, count: ESTIMATED_COUNT },
        signal,
      }),
    staleTime: 30_000,
  });

export type WeekOfWorkflow = { runs: number; failures: number };

/** Runs and failures of the last seven days by workflow. Owners and admins can read them. */
export const weekQuery = (organization: string) =>
  queryOptions({
    queryKey: ['workflow-week', organization],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - (USAGE_DAYS - 1) * A_DAY_MS).toISOString().slice(0, 10);
      // The report is by month, because seven days are then in two entries at most for each workflow.
      const { entries } = await api.get('/v1/organization/{id}/usage', {
        path: { id: organization },
        query: { from, by: 'month', group: 'workflow', limit: 1000 },
        signal,
      });
      const weeks: Record<string, WeekOfWorkflow> = {};
      for (const { groupId, executions, failures } of entries) {
        const week = weeks[groupId ?? ''] ?? { runs: 0, failures: 0 };
        weeks[groupId ?? ''] = { runs: week.runs + executions, failures: week.failures + failures };
      }
      return weeks;
    },
    staleTime: 60_000,
  });

/** The newest result of a workflow, to show on its card; null when it has none yet. */
export const coverQuery = (organization: string, workflow: string) =>
  queryOptions({
    queryKey: ['cover', organization, workflow],
    queryFn: async ({ signal }) => {
      const { entries } = await api.get('/v2/workflow/execution', {
        query: { organization, workflow, status: ['COMPLETED'], limit: 1 },
        signal,
      });
      const [newest] = entries;
      if (!newest?.resultContentHash) return null;
      return { hash: newest.resultContentHash, name: newest.resultFileName ?? 'result' };
    },
    staleTime: 300_000,
  });
