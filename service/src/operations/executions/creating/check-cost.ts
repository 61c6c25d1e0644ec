import { costOf, type StepCost } from '../../../components/steps/cost-of.ts';
import { Refusal } from '../../../domain/errors.ts';
import type { Step } from '../../../domain/workflows/workflow.ts';
import { type CostedImage, costedInput } from '../costed-input.ts';

// The costs were measured on one machine. With this factor, a machine twice as fast does not refuse work that
// it can do.
const TOLERANCE_FACTOR = 2;

/** Refuses work that would certainly exceed its deadline: it would block a lane for three attempts and then fail. */
export const checkCost = (steps: readonly Step[], main: CostedImage, deadlineMs: number): void => {
  const { ms, steps: each } = costOf(steps, costedInput(main));
  if (ms <= TOLERANCE_FACTOR * deadlineMs) return;
  const costliest = each.reduce<StepCost | undefined>(
    (most, one) => (most && most.ms >= one.ms ? most : one),
    undefined,
  );
  throw new Refusal('unprocessable_image', sentence(ms, deadlineMs, costliest));
};

const sentence = (ms: number, deadlineMs: number, costliest: StepCost | undefined): string => {
  const takes = `Processing the image would take about ${seconds(ms)}, and ${seconds(deadlineMs)} are allowed`;
  if (!costliest) return `${takes}. Send a smaller image.`;
  const { id, component, params } = costliest.step;
  const lighter = 'effort' in params && params['effort'] !== 'fast' ? ' choose a lower effort,' : '';
  return `${takes}: the step ${id} (${component}) takes most of it. Resize before it,${lighter} or send a smaller image.`;
};

const seconds = (ms: number): string => `${Math.max(1, Math.round(ms / 1000))} s`;
