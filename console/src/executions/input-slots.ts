import type { Workflow } from 'darkroom-client';

/** The pictures that were chosen, by the input they are for. */
export type Chosen = Readonly<Record<string, File>>;

/** Inputs in their order, the main one first. Objects keep numbers before words. */
export const slotsOf = (inputs: Readonly<Record<string, unknown>>): string[] => [
  'default',
  ...Object.keys(inputs).filter((slot) => slot !== 'default'),
];

export const descriptionOf = (workflow: Workflow | undefined, slot: string): string =>
  workflow?.inputs[slot]?.description || `Picture ${slot}`;

/** What is missing before it can run; null when nothing is. Pictures are known by their place, so none is left out. */
export const whyNotYet = (
  workflow: Workflow | undefined,
  slots: readonly string[],
  chosen: Chosen,
): string | null => {
  if (!workflow) return 'There is no workflow to run.';
  if (!chosen['default']) return 'There is no picture to run.';
  const missing = slots.find((slot) => workflow.inputs[slot]?.required && !chosen[slot]);
  if (missing) return `“${descriptionOf(workflow, missing)}” needs a picture.`;
  const firstEmpty = slots.findIndex((slot) => !chosen[slot]);
  const isGap = firstEmpty >= 0 && slots.slice(firstEmpty).some((slot) => chosen[slot]);
  if (!isGap) return null;
  return `Inputs are filled in order: “${descriptionOf(workflow, slots[firstEmpty] ?? '')}” has no picture yet.`;
};
