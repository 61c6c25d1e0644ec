/**
 * The upper limit of each bucket, divided by its lower limit. A percentile is reported as the geometric
 * middle of its bucket, so its error is at most the square root of this ratio: 3.9 %.
 */
export const BUCKET_RATIO = 1.08;

/**
 * Pairs of a bucket and the number of durations in it, by bucket. Bucket 0 has durations below 1 ms; bucket 1
 * starts at 1 ms.
 */
export type TimeHistogram = readonly (readonly [bucket: number, count: number])[];

/**
 * A percentile in seconds: `share` (from 0 to 1) of the durations are at most this long. Null when there are
 * no durations.
 */
export const percentileOf = (histogram: TimeHistogram, share: number): number | null => {
  const all = histogram.reduce((sum, [, count]) => sum + count, 0);
  let before = 0;
  for (const [bucket, count] of histogram) {
    before += count;
    if (before >= share * all) return secondsOf(bucket);
  }
  return null;
};

/** The median and the 95th percentile, in seconds. */
export type Percentiles = { p50: number | null; p95: number | null };

export const percentilesOf = (histogram: TimeHistogram): Percentiles => ({
  p50: percentileOf(histogram, 0.5),
  p95: percentileOf(histogram, 0.95),
});

const secondsOf = (bucket: number): number =>
  bucket === 0 ? 0 : Number((BUCKET_RATIO ** (bucket - 0.5) / 1000).toPrecision(4));
