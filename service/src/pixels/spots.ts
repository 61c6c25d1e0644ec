import { boxMean } from './box-mean.ts';
import { differenceMap } from './difference-map.ts';
import { inStrips } from './in-strips.ts';
import { partsOf } from './parts.ts';
import { lumaAt, type Pixels } from './pixels.ts';

type Search = { size: number; contrast: number; evenness: number; area: 'backdrop' | 'everywhere' };

/** Marks small spots whose surroundings are even. */
export const findSpots = (pixels: Pixels, { area, ...search }: Search): Uint8Array => {
  const { width, height } = pixels;
  const marked = new Uint8Array(width * height);
  // The smaller a spot, the nearer to the object its surroundings are still even.
  for (let size = search.size; size >= SMALLEST; size /= 2) {
    const found = spotsUpTo(pixels, { ...search, size });
    dropLarge(found, width, height, size);
    for (let at = 0; at < found.length; at += 1) marked[at]! |= found[at]!;
  }
  if (area === 'backdrop') keepBackdrop(pixels, marked, search.size);
  return marked;
};

const SMALLEST = 2;

const spotsUpTo = (pixels: Pixels, { size, contrast, evenness }: Omit<Search, 'area'>): Uint8Array => {
  const { width, height, channels, data } = pixels;
  const marked = new Uint8Array(width * height);
  // A spot takes a sixteenth of what is looked at, or less, and hardly moves its mean.
  const radius = Math.ceil(2 * size);
  const share = size ** 2 / (2 * radius + 1) ** 2;
  inStrips(height, radius, ({ top, bottom, from, to }) => {
    const rows = to - from;
    const luma = new Float32Array(width * rows);
    for (let at = 0; at < luma.length; at += 1) luma[at] = lumaAt(data, (from * width + at) * channels);
    const mean = boxMean(luma, width, rows, radius);
    const squares = luma.map((value) => value * value);
    boxMean(squares, width, rows, radius, squares);
    for (let y = top; y < bottom; y += 1)
      for (let x = 0; x < width; x += 1) {
        const at = (y - from) * width + x;
        const apart = Math.abs(luma[at]! - mean[at]!);
        if (apart < contrast) continue;
        const others = squares[at]! - mean[at]! ** 2 - share * apart * apart;
        if (others <= evenness * evenness) marked[y * width + x] = 1;
      }
  });
  return marked;
};

/** What belongs to the object has its specks by right. */
const keepBackdrop = (pixels: Pixels, marked: Uint8Array, size: number): void => {
  const { width, height } = pixels;
  const map = differenceMap(pixels);
  const isObject = new Uint8Array(map.differs.length);
  for (const part of partsOf(map.differs, map.width, map.height))
    if (Math.max(part.box.width, part.box.height) * map.factor > 3 * size)
      for (const place of part.places) isObject[place] = 1;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isObject[Math.floor(y / map.factor) * map.width + Math.floor(x / map.factor)])
        marked[y * width + x] = 0;
};

const dropLarge = (marked: Uint8Array, width: number, height: number, size: number): void => {
  for (const { box, places } of partsOf(marked, width, height))
    if (Math.max(box.width, box.height) > size) for (const place of places) marked[place] = 0;
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
