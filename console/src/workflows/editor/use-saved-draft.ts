import { useQuery } from '@tanstack/react-query';
import { draftOf, EMPTY_DRAFT } from '../draft.ts';
import type { StoredDraft } from '../draft-store.ts';
import { ESTIMATED_COUNT, estimateQuery, workflowQuery } from '../workflows.ts';

/** A saved workflow as a draft, with its version; undefined while it loads. */
export const useSavedDraft = (
  organization: string,
  id: string | undefined,
): { saved: StoredDraft | undefined; error: unknown } => {
  const workflow = useQuery({
    ...workflowQuery(organization, id ?? ''),
    enabled: id !== undefined,
    refetchOnWindowFocus: false,
  });
  const { data } = workflow;
  // A price that follows from the steps is not the workflow's own.
  const estimate = useQuery({
    ...estimateQuery(organization, data ?? EMPTY_DRAFT),
    enabled: data !== undefined,
  });
  if (!data || estimate.isPending) return { saved: undefined, error: workflow.error };
  const stepsPrice = estimate.data ? estimate.data.credits / ESTIMATED_COUNT : data.executionPrice;
  return { saved: { draft: draftOf(data, stepsPrice), version: data.version }, error: null };
};
