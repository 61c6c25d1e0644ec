/**
 * The weight of the first estimate, as a fraction of the work: the estimate counts as much as
 * measuring that much work.
 */
const FIRST_ESTIMATE_WEIGHT = 0.05;

/** Estimates the remaining time of a run: at first from the costs of the steps, then increasingly from the measured pace. */
export const estimateRemainingTime = (expectedMs: readonly number[], concurrency: number) => {
  const totalMs = expectedMs.reduce((sum, ms) => sum + ms, 0);
  const estimateWeightMs = totalMs * FIRST_ESTIMATE_WEIGHT;
  let doneMs = 0;
  return {
    finish: (ms: number): void => {
      doneMs += ms;
    },
    remainingMs: (elapsedMs: number): number => {
      if (totalMs === 0) return 0;
      // Until an image is finished, the elapsed time says nothing about the pace.
      const measuredMs = doneMs === 0 ? 0 : elapsedMs;
      const pace = (measuredMs + estimateWeightMs / concurrency) / (doneMs + estimateWeightMs);
      return Math.max(0, totalMs - doneMs) * pace;
    },
  };
};
