import type { Draft } from './draft.ts';

/** A mistake that the service found in a draft, with its place. `text` says what must change there. */
export type Problem = {
  text: string;
  /** The step with the mistake; missing when the mistake is not in a step. */
  step?: string;
  /** The field: a parameter, `when`, `id`, `output`, or a field of the workflow such as `name` or `inputs`. */
  field?: string;
};

const STEP =
  /^workflowComponents\[(\d+)\](?:\.(id|component|when|output|params))?(?:[./]([\w/]+))?(?: \([^)]*\))?[ :]+(.+)$/s;
const WORKFLOW =
  /^(?:The field )?(name|inputs|executionPrice|qa|qaSampling|resultNames)(?:[.[/]\S*)?[ :]+(.+)$/s;

/** Finds the field that a message of the service is about, so that the message can be shown there. */
export const problemOf = (message: string, draft: Draft): Problem => {
  const [, index, part, path, rest] = STEP.exec(message) ?? [];
  const step = index === undefined ? undefined : draft.workflowComponents[Number(index)];
  if (step && rest) {
    const [param] = (path ?? '').split('/');
    const field = part === 'when' ? 'when' : param || (part === 'id' || part === 'output' ? part : undefined);
    return { text: sentence(rest), step: step.id, ...(field ? { field } : {}) };
  }
  const [, field, ending] = WORKFLOW.exec(message) ?? [];
  return field && ending ? { text: message, field } : { text: message };
};

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
