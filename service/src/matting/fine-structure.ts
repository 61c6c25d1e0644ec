import { boxMean } from '../pixels/filters/box-mean.ts';
import { distanceTo } from '../pixels/regions/distance-to.ts';
import type { WorkImage } from './work-image.ts';

/** How far from the outline fine structure is searched, as a share of the longer side. */
const REACH_SHARE = 0.12;
/** The radius of the neighbourhood from which the background at a pixel is estimated, in working pixels. */
const NEIGHBOURHOOD = 20;
/** Fine structure differs from the background by this many levels, and by this many times the local noise. */
const LEAST_DIFFERENCE = 8;
const NOISE_TIMES = 3;
/** Where the background itself varies by more than this, in levels, it is not plain and nothing is searched. */
const MOST_NOISE = 7;
/** Half of the width of the widest structure that counts as fine, as a share of the longer side. Shadows are wider. */
const HALF_WIDTH_SHARE = 0.0065;
/** Gaps in a strand up to this many pixels are bridged. */
const BRIDGED = 2;
/** Pixels this near to fine structure belong to it. */
const AROUND = 2;
/** A strand that differs from the background by this many levels is opaque. Its own colour is not known. */
const OPAQUE_DIFFERENCE = 70;

/** Marks pixels that are not near fine structure. */
export const NOT_FINE = -1;

/**
 * Estimates the alpha of fine structure outside the object: thin parts, such as feather tips and strands of hair, which
 * stand out from a plain background and hang together with the object. The region and the cut are too coarse for them.
 * All other pixels are `NOT_FINE`.
 */
export const fineStructure = (work: WorkImage, inside: Uint8Array): Float32Array => {
  const { width, height } = work;
  const reach = REACH_SHARE * Math.max(width, height);
  const away = distanceTo(inside, 1, width, height, reach + NEIGHBOURHOOD);
  const { difference, noise } = differenceFromAround(work, away);
  const steps = stepsAcross(HALF_WIDTH_SHARE * Math.max(width, height));
  const thin = new Uint8Array(inside.length);
  const ridge = new Float32Array(inside.length);
  for (let y = 0; y < height; y++)
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (away[i] === 0 || away[i]! > reach || noise[i]! > MOST_NOISE) continue;
      ridge[i] = ridgeAt(work, inside, steps, x, y);
      const least = Math.max(LEAST_DIFFERENCE, NOISE_TIMES * noise[i]!);
      if (ridge[i]! >= least && difference[i]! >= least) thin[i] = 1;
    }
  const fine = connectedTo(inside, thin, width, height);
  const fromFine = distanceTo(fine, 1, width, height, AROUND + 1);
  return Float32Array.from(ridge, (seen, i) =>
    fromFine[i]! > AROUND || away[i] === 0
      ? NOT_FINE
      : Math.min(1, Math.max(0, Math.min(seen, difference[i]!) - noise[i]!) / OPAQUE_DIFFERENCE),
  );
};

/** The steps to one of two opposite sides: along a row, along a column, and along both diagonals. */
const stepsAcross = (halfWidth: number): [x: number, y: number][] => {
  const straight = Math.max(2, Math.round(halfWidth));
  const diagonal = Math.max(1, Math.round(halfWidth * Math.SQRT1_2));
  return [
    [straight, 0],
    [0, straight],
    [diagonal, diagonal],
    [diagonal, -diagonal],
  ];
};

/**
 * How far a pixel stands out, in levels, from two places at opposite sides, both of them background and much like each
 * other. The border between two backgrounds does not stand out like that, nor does a shadow.
 */
const ridgeAt = (
  { width, height, red, green, blue }: WorkImage,
  inside: Uint8Array,
  steps: [x: number, y: number][],
  x: number,
  y: number,
): number => {
  const i = y * width + x;
  let most = 0;
  for (const [dx, dy] of steps) {
    if (x < dx || x + dx >= width || y < Math.abs(dy) || y + Math.abs(dy) >= height) continue;
    const one = i + dy * width + dx;
    const other = i - dy * width - dx;
    if (inside[one] === 1 || inside[other] === 1) continue;
    let step = 0;
    let rise = 0;
    for (const plane of [red, green, blue]) {
      step += (plane[one]! - plane[other]!) ** 2;
      rise += (plane[i]! - 0.5 * (plane[one]! + plane[other]!)) ** 2;
    }
    if (step < 0.25 * rise && rise > most) most = rise;
  }
  return Math.sqrt(most);
};

/** The difference of each pixel from the mean of the background around it, and the noise of that background, in levels. */
const differenceFromAround = ({ width, height, red, green, blue }: WorkImage, away: Float32Array) => {
  const size = away.length;
  const difference = new Float32Array(size);
  // Pixels that are next to the outline mix both sides. From the second round on, fine structure is left out as well.
  let known = new Float32Array(size);
  for (let i = 0; i < size; i++) if (away[i]! > 3) known[i] = 1;
  let noise: Float32Array = new Float32Array(size);
  for (let round = 0; round < 3; round++) {
    const weight = boxMean(known, width, height, NEIGHBOURHOOD);
    difference.fill(0);
    for (const plane of [red, green, blue]) {
      const mean = new Float32Array(size);
      for (let i = 0; i < size; i++) mean[i] = known[i]! * plane[i]!;
      boxMean(mean, width, height, NEIGHBOURHOOD, mean);
      for (let i = 0; i < size; i++)
        if (weight[i]! > 1e-4) difference[i]! += (plane[i]! - mean[i]! / weight[i]!) ** 2;
    }
    // The mean of the roots: the strands that are still among the pixels count little.
    const roots = new Float32Array(size);
    for (let i = 0; i < size; i++) roots[i] = known[i]! * difference[i]! ** 0.25;
    noise = boxMean(roots, width, height, 2 * NEIGHBOURHOOD);
    const wide = boxMean(known, width, height, 2 * NEIGHBOURHOOD);
    const calm = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      noise[i] = wide[i]! > 1e-4 ? (noise[i]! / wide[i]!) ** 2 : Number.POSITIVE_INFINITY;
      difference[i] = Math.sqrt(difference[i]!);
      if (known[i] === 1 && difference[i]! < 2.5 * noise[i]!) calm[i] = 1;
    }
    known = calm;
  }
  return { difference, noise };
};

/** Keeps the marked pixels that hang together with the object. */
const connectedTo = (inside: Uint8Array, marks: Uint8Array, width: number, height: number): Uint8Array => {
  const joined = new Uint8Array(marks.length);
  const queue: number[] = [];
  for (let i = 0; i < inside.length; i++) if (inside[i] === 1) queue.push(i);
  for (let head = 0; head < queue.length; head++) {
    const at = queue[head]!;
    const x = at % width;
    const y = (at - x) / width;
    for (let ny = Math.max(0, y - BRIDGED); ny <= Math.min(height - 1, y + BRIDGED); ny++)
      for (let nx = Math.max(0, x - BRIDGED); nx <= Math.min(width - 1, x + BRIDGED); nx++) {
        const i = ny * width + nx;
        if (marks[i] === 0 || joined[i] === 1) continue;
        joined[i] = 1;
        queue.push(i);
      }
  }
  return joined;
};
