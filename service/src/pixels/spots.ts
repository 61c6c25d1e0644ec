import { boxMean } from './box-mean.ts';
import { inStrips } from './in-strips.ts';
import { lumaAt, type Pixels } from './pixels.ts';

/** Marks small spots whose surroundings are even. */
export const findSpots = (
  pixels: Pixels,
  { size, contrast, evenness }: { size: number; contrast: number; evenness: number },
): Uint8Array => {
  const { width, height, channels, data } = pixels;
  const marked = new Uint8Array(width * height);
  const reach = Math.ceil(size / 2);
  inStrips(height, 4 * size, ({ top, bottom, from, to }) => {
    const rows = to - from;
    const luma = new Float32Array(width * rows);
    for (let at = 0; at < luma.length; at += 1) luma[at] = lumaAt(data, (from * width + at) * channels);
    // Closing fills dark spots that are smaller than the window, opening takes bright ones away.
    const closed = shifted(shifted(luma, width, rows, reach, Math.max), width, rows, reach, Math.min);
    const cleaned = shifted(shifted(closed, width, rows, reach, Math.min), width, rows, reach, Math.max);
    const variance = unevenness(cleaned, width, rows, size);
    for (let y = top; y < bottom; y += 1)
      for (let x = 0; x < width; x += 1) {
        const at = (y - from) * width + x;
        if (Math.abs(luma[at]! - cleaned[at]!) >= contrast && variance[at]! <= evenness * evenness)
          marked[y * width + x] = 1;
      }
  });
  return marked;
};

const unevenness = (plane: Float32Array, width: number, height: number, radius: number): Float32Array => {
  const mean = boxMean(plane, width, height, radius);
  const square = plane.map((value) => value * value);
  boxMean(square, width, height, radius, square);
  for (let at = 0; at < square.length; at += 1) square[at] = square[at]! - mean[at]! * mean[at]!;
  return square;
};

/** The largest or smallest value in a square around each place: along rows, then along columns. */
const shifted = (
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  pick: (one: number, other: number) => number,
): Float32Array => {
  const across = new Float32Array(plane.length);
  const line = new Float32Array(Math.max(width, height));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) line[x] = plane[y * width + x]!;
    slide(line, width, radius, pick, (x, value) => {
      across[y * width + x] = value;
    });
  }
  const down = new Float32Array(plane.length);
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) line[y] = across[y * width + x]!;
    slide(line, height, radius, pick, (y, value) => {
      down[y * width + x] = value;
    });
  }
  return down;
};

/** Van Herk's way: three comparisons for each value, whatever the radius. */
const slide = (
  line: Float32Array,
  length: number,
  radius: number,
  pick: (one: number, other: number) => number,
  put: (at: number, value: number) => void,
): void => {
  const window = 2 * radius + 1;
  const padded = length + 2 * radius;
  const at = (i: number) => line[Math.max(0, Math.min(length - 1, i - radius))]!;
  const ahead = new Float32Array(padded);
  const behind = new Float32Array(padded);
  for (let i = 0; i < padded; i += 1) ahead[i] = i % window === 0 ? at(i) : pick(ahead[i - 1]!, at(i));
  for (let i = padded - 1; i >= 0; i -= 1)
    behind[i] = i === padded - 1 || (i + 1) % window === 0 ? at(i) : pick(behind[i + 1]!, at(i));
  for (let i = 0; i < length; i += 1) put(i, pick(behind[i]!, ahead[i + window - 1]!));
};

/** Fills the marked places, and a little around them, with what lies beside, grain included. Changes in place. */
export const fillSpots = (pixels: Pixels, marked: Uint8Array, size: number): Pixels => {
  const { width, height, channels, data } = pixels;
  const wide = widen(marked, width, height, 2);
  const before = Uint8Array.from(data);
  const reach = size + 4;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!wide[y * width + x]) continue;
      // The nearest clean pixels to the left, right, top and bottom, weighed by their nearness.
      const sum = [0, 0, 0];
      let weights = 0;
      for (const [dx, dy] of [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ] as const)
        for (let step = 1; step <= 2 * reach; step += 1) {
          const [u, v] = [x + dx * step, y + dy * step];
          if (u < 0 || v < 0 || u >= width || v >= height) break;
          if (wide[v * width + u]) continue;
          const weight = 1 / step;
          for (let i = 0; i < 3; i += 1) sum[i]! += before[(v * width + u) * channels + i]! * weight;
          weights += weight;
          break;
        }
      if (weights === 0) continue;
      for (let i = 0; i < 3; i += 1) data[(y * width + x) * channels + i] = Math.round(sum[i]! / weights);
    }
  return pixels;
};

const widen = (marked: Uint8Array, width: number, height: number, by: number): Uint8Array => {
  const wide = new Uint8Array(marked.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!marked[y * width + x]) continue;
      for (let v = Math.max(0, y - by); v <= Math.min(height - 1, y + by); v += 1)
        wide.fill(1, v * width + Math.max(0, x - by), v * width + Math.min(width - 1, x + by) + 1);
    }
  return wide;
};
