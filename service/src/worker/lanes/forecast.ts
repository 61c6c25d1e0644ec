const LEARNING_RATE = 0.2;
const MIN_EXPECTED_MS = 0.1;

/**
 * Predicts how long a job takes on this machine. The expected time of a job comes from the measured costs. The
 * forecast multiplies it by a ratio, which it learns from the times of finished jobs.
 */
type Forecast = {
  predict(expectedMs: number): number;
  learn(expectedMs: number, tookMs: number): void;
  /** The moving average of the expected times of the last jobs. */
  averageMs(): number;
};

/** `firstMs` is the value of `averageMs` until the first job has finished. */
export const openForecast = (firstMs: number): Forecast => {
  let ratio = 1;
  let averageMs = firstMs;
  return {
    predict: (expectedMs) => expectedMs * ratio,
    learn: (expectedMs, tookMs) => {
      ratio += LEARNING_RATE * (tookMs / Math.max(MIN_EXPECTED_MS, expectedMs) - ratio);
      averageMs += LEARNING_RATE * (expectedMs - averageMs);
    },
    averageMs: () => averageMs,
  };
};
