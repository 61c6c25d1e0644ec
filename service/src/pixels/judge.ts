import { lumaAt, type Pixels } from './pixels.ts';

const WHITE = 250;
const BORDER = 0.02;

/** The part of the picture's edge that is white, or transparent and so can be. */
export const whiteBorderOf = ({ width, height, channels, data }: Pixels): number => {
  const deep = Math.max(1, Math.round(Math.min(width, height) * BORDER));
  let white = 0;
  let all = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (y >= deep && y < height - deep && x === deep) x = Math.max(x, width - deep);
      if (x >= width) break;
      const at = (y * width + x) * channels;
      const isClear = channels === 4 && data[at + 3]! < 6;
      all += 1;
      if (isClear || Math.min(data[at]!, data[at + 1]!, data[at + 2]!) >= WHITE) white += 1;
    }
  return white / all;
};

const WINDOW = 4;
const CLEAR_EDGE = 48;
const EVERY_ROW = 3;
const STEEPEST = 0.1;

/**
 * How much of a clear edge happens between two neighbours, in percent, for the steepest tenth of all clear edges.
 * Brightness and contrast of the picture make no difference.
 */
export const sharpnessOf = ({ width, height, channels, data }: Pixels): number => {
  const counts = new Uint32Array(101);
  let edges = 0;
  const row = new Float32Array(width);
  for (let y = 0; y < height; y += EVERY_ROW) {
    for (let x = 0; x < width; x += 1) row[x] = lumaAt(data, (y * width + x) * channels);
    for (let x = WINDOW; x < width - WINDOW - 1; x += 1) {
      const step = Math.abs(row[x + 1]! - row[x]!);
      // Only the steepest place of an edge counts.
      if (step < 4 || step < Math.abs(row[x]! - row[x - 1]!) || step < Math.abs(row[x + 2]! - row[x + 1]!))
        continue;
      let low = 255;
      let high = 0;
      for (let near = x - WINDOW; near <= x + WINDOW + 1; near += 1) {
        low = Math.min(low, row[near]!);
        high = Math.max(high, row[near]!);
      }
      if (high - low < CLEAR_EDGE) continue;
      counts[Math.round((step / (high - low)) * 100)]! += 1;
      edges += 1;
    }
  }
  if (edges === 0) return 0;
  let left = Math.ceil(edges * STEEPEST);
  for (let percent = 100; percent > 0; percent -= 1) {
    left -= counts[percent]!;
    if (left <= 0) return percent;
  }
  return 0;
};
