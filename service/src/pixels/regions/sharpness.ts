import { lumaAt, type Pixels } from '../pixels.ts';

const WINDOW = 4;
const CLEAR_EDGE = 48;
const EVERY_LINE = 3;
const STEEPEST = 0.1;
const SOLID = 250;
/** The lightness of a pixel that is not opaque. Edges near such a pixel are ignored, because its colour is not seen. */
const UNSEEN = -1;

/**
 * The sharpness of an image, 0 to 100: the 90th percentile over all clear edges. The sharpness of an edge is the
 * fraction of its contrast that lies between two neighbouring pixels, in percent. Does not depend on brightness or
 * contrast.
 */
export const sharpnessOf = ({ width, height, channels, data }: Pixels): number => {
  const counts = new Uint32Array(101);
  const lightnessAt = (at: number) => (channels === 4 && data[at + 3]! < SOLID ? UNSEEN : lumaAt(data, at));
  const row = new Float32Array(width);
  for (let y = 0; y < height; y += EVERY_LINE) {
    for (let x = 0; x < width; x += 1) row[x] = lightnessAt((y * width + x) * channels);
    countEdges(row, counts);
  }
  const column = new Float32Array(height);
  for (let x = 0; x < width; x += EVERY_LINE) {
    for (let y = 0; y < height; y += 1) column[y] = lightnessAt((y * width + x) * channels);
    countEdges(column, counts);
  }
  let left = Math.ceil(counts.reduce((sum, count) => sum + count, 0) * STEEPEST);
  if (left === 0) return 0;
  for (let percent = 100; percent > 0; percent -= 1) {
    left -= counts[percent]!;
    if (left <= 0) return percent;
  }
  return 0;
};

/**
 * Counts the clear edges along a line by their sharpness: the steepest step as a fraction of the contrast, in
 * percent.
 */
const countEdges = (line: Float32Array, counts: Uint32Array): void => {
  for (let at = WINDOW; at < line.length - WINDOW - 1; at += 1) {
    const step = Math.abs(line[at + 1]! - line[at]!);
    if (
      step < 4 ||
      step < Math.abs(line[at]! - line[at - 1]!) ||
      step < Math.abs(line[at + 2]! - line[at + 1]!)
    )
      continue;
    let low = 255;
    let high = 0;
    for (let near = at - WINDOW; near <= at + WINDOW + 1; near += 1) {
      low = Math.min(low, line[near]!);
      high = Math.max(high, line[near]!);
    }
    if (low !== UNSEEN && high - low >= CLEAR_EDGE) counts[Math.round((step / (high - low)) * 100)]! += 1;
  }
};
