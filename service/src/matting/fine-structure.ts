import { boxMean } from '../pixels/filters/box-mean.ts';
import { distanceTo } from '../pixels/regions/distance-to.ts';
import { maskOf } from '../pixels/regions/mask-of.ts';
import type { WorkImage } from './work-image.ts';

/** The largest distance from the outline at which fine structure is searched, as a fraction of the longer side. */
const REACH_SHARE = 0.12;
/** The radius of the neighbourhood from which the background at a pixel is estimated, in working pixels. */
const NEIGHBOURHOOD = 20;
/**
 * Fine structure differs from the background by at least this many levels, and by at least this many times the local
 * noise.
 */
const LEAST_DIFFERENCE = 8;
const NOISE_TIMES = 3;
/** A background that varies by more than this, in levels, is not plain, and no fine structure is searched there. */
const MOST_NOISE = 7;
/**
 * Half of the width of the widest structure that counts as fine, as a fraction of the longer side. Shadows are wider.
 */
const HALF_WIDTH_SHARE = 0.0065;
/**
 * The number of times that the background is estimated, each time without the pixels that differed from the previous
 * estimate.
 */
const ROUNDS = 3;
/** A pixel that differs from the background by at least this many times the noise is left out of the next estimate. */
const OUTLIER_TIMES = 2.5;
/**
 * The two sides of a structure are alike when their difference is less than this fraction of the difference between
 * the structure and the mean of both sides.
 */
const MOST_STEP = 0.5;
/** Gaps in a strand up to this many pixels are bridged. */
const BRIDGED = 2;
/**
 * A pixel at most this far from the outline counts as connected to the object: just enough to cross a gap of
 * `BRIDGED` pixels diagonally.
 */
const OUTLINE_REACH = BRIDGED * Math.SQRT2 + 0.1;
/** Pixels at most this far from fine structure belong to it. */
const AROUND = 2;
/**
 * A strand that differs from the background by this many levels counts as opaque, because its own colour is not
 * known.
 */
const OPAQUE_DIFFERENCE = 70;

/** The value of pixels that are not near fine structure. */
export const NOT_FINE = -1;

/**
 * Estimates the alpha of fine structure outside the object: thin parts, such as feather tips and strands of hair, which
 * stand out from a plain background and are connected to the object. The region and the cut are too coarse for them.
 * All other pixels are `NOT_FINE`.
 */
export const fineStructure = (work: WorkImage, inside: Uint8Array): Float32Array => {
  const { width, height } = work;
  const reach = REACH_SHARE * Math.max(width, height);
  const away = distanceTo(inside, 1, width, height, reach + NEIGHBOURHOOD);
  const { difference, noise } = differenceFromAround(work, away);
  const steps = stepsAcross(HALF_WIDTH_SHARE * Math.max(width, height));
  const thin = new Uint8Array(inside.length);
  for (let i = 0; i < inside.length; i++) {
    if (away[i] === 0 || away[i]! > reach || noise[i]! > MOST_NOISE) continue;
    const least = Math.max(LEAST_DIFFERENCE, NOISE_TIMES * noise[i]!);
    if (difference[i]! >= least && ridgeAt(work, inside, steps, i) >= least) thin[i] = 1;
  }
  // A thin part that extends beyond the search distance for fine structure is a line of the background that ends at
  // the object, such as a slat of a blind.
  const isOuter = (i: number) => away[i]! > OUTLINE_REACH;
  const passing = connectedToSeeds(
    maskOf(thin.length, (i) => thin[i] === 1 && isOuter(i)),
    (i) => away[i]! > reach - BRIDGED,
    width,
    height,
  );
  for (let i = 0; i < thin.length; i++) if (passing[i] === 1) thin[i] = 0;
  const joined = connectedToSeeds(thin, (i) => !isOuter(i), width, height);
  let balance = 0;
  for (let i = 0; i < thin.length; i++) if (isOuter(i)) balance += joined[i]! - passing[i]!;
  // When more thin parts belong to such lines than to the object, the background has a pattern of lines, such as the
  // joints of a wooden deck. The shorter lines of the pattern look like strands, so no strand is kept.
  if (balance < 0) joined.fill(0);
  const fromFine = distanceTo(joined, 1, width, height, AROUND + 1);
  const fine = new Float32Array(inside.length).fill(NOT_FINE);
  for (let i = 0; i < fine.length; i++) {
    if (fromFine[i]! > AROUND || away[i] === 0) continue;
    const seen = Math.min(ridgeAt(work, inside, steps, i), difference[i]!) - noise[i]!;
    fine[i] = Math.min(1, Math.max(0, seen / OPAQUE_DIFFERENCE));
  }
  return fine;
};

/**
 * The offsets from a pixel to a place on one side of it: along a row, along a column, and along both diagonals. The
 * opposite side has the negative offset.
 */
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
 * The difference, in levels, between a pixel and the mean of two places on opposite sides of it. Both places must be
 * background and much like each other; without such places, as on the border between two backgrounds, the difference
 * is 0. In a shadow it is small, because the places are as dark as the pixel.
 */
const ridgeAt = (
  { width, height, red, green, blue }: WorkImage,
  inside: Uint8Array,
  steps: [x: number, y: number][],
  i: number,
): number => {
  const x = i % width;
  const y = (i - x) / width;
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
    if (step < MOST_STEP ** 2 * rise && rise > most) most = rise;
  }
  return Math.sqrt(most);
};

/**
 * The difference of each pixel from the mean of the background around it, and the noise of that background, in
 * levels. Both are estimated from every second pixel of every second row, which gives the same result at a quarter of
 * the cost.
 */
const differenceFromAround = (work: WorkImage, away: Float32Array) => {
  const [width, height] = [(work.width + 1) >> 1, (work.height + 1) >> 1];
  const size = width * height;
  const sampled = (plane: Float32Array) => {
    const samples = new Float32Array(size);
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) samples[i] = plane[2 * y * work.width + 2 * x]!;
    return samples;
  };
  const around = (plane: Float32Array, radius: number) => boxMean(plane, width, height, radius >> 1);
  const planes = [work.red, work.green, work.blue].map(sampled);
  // Pixels next to the outline mix object and background, so they are left out. From the second round on, fine
  // structure is left out as well.
  const known = sampled(away);
  for (let i = 0; i < size; i++) known[i] = known[i]! > 3 ? 1 : 0;
  const masked = new Float32Array(size);
  let means: Float32Array[] = [];
  let noise: Float32Array = new Float32Array(size);
  for (let round = 0; round < ROUNDS; round++) {
    const weight = around(known, NEIGHBOURHOOD);
    const squares = new Float32Array(size);
    means = planes.map((plane) => {
      for (let i = 0; i < size; i++) masked[i] = known[i]! * plane[i]!;
      const mean = around(masked, NEIGHBOURHOOD);
      for (let i = 0; i < size; i++) {
        // A pixel without background nearby counts as equal to the background.
        mean[i] = weight[i]! > 1e-4 ? mean[i]! / weight[i]! : plane[i]!;
        squares[i]! += (plane[i]! - mean[i]!) ** 2;
      }
      return mean;
    });
    // Averages the square roots of the differences: strands that still count as background then raise the noise only
    // a little.
    for (let i = 0; i < size; i++) masked[i] = known[i]! * Math.sqrt(Math.sqrt(squares[i]!));
    const wide = around(known, 2 * NEIGHBOURHOOD);
    noise = around(masked, 2 * NEIGHBOURHOOD);
    for (let i = 0; i < size; i++) {
      noise[i] = wide[i]! > 1e-4 ? (noise[i]! / wide[i]!) ** 2 : Number.POSITIVE_INFINITY;
      if (Math.sqrt(squares[i]!) >= OUTLIER_TIMES * noise[i]!) known[i] = 0;
    }
  }
  const difference = new Float32Array(away.length);
  const fullNoise = new Float32Array(away.length);
  for (let y = 0, i = 0; y < work.height; y++)
    for (let x = 0; x < work.width; x++, i++) {
      const from = (y >> 1) * width + (x >> 1);
      const r = work.red[i]! - means[0]![from]!;
      const g = work.green[i]! - means[1]![from]!;
      const b = work.blue[i]! - means[2]![from]!;
      difference[i] = Math.sqrt(r * r + g * g + b * b);
      fullNoise[i] = noise[from]!;
    }
  return { difference, noise: fullNoise };
};

/** Keeps the marked pixels that are connected to a marked pixel that is a seed. */
const connectedToSeeds = (
  marks: Uint8Array,
  isSeed: (i: number) => boolean,
  width: number,
  height: number,
): Uint8Array => {
  const joined = new Uint8Array(marks.length);
  const queue: number[] = [];
  const join = (i: number) => {
    if (marks[i] === 0 || joined[i] === 1) return;
    joined[i] = 1;
    queue.push(i);
  };
  for (let i = 0; i < marks.length; i++) if (isSeed(i)) join(i);
  for (let head = 0; head < queue.length; head++) {
    const at = queue[head]!;
    const x = at % width;
    const y = (at - x) / width;
    for (let ny = Math.max(0, y - BRIDGED); ny <= Math.min(height - 1, y + BRIDGED); ny++)
      for (let nx = Math.max(0, x - BRIDGED); nx <= Math.min(width - 1, x + BRIDGED); nx++)
        join(ny * width + nx);
  }
  return joined;
};
