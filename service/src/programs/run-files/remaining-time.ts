/** The part of the work for which the first estimate counts as if it had been measured. */
const TRUST = 0.05;

/** How long a run still takes: at first as the costs of the steps say, then more and more by the measured pace. */
export const openEstimate = (expectedMs: readonly number[], concurrency: number) => {
  const totalMs = expectedMs.reduce((sum, ms) => sum + ms, 0);
  const trustedMs = totalMs * TRUST;
  let doneMs = 0;
  return {
    finish: (ms: number): void => {
      doneMs += ms;
    },
    remainingMs: (elapsedMs: number): number => {
      if (totalMs === 0) return 0;
      // Until something is finished, the time that has passed says nothing about the pace.
      const measuredMs = doneMs === 0 ? 0 : elapsedMs;
      const pace = (measuredMs + trustedMs / concurrency) / (doneMs + trustedMs);
      return Math.max(0, totalMs - doneMs) * pace;
    },
  };
};
