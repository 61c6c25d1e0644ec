import type { Plane } from '../pixels.ts';
import { boxMean } from './box-mean.ts';

/** A blur as wide as this, in pixels, is smooth: a wider one is made on a copy that is small enough for it. */
const NARROW = 6;
/** The narrow blur of sharp leaves the ends of its bell away, and is narrower for it. */
const WITHOUT_ENDS = 0.83;

/** How many times smaller the copy is that a blur can be made on. */
export const blurFactor = (sigma: number): number => Math.max(1, Math.floor(sigma / NARROW));

/**
 * A wide blur of one channel that is empty around its edge, made on a small copy. Between the small pixels lie dozens
 * of large ones: only what is not rounded until the end has no steps.
 */
export const wideBlur = (plane: Plane, sigma: number): Uint8Array => {
  const factor = blurFactor(sigma);
  const small = shrunk(plane, factor);
  for (const radius of radiiFor((sigma * WITHOUT_ENDS) / factor))
    boxMean(small.data, small.width, small.height, radius, small.data);
  return enlarged(small, plane, factor);
};

/** Three means of squares one after another are a bell; their squares of radii add up to that of its sigma. */
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

/** Each row between four small ones, and each pixel in it between four of their values. */
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

/** For each place of a line the four values of the small line that it lies between, and their shares. */
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
