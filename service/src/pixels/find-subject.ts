import { boxMean } from './box-mean.ts';
import { partsOf } from './parts.ts';
import { type Box, lumaAt, type Pixels } from './pixels.ts';
import { shrink } from './shrink.ts';

const JUDGED_SIDE = 400;
/** A shadow or a slope of light changes lightness only: it counts less than a change of colour. */
const LIGHTNESS_WEIGHT = 0.5;
const LEAST_CONTRAST = 9;
const SPECK = 0.002;
const SHADOW = 0.3;
const LEAST_CRISPNESS = 1.2;
const OUTLINE = 3;

/** The smallest box around everything that is more opaque than this. */
export const boxOfAlpha = ({ width, height, data }: Pixels, threshold: number): Box | undefined =>
  boxAbove({ width, height, data: data.subarray(3), step: 4 }, threshold);

/** The smallest box around all values above this, of which one comes at each step. */
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

/** A small map of what differs from a background that continues the border of the picture. */
export const differenceMap = (pixels: Pixels) => {
  const small = shrink(pixels, JUDGED_SIDE);
  const { width, height, factor } = small;
  const background = continueBorder(small);
  const limit = Math.max(LEAST_CONTRAST, background.spread * 4);
  const distances = new Float32Array(width * height);
  const differs = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const { lightness, colour } = background.distance(small, x, y);
      distances[at] = Math.hypot(lightness, colour);
      if (colour > limit) differs[at] = 1;
    }
  // Beside an object that stands out clearly, what is only a little darker is its shadow.
  const usual = middle(Array.from(distances.filter((distance) => distance > limit)));
  const clear = Math.max(limit, usual * SHADOW);
  for (let at = 0; at < differs.length; at += 1) if (distances[at]! > clear) differs[at] = 1;
  return { width, height, factor, differs, small };
};

/** The box around what differs from the background, or ends in a line. */
export const boxOfContrast = (pixels: Pixels): Box | undefined => {
  const { width, height, factor, differs, small } = differenceMap(pixels);
  const box = boxAroundParts(differs, outlinesOf(small, differs), width, height);
  if (!box) return undefined;
  const left = box.left * factor;
  const top = box.top * factor;
  return {
    left,
    top,
    width: Math.min(pixels.width - left, box.width * factor),
    height: Math.min(pixels.height - top, box.height * factor),
  };
};

/**
 * A shadow fades away; a pale object ends in a line, however faint. The line is marked on both of its sides: with how far
 * the mark lies beyond the object, which is more where much differs.
 */
const outlinesOf = ({ width, height, channels, data }: Pixels, differs: Uint8Array): Uint8Array => {
  const luma = Float32Array.from(differs, (_, at) => lumaAt(data, at * channels));
  const around = boxMean(luma, width, height, OUTLINE);
  const crispness = boxMean(luma, width, height, 1).map((near, at) => Math.abs(near - around[at]!));
  const rim = crispness.filter((_, at) => isAtRim(at, width, height));
  const limit = Math.max(LEAST_CRISPNESS, middle(Array.from(rim)) * 6);
  const nearby = boxMean(Float32Array.from(differs), width, height, OUTLINE);
  return differs.map((_, at) => {
    if (crispness[at]! <= limit) return 0;
    return nearby[at]! > 0.001 ? OUTLINE : OUTLINE - 1;
  });
};

const isAtRim = (at: number, width: number, height: number): boolean => {
  const x = at % width;
  const y = (at - x) / width;
  return Math.min(x, y, width - 1 - x, height - 1 - y) <= OUTLINE;
};

type Background = { spread: number; distance(pixels: Pixels, x: number, y: number): Distance };
type Distance = { lightness: number; colour: number };

/** Each edge of the picture as a smooth line of colour; inside, what lies between the four of them. */
const continueBorder = (pixels: Pixels): Background => {
  const { width, height } = pixels;
  const deep = Math.max(1, Math.round(Math.min(width, height) * 0.02));
  const across = (row: number) => smoothLine(pixels, width, (x, i) => [x, row + i], deep);
  const along = (column: number) => smoothLine(pixels, height, (y, i) => [column + i, y], deep);
  const top = across(0);
  const bottom = across(height - deep);
  const left = along(0);
  const right = along(width - deep);
  const expected = (x: number, y: number, i: number): number => {
    // The nearer an edge, the more it counts.
    const weights = [1 / (y + 1), 1 / (height - y), 1 / (x + 1), 1 / (width - x)];
    const values = [top[x * 3 + i]!, bottom[x * 3 + i]!, left[y * 3 + i]!, right[y * 3 + i]!];
    let sum = 0;
    let total = 0;
    for (let side = 0; side < 4; side += 1) {
      sum += weights[side]! * values[side]!;
      total += weights[side]!;
    }
    return sum / total;
  };
  const distance = ({ data, channels }: Pixels, x: number, y: number): Distance => {
    const at = (y * width + x) * channels;
    const red = data[at]! - expected(x, y, 0);
    const green = data[at + 1]! - expected(x, y, 1);
    const blue = data[at + 2]! - expected(x, y, 2);
    const lightness = (LIGHTNESS_WEIGHT * (red + green + blue)) / 3;
    return { lightness, colour: Math.hypot(red - green, green - blue) };
  };
  const seen: number[] = [];
  const see = (x: number, y: number) => {
    const { lightness, colour } = distance(pixels, x, y);
    seen.push(Math.hypot(lightness, colour));
  };
  for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) see(x, y);
  for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) see(x, y);
  return { spread: middle(seen), distance };
};

const smoothLine = (
  { width, channels, data }: Pixels,
  length: number,
  place: (step: number, depth: number) => [x: number, y: number],
  deep: number,
): Float32Array => {
  const line = new Float32Array(length * 3);
  const reach = Math.max(2, Math.round(length * 0.05));
  for (let i = 0; i < 3; i += 1)
    for (let step = 0; step < length; step += 1) {
      const values: number[] = [];
      const from = Math.max(0, step - reach);
      const to = Math.min(length - 1, step + reach);
      for (let other = from; other <= to; other += 2)
        for (let depth = 0; depth < deep; depth += 1) {
          const [x, y] = place(other, depth);
          values.push(data[(y * width + x) * channels + i]!);
        }
      line[step * 3 + i] = middle(values);
    }
  return line;
};

const middle = (values: number[]): number =>
  values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The box around all connected parts that are more than specks. */
const boxAroundParts = (
  differs: Uint8Array,
  outlines: Uint8Array,
  width: number,
  height: number,
): Box | undefined => {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  const marked = differs.map((is, at) => is | outlines[at]!);
  for (const { size, places } of partsOf(marked, width, height)) {
    if (size < marked.length * SPECK) continue;
    for (const at of places) {
      const beyond = differs[at] ? 0 : outlines[at]!;
      const x = at % width;
      const y = (at - x) / width;
      left = Math.min(left, x + beyond);
      right = Math.max(right, x - beyond);
      top = Math.min(top, y + beyond);
      bottom = Math.max(bottom, y - beyond);
    }
  }
  return bottom < top || right < left
    ? undefined
    : { left, top, width: right - left + 1, height: bottom - top + 1 };
};
