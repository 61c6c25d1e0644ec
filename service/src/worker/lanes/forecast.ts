const LEARNING_RATE = 0.2;
const LEAST_EXPECTED_MS = 0.1;

/** Turns what jobs should take by the kept costs into what they take here, learning from every one that ends. */
export type Forecast = {
  predict(expectedMs: number): number;
  learn(expectedMs: number, tookMs: number): void;
  /** What the last jobs were expected to take. */
  usual(): number;
};

/** `firstMs`: what a job is taken for before one is known. */
export const openForecast = (firstMs: number): Forecast => {
  let ratio = 1;
  let usualMs = firstMs;
  return {
    predict: (expectedMs) => expectedMs * ratio,
    learn: (expectedMs, tookMs) => {
      ratio += LEARNING_RATE * (tookMs / Math.max(LEAST_EXPECTED_MS, expectedMs) - ratio);
      usualMs += LEARNING_RATE * (expectedMs - usualMs);
    },
    usual: () => usualMs,
  };
};
