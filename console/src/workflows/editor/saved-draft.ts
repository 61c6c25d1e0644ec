import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { type Draft, draftOf } from '../draft.ts';
import type { StoredDraft } from '../draft-store.ts';
import { ESTIMATED_COUNT } from '../workflows.ts';

/**
 * A saved workflow as a draft, with its version. It is loaded once, when the editor opens; the draft on the page is
 * edited separately.
 */
export const savedDraftQuery = (organization: string, id: string) =>
  queryOptions({
    queryKey: ['saved-draft', organization, id],
    queryFn: async ({ signal }): Promise<StoredDraft> => {
      const query = { organization };
      const workflow = await api.get('/v1/workflow/{id}', { path: { id }, query, signal });
      const price = await priceOf(organization, workflow, signal);
      return { draft: draftOf(workflow, price), version: workflow.version };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The price of the steps. Undefined when the service no longer accepts the steps: then the saved price is kept. */
const priceOf = async (
  organization: string,
  { inputs, workflowComponents }: Pick<Draft, 'inputs' | 'workflowComponents'>,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const body = { inputs, workflowComponents, count: ESTIMATED_COUNT };
  const estimate = await api
    .post('/v1/workflow/estimate', { query: { organization }, body, signal })
    .catch(() => undefined);
  return estimate && estimate.credits / ESTIMATED_COUNT;
};
