import type { Plane } from '../pixels.ts';
import { boxMean } from './box-mean.ts';

/** The largest sigma that is blurred at full size. A wider blur is computed on a smaller copy. */
const WIDEST_AT_FULL_SIZE = 6;
/**
 * sharp cuts off the tails of its Gaussian, so its blur is narrower than its sigma by this factor. This blur does the
 * same.
 */
const SHARP_SIGMA_FACTOR = 0.83;

/** A blur is computed on a copy of the plane that is smaller by this factor. */
export const blurFactor = (sigma: number): number => Math.max(1, Math.floor(sigma / WIDEST_AT_FULL_SIZE));

/**
 * A wide Gaussian blur of one channel whose border is empty, computed on a small copy. Keeps floating-point values
 * until the end: dozens of pixels are interpolated between two pixels of the copy, and rounding earlier would show as
 * steps.
 */
export const wideBlur = (plane: Plane, sigma: number): Uint8Array => {
  const factor = blurFactor(sigma);
  const small = shrunk(plane, factor);
  for (const radius of radiiFor((sigma * SHARP_SIGMA_FACTOR) / factor))
    boxMean(small.data, small.width, small.height, radius, small.data);
  return enlarged(small, plane, factor);
};

/** The radii of three box filters that together approximate a Gaussian: their variances add up to sigma squared. */
const radiiFor = (sigma: number): number[] => {
  const low = Math.max(1, Math.floor(Math.sqrt(sigma * sigma + 0.25) - 0.5));
  const wider = Math.round((3 * (sigma * sigma - low * (low + 1))) / (2 * (low + 1)));
  return [0, 1, 2].map((index) => (index < wider ? low + 1 : low));
};

const shrunk = ({ width, height, data }: Plane, factor: number): Plane<Float32Array> => {
  const small = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const sums = new Float32Array(small.width * small.height);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / factor) * small.width;
    for (let column = 0; column < small.width; column += 1) {
      const end = y * width + Math.min(width, (column + 1) * factor);
      let sum = 0;
      for (let at = y * width + column * factor; at < end; at += 1) sum += data[at]!;
      sums[row + column]! += sum / (factor * factor);
    }
  }
  return { ...small, data: sums };
};

/**
 * Enlarges a plane by bicubic interpolation: first each row from four rows of the small plane, then each pixel from
 * four values of that row.
 */
const enlarged = (
  small: Plane<Float32Array>,
  { width, height }: { width: number; height: number },
  factor: number,
): Uint8Array => {
  const out = new Uint8Array(width * height);
  const across = placesOf(width, small.width, factor);
  const down = placesOf(height, small.height, factor);
  const row = new Float32Array(small.width);
  for (let y = 0; y < height; y += 1) {
    row.fill(0);
    for (let tap = 4 * y; tap < 4 * y + 4; tap += 1) {
      const from = down.at[tap]! * small.width;
      const share = down.share[tap]!;
      for (let x = 0; x < small.width; x += 1) row[x]! += small.data[from + x]! * share;
    }
    for (let x = 0, tap = 0; x < width; x += 1, tap += 4) {
      const value =
        row[across.at[tap]!]! * across.share[tap]! +
        row[across.at[tap + 1]!]! * across.share[tap + 1]! +
        row[across.at[tap + 2]!]! * across.share[tap + 2]! +
        row[across.at[tap + 3]!]! * across.share[tap + 3]!;
      out[y * width + x] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5;
    }
  }
  return out;
};

/** The four values of the small plane that each position is interpolated from, and their Catmull-Rom weights. */
const placesOf = (length: number, small: number, factor: number) => {
  const at = new Int32Array(4 * length);
  const share = new Float32Array(4 * length);
  for (let place = 0; place < length; place += 1) {
    const exact = (place + 0.5) / factor - 0.5;
    const before = Math.floor(exact);
    const t = exact - before;
    share.set(
      [
        t * (-0.5 + t * (1 - 0.5 * t)),
        1 + t * t * (-2.5 + 1.5 * t),
        t * (0.5 + t * (2 - 1.5 * t)),
        t * t * (-0.5 + 0.5 * t),
      ],
      4 * place,
    );
    for (let tap = 0; tap < 4; tap += 1)
      at[4 * place + tap] = Math.min(small - 1, Math.max(0, before - 1 + tap));
  }
  return { at, share };
};
