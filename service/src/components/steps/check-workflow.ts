import type { QaMode, Step, WorkflowDefinition, WorkflowInputs } from '../../domain/workflows/workflow.ts';
import { checkInputs, checkSteps } from './check-steps.ts';
import { priceOf } from './price-of.ts';

/** A workflow as its author wrote it; what was left out is undefined. */
export type WorkflowDraft = {
  name: string;
  inputs?: WorkflowInputs | undefined;
  steps: Step[];
  qa?: QaMode | undefined;
  priceInCredits?: number | undefined;
};

/** Refuses a draft that could not run, with the place of the mistake, and fills in what was left out. */
export const checkWorkflow = (draft: WorkflowDraft): WorkflowDefinition => {
  const inputs = checkInputs(draft.inputs);
  const steps = checkSteps(draft.steps, inputs);
  return {
    name: draft.name,
    inputs,
    steps,
    qa: draft.qa ?? 'off',
    priceInCredits: draft.priceInCredits ?? priceOf(steps),
  };
};
