import type { AnswerOf, Workflow } from 'darkroom-client';

export type Step = Workflow['workflowComponents'][number];
export type Inputs = Workflow['inputs'];
export type Component = AnswerOf<'get', '/v1/component'>['entries'][number];

/**
 * A workflow that is being edited, in the form that `POST /v1/workflow` takes. Without `executionPrice`, the price
 * is that of the steps.
 */
export type Draft = Pick<Workflow, 'name' | 'inputs' | 'workflowComponents' | 'qa' | 'qaSampling'> & {
  executionPrice?: number;
  /** The template of the names of results; without it they are named after the input. */
  resultNames?: string;
};

/**
 * Stands for the id of a step when the input image is selected. The service reserves this id, so no step can have
 * it.
 */
export const INPUT = 'input';

export const EMPTY_DRAFT: Draft = {
  name: '',
  inputs: { default: { required: true, description: 'The photo.' } },
  workflowComponents: [],
  qa: 'off',
};

/**
 * The draft of a saved workflow. `stepsPrice` is the price of its steps: a saved price that equals it is left out of
 * the draft, so that the price follows when the steps change.
 */
export const draftOf = (workflow: Workflow, stepsPrice: number | undefined): Draft => {
  const { name, inputs, workflowComponents, qa, qaSampling, executionPrice, resultNames } = workflow;
  return {
    name,
    inputs,
    workflowComponents: workflowComponents.map(({ id, component, params, when, output }) =>
      tidy({ id, component, params, when, output }),
    ),
    qa,
    ...(qaSampling ? { qaSampling } : {}),
    ...(resultNames ? { resultNames } : {}),
    ...(executionPrice === stepsPrice ? {} : { executionPrice }),
  };
};

export const isSameDraft = (one: Draft, other: Draft): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const withSteps = (draft: Draft, workflowComponents: Step[]): Draft => ({ ...draft, workflowComponents });

/** An id for a new step: the name of its component, with a number if that is taken. */
const freeId = (steps: readonly Step[], name: string): string => {
  const taken = new Set(steps.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(id) && id !== INPUT) return id;
  }
};

/** Adds a step after the chosen one. A step that changes pixels goes before those that write the file at the end. */
export const addStep = (
  draft: Draft,
  component: Component,
  after: string,
  runsAtEnd: (name: string) => boolean,
): { draft: Draft; id: string } => {
  const steps = draft.workflowComponents;
  const id = freeId(steps, component.name);
  const chosen = steps.findIndex((step) => step.id === after) + 1;
  const lastPixelStep = steps.findLastIndex((step) => !runsAtEnd(step.component)) + 1;
  const index = component.runsAtEnd ? Math.max(chosen, lastPixelStep) : Math.min(chosen, lastPixelStep);
  const params = defaultsOf(component);
  return {
    draft: withSteps(draft, steps.toSpliced(index, 0, { id, component: component.name, params })),
    id,
  };
};

const defaultsOf = ({ params }: Component): Record<string, unknown> => {
  const properties = (params['properties'] ?? {}) as Record<string, { default?: unknown }>;
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schema.default]));
};

export const duplicateStep = (draft: Draft, id: string): { draft: Draft; id: string } => {
  const steps = draft.workflowComponents;
  const index = steps.findIndex((step) => step.id === id);
  const original = steps[index];
  if (!original) return { draft, id };
  const { output: _, ...kept } = structuredClone(original);
  const copy = { ...kept, id: freeId(steps, original.component) };
  return { draft: withSteps(draft, steps.toSpliced(index + 1, 0, copy)), id: copy.id };
};

export const removeStep = (draft: Draft, id: string): Draft =>
  withSteps(
    draft,
    draft.workflowComponents.filter((step) => step.id !== id),
  );

/** Moves a step to another place; places count from 0, in the list without the step. */
export const moveStep = (draft: Draft, id: string, place: number): Draft => {
  const steps = draft.workflowComponents;
  const step = steps.find((one) => one.id === id);
  if (!step) return draft;
  const others = steps.filter((one) => one !== step);
  const index = Math.max(0, Math.min(others.length, place));
  const moved = others.toSpliced(index, 0, step);
  return moved.every((one, at) => one === steps[at]) ? draft : withSteps(draft, moved);
};

export const changeStep = (draft: Draft, id: string, change: Partial<Untidy>): Draft =>
  withSteps(
    draft,
    draft.workflowComponents.map((step) => (step.id === id ? tidy({ ...step, ...change }) : step)),
  );

type Untidy = Omit<Step, 'when' | 'output'> & {
  when?: Step['when'] | undefined;
  output?: string | undefined;
};

/** Leaves out an empty condition and an empty name of a file, because the service does not store them either. */
const tidy = ({ when, output, ...step }: Untidy): Step => ({
  ...step,
  ...(when && Object.keys(when).length > 0 && { when }),
  ...(output && { output }),
});

/** The names of the inputs besides the main image, in order: 1, 2, 3, ... */
export const otherInputs = (inputs: Inputs): string[] =>
  Object.keys(inputs).filter((name) => name !== 'default');

/** The names of all inputs, the main image first. */
export const inputNames = (inputs: Inputs): string[] => ['default', ...otherInputs(inputs)];

/** The inputs that a step uses besides the main image. */
export const inputsOfStep = (step: Step, component: Component | undefined): string[] =>
  (component?.inputs ?? []).flatMap(({ param }) => [step.params[param]].flat().map(String)).filter(Boolean);

export const addInput = (draft: Draft): Draft => ({
  ...draft,
  inputs: {
    ...draft.inputs,
    [String(otherInputs(draft.inputs).length + 1)]: { required: true, description: '' },
  },
});

/** Removes the last additional input. No other one can be removed, because the inputs are numbered without gaps. */
export const removeLastInput = (draft: Draft): Draft => {
  const { [String(otherInputs(draft.inputs).length)]: _, ...inputs } = draft.inputs;
  return { ...draft, inputs };
};
