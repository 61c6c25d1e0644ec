import type { Pixels } from './cutout.ts';

/** Writes the mean colour of a pixel and its eight neighbours into `mean`, with binomial weights. */
export const meanAround = (
  { data, width, height, channels }: Pixels,
  x: number,
  y: number,
  mean: Float64Array,
): void => {
  const left = x > 0 ? -channels : 0;
  const right = x + 1 < width ? channels : 0;
  const above = y > 0 ? -width * channels : 0;
  const below = y + 1 < height ? width * channels : 0;
  const at = (y * width + x) * channels;
  for (let c = 0; c < 3; c++) {
    const i = at + c;
    const sides = data[i + left]! + data[i + right]! + data[i + above]! + data[i + below]!;
    const corners =
      data[i + above + left]! + data[i + above + right]! + data[i + below + left]! + data[i + below + right]!;
    mean[c] = (4 * data[i]! + 2 * sides + corners) / 16;
  }
};
