import type { Box, Pixels } from '../pixels.ts';

/** The smallest box around all pixels whose alpha is above the threshold. */
export const boxOfAlpha = ({ width, height, data }: Pixels, threshold: number): Box | undefined =>
  boxAbove({ width, height, data: data.subarray(3), step: 4 }, threshold);

/** The smallest box around all values above the threshold. `step` is the distance between two values in `data`. */
export const boxAbove = (
  { width, height, data, step }: { width: number; height: number; data: Uint8Array; step: number },
  threshold: number,
): Box | undefined => {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y += 1) {
    const start = y * width * step;
    let first = 0;
    while (first < width && data[start + first * step]! <= threshold) first += 1;
    if (first === width) continue;
    let last = width - 1;
    while (data[start + last * step]! <= threshold) last -= 1;
    left = Math.min(left, first);
    right = Math.max(right, last);
    top = Math.min(top, y);
    bottom = y;
  }
  return bottom < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
};
