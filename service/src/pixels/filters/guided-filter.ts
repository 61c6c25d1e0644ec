import { boxMean } from './box-mean.ts';

/**
 * The guided filter of He, Sun and Tang, with the plane as its own guide: smooths variations smaller than `spread` and
 * keeps edges that are steeper.
 */
export const guidedFilter = (
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  spread: number,
): Float32Array => {
  const mean = boxMean(plane, width, height, radius);
  const square = new Float32Array(plane.length);
  for (let at = 0; at < plane.length; at += 1) square[at] = plane[at]! * plane[at]!;
  const slope = boxMean(square, width, height, radius, square);
  // With this factor, a variation as large as the spread is reduced to less than a third.
  const noise = 2.25 * spread * spread;
  for (let at = 0; at < plane.length; at += 1) {
    const variance = Math.max(0, slope[at]! - mean[at]! * mean[at]!);
    slope[at] = variance / (variance + noise);
    mean[at] = mean[at]! * (1 - slope[at]!);
  }
  boxMean(slope, width, height, radius, slope);
  boxMean(mean, width, height, radius, mean);
  for (let at = 0; at < plane.length; at += 1) mean[at] = slope[at]! * plane[at]! + mean[at]!;
  return mean;
};
