import { lumaAt, type Pixels } from './pixels.ts';
import { shrink } from './shrink.ts';

const JUDGED_SIDE = 1000;
const BINS_PER_DEGREE = 10;
const LEAST_STEP = 60;
const REACH = 4;
/** How much higher than the usual angle the best one must stand. */
const CLEAR = 2.5;

/**
 * By how many degrees, clockwise, lines that ought to be level or upright are turned.
 * Undefined when no angle within the limit stands out.
 */
export const edgeAngle = (pixels: Pixels, maxDegrees: number): number | undefined => {
  const small = shrink(pixels, JUDGED_SIDE);
  const { width, height, channels, data } = small;
  const luma = new Float32Array(width * height);
  for (let at = 0; at < luma.length; at += 1) luma[at] = lumaAt(data, at * channels);
  const counts = new Float64Array(2 * maxDegrees * BINS_PER_DEGREE + 1);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const side = (a: number, b: number, c: number) => 3 * luma[a]! + 10 * luma[b]! + 3 * luma[c]!;
      const across =
        side(at - width + 1, at + 1, at + width + 1) - side(at - width - 1, at - 1, at + width - 1);
      const down =
        side(at + width - 1, at + width, at + width + 1) - side(at - width - 1, at - width, at - width + 1);
      const step = Math.hypot(across, down) / 16;
      if (step < LEAST_STEP / 4) continue;
      const degrees = (Math.atan2(down, across) * 180) / Math.PI;
      const turned = degrees - 90 * Math.round(degrees / 90);
      if (Math.abs(turned) <= maxDegrees)
        counts[Math.round((turned + maxDegrees) * BINS_PER_DEGREE)]! += step;
    }
  return peakOf(counts, maxDegrees);
};

const peakOf = (counts: Float64Array, maxDegrees: number): number | undefined => {
  const smooth = counts.map((_, bin) => {
    let sum = 0;
    for (let other = bin - REACH; other <= bin + REACH; other += 1)
      sum += (counts[other] ?? 0) * (REACH + 1 - Math.abs(other - bin));
    return sum;
  });
  let best = 0;
  let total = 0;
  for (let bin = 0; bin < smooth.length; bin += 1) {
    if (smooth[bin]! > smooth[best]!) best = bin;
    total += smooth[bin]!;
  }
  if (total === 0 || smooth[best]! < (CLEAR * total) / smooth.length) return undefined;
  let sum = 0;
  let weights = 0;
  for (let bin = best - REACH; bin <= best + REACH; bin += 1) {
    sum += bin * (counts[bin] ?? 0);
    weights += counts[bin] ?? 0;
  }
  return sum / weights / BINS_PER_DEGREE - maxDegrees;
};
