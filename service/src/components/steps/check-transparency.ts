import { malformed } from '../../domain/errors.ts';
import type { Step, WorkflowInputs } from '../../domain/workflows/workflow.ts';
import type { Component } from '../definition/component.ts';
import { findComponent } from '../registry.ts';

/**
 * Refuses a workflow in which a step needs transparency and a step before it always removes it.
 * A step that may be skipped is considered both as run and as skipped.
 */
export const checkTransparency = (steps: readonly Step[], inputs: WorkflowInputs): void => {
  // The possible values of "the image has transparency" at this point. The input may have it or not.
  let possible = new Set([true, false]);
  let filledBy: Step | undefined;
  for (const [index, step] of steps.entries()) {
    const component = findComponent(step.component);
    if (!component) continue;
    const isCertain = runsAlways(step, component, inputs);
    if (component.needsTransparency && isCertain) {
      if (filledBy) throw impossible(step, index, filledBy);
      possible = new Set([true]);
    }
    const after = new Set(isCertain ? [] : possible);
    for (const before of possible) {
      const outcome = component.alphaAfter?.(step.params, before) ?? before;
      for (const hasAlpha of outcome === 'unknown' ? [true, false] : [outcome]) after.add(hasAlpha);
    }
    if (after.has(true)) filledBy = undefined;
    else filledBy ??= step;
    possible = after;
  }
};

const runsAlways = (step: Step, component: Component, inputs: WorkflowInputs): boolean =>
  !step.when &&
  component.inputParams.every((param) => {
    if (component.optionalInputParams?.includes(param)) return true;
    const names = [step.params[param]].flat().map(String);
    return names.some((name) => name === '' || inputs[name]?.required);
  });

const impossible = (step: Step, index: number, filledBy: Step) =>
  malformed(
    `workflowComponents[${index}] (${step.id}) needs a transparent background, and the step ${filledBy.id} before it ` +
      `always fills the background. Move ${step.id} before ${filledBy.id}, or make ${filledBy.id} keep the transparency.`,
  );
