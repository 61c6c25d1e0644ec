import type { Workflow } from 'darkroom-client';

/** The chosen files, by the name of the workflow input they are for. */
export type Chosen = Readonly<Record<string, File>>;

/**
 * The names of a workflow's inputs, the main one first. Objects list numeric keys before others, so `default` is put in
 * front explicitly.
 */
export const slotsOf = (inputs: Readonly<Record<string, unknown>>): string[] => [
  'default',
  ...Object.keys(inputs).filter((slot) => slot !== 'default'),
];

export const descriptionOf = (workflow: Workflow | undefined, slot: string): string =>
  workflow?.inputs[slot]?.description || `Image ${slot}`;

/**
 * Says what is missing before the workflow can run; null when it can run. Images are sent by position, so no input in
 * the middle may be empty.
 */
export const missingInputMessage = (
  workflow: Workflow | undefined,
  slots: readonly string[],
  chosen: Chosen,
): string | null => {
  if (!workflow) return 'Choose a workflow first.';
  if (!chosen['default']) return 'Add an image first.';
  const missing = slots.find((slot) => workflow.inputs[slot]?.required && !chosen[slot]);
  if (missing) return `Add an image for “${descriptionOf(workflow, missing)}”.`;
  const firstEmpty = slots.findIndex((slot) => !chosen[slot]);
  const isGap = firstEmpty >= 0 && slots.slice(firstEmpty).some((slot) => chosen[slot]);
  if (!isGap) return null;
  return `Fill the inputs in order: add an image for “${descriptionOf(workflow, slots[firstEmpty] ?? '')}” first.`;
};
