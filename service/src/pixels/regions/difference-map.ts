import { shrink } from '../filters/shrink.ts';
import { medianOf } from '../numeric/median-of.ts';
import type { Pixels } from '../pixels.ts';

const WORKING_SIDE = 400;
/** A difference in lightness counts less than one in colour: shadows and uneven light change lightness only. */
const LIGHTNESS_WEIGHT = 0.5;
const LEAST_CONTRAST = 9;
const SHADOW = 0.3;

/**
 * Marks, on a small copy, the pixels that differ from the background. The background is interpolated from the border of
 * the image.
 */
export const differenceMap = (pixels: Pixels) => {
  const small = shrink(pixels, WORKING_SIDE);
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
  // When the object stands out clearly, a pixel that is only a little darker is its shadow.
  const usual = medianOf(distances.filter((distance) => distance > limit));
  const clear = Math.max(limit, usual * SHADOW);
  for (let at = 0; at < differs.length; at += 1) if (distances[at]! > clear) differs[at] = 1;
  return { width, height, factor, differs, small };
};

type Background = { spread: number; distance(pixels: Pixels, x: number, y: number): Distance };
type Distance = { lightness: number; colour: number };

/** Interpolates the background inside the image from smooth lines of colour along its four sides. */
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
    // A side has more weight the nearer it is.
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
  return { spread: medianOf(seen), distance };
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
      line[step * 3 + i] = medianOf(values);
    }
  return line;
};
