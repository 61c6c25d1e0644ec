import type { AnswerOf, Workflow } from 'darkroom-client';
import type { Step } from '../draft.ts';

export type Diff = AnswerOf<'get', '/v1/workflow/{id}/diff'>;
type ParamChange = Diff['steps']['changed'][number]['params'][number];

/** A step as a comparison of two versions shows it. */
export type StepRow = {
  step: Step;
  kind: 'same' | 'added' | 'removed' | 'changed';
  /** The earlier position of the step, counted from 0, if it was moved. */
  movedFrom: number | null;
  params: readonly ParamChange[];
  when?: { before: unknown; after: unknown };
  output?: { before: unknown; after: unknown };
};

/** The steps of the newer version in order, with removed steps where they were. */
export const stepRows = (after: Pick<Workflow, 'workflowComponents'>, { steps }: Diff): StepRow[] => {
  const isSame = (step: Step) => (other: { id: string; component: string }) =>
    other.id === step.id && other.component === step.component;
  const rows = after.workflowComponents.map((step): StepRow => {
    const changed = steps.changed.find(isSame(step));
    return {
      step,
      kind: steps.added.some(isSame(step)) ? 'added' : changed ? 'changed' : 'same',
      movedFrom: steps.moved.find(isSame(step))?.before ?? null,
      params: changed?.params ?? [],
      ...(changed?.when ? { when: changed.when } : {}),
      ...(changed?.output ? { output: changed.output } : {}),
    };
  });
  for (const { position, ...step } of steps.removed.toSorted((one, other) => one.position - other.position))
    rows.splice(Math.min(position, rows.length), 0, { step, kind: 'removed', movedFrom: null, params: [] });
  return rows;
};
