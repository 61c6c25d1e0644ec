import { type Box, lumaAt, type Pixels } from '../pixels.ts';

/** Statistics of the ring around a box: median luma, spread (standard deviation), and the fraction of outliers. */
export type Surroundings = { median: number; spread: number; outlierShare: number };

/** A pixel that is farther from the median than this many times the spread is an outlier, not grain. */
export const OUTLIER_TIMES = 4;

/** Measures the ring around a box that begins `gap` pixels beside it and is `wide` pixels wide. */
export const surroundingsOf = (
  pixels: Pixels,
  box: Box,
  { gap, wide, contrast }: { gap: number; wide: number; contrast: number },
): Surroundings => {
  const counts = new Uint32Array(256);
  const ring = ringAround(pixels, box, gap, wide);
  for (const at of ring) counts[Math.round(lumaAt(pixels.data, at * pixels.channels))]! += 1;
  const total = ring.length;
  const median = medianOfCounts(counts, total);
  const distances = new Uint32Array(256);
  for (let level = 0; level < 256; level += 1) distances[Math.abs(level - median)]! += counts[level]!;
  const spread = Math.max(0.5, medianOfCounts(distances, total)) / 0.6745;
  let outlierShare = 0;
  for (let apart = Math.ceil(Math.max(contrast, OUTLIER_TIMES * spread)); apart < 256; apart += 1)
    outlierShare += distances[apart]!;
  return { median, spread, outlierShare: total === 0 ? 1 : outlierShare / total };
};

/** The indexes of the pixels in a ring around a box, as far as they lie in the image. */
export const ringAround = (
  { width, height }: { width: number; height: number },
  box: Box,
  gap: number,
  wide: number,
): number[] => {
  const places: number[] = [];
  const reach = gap + wide;
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  for (let y = Math.max(0, box.top - reach); y < Math.min(height, bottom + reach); y += 1) {
    const isAside = y < box.top - gap || y >= bottom + gap;
    for (let x = Math.max(0, box.left - reach); x < Math.min(width, right + reach); x += 1)
      if (isAside || x < box.left - gap || x >= right + gap) places.push(y * width + x);
  }
  return places;
};

const medianOfCounts = (counts: Uint32Array, total: number): number => {
  let below = 0;
  for (let level = 0; level < counts.length; level += 1) {
    below += counts[level]!;
    if (2 * below >= total) return level;
  }
  return 0;
};
