import assert from 'node:assert/strict';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { StepsFailure } from '../../src/components/steps/steps-failure.ts';
import type { Step, StepCondition } from '../../src/domain/workflows/workflow.ts';
import { LIMITS, openFolder, type Rgb } from './sample-images.ts';

export const folder = openFolder();
export const RED: Rgb = [200, 40, 30];

let steps = 0;
export const step = (component: string, params: Record<string, unknown> = {}, when?: StepCondition): Step => {
  steps += 1;
  return { id: `s${steps}`, component, params, ...(when ? { when } : {}) };
};

export const apply = async (image: Buffer, list: Step[], others: Record<string, Buffer> = {}) => {
  const inputs = Object.fromEntries(
    Object.entries(others).map(([name, bytes]) => [name, folder.input(bytes)]),
  );
  const output = folder.file();
  const result = await applySteps({
    steps: list,
    inputs: { ...inputs, default: folder.input(image) },
    output,
    limits: LIMITS,
  });
  return { ...result, output };
};

export const failureOf = async (work: Promise<unknown>): Promise<StepsFailure> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StepsFailure, String(error));
  return error;
};
