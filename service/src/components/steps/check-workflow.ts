import { readNameTemplate } from '../../domain/images/archive-names.ts';
import { DEFAULT_SAMPLING, type QaSampling } from '../../domain/review/sampling-plan.ts';
import type { QaMode, Step, WorkflowDefinition, WorkflowInputs } from '../../domain/workflows/workflow.ts';
import { checkInputs, checkSteps } from './check-steps.ts';
import { priceOf } from './price-of.ts';

/** A workflow as its author wrote it; omitted fields are undefined. */
export type WorkflowDraft = {
  name: string;
  inputs?: WorkflowInputs | undefined;
  steps: Step[];
  qa?: QaMode | undefined;
  qaSampling?: Partial<QaSampling> | undefined;
  priceInCredits?: number | undefined;
  resultNames?: string | null | undefined;
};

/** Checks a draft and fills in omitted fields. Refuses a draft that cannot run, and names the wrong field. */
export const checkWorkflow = (draft: WorkflowDraft): WorkflowDefinition => {
  const inputs = checkInputs(draft.inputs);
  const steps = checkSteps(draft.steps, inputs);
  if (draft.resultNames) readNameTemplate(draft.resultNames, 'The field resultNames');
  return {
    name: draft.name,
    inputs,
    steps,
    qa: draft.qa ?? 'off',
    qaSampling: draft.qa === 'sample' ? { ...DEFAULT_SAMPLING, ...draft.qaSampling } : null,
    priceInCredits: draft.priceInCredits ?? priceOf(steps),
    resultNames: draft.resultNames ?? null,
  };
};
