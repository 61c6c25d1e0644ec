import { boxMean } from '../pixels/filters/box-mean.ts';
import { distanceTo } from '../pixels/regions/distance-to.ts';
import type { WorkImage } from './work-image.ts';

/** How far from the outline fine structure is searched, as a share of the longer side. */
const REACH_SHARE = 0.06;
/** The radius of the neighbourhood from which the background at a pixel is estimated, in working pixels. */
const NEIGHBOURHOOD = 12;
/** Fine structure differs from the background by this many levels, and by this many times the local noise. */
const LEAST_DIFFERENCE = 14;
const NOISE_TIMES = 4;
/** Where the background itself varies by more than this, in levels, it is not plain and nothing is searched. */
const MOST_NOISE = 7;
/** Half of the width of the widest structure that counts as fine. Shadows are wider, and fade more slowly. */
const HALF_WIDTH = 6;
/** Gaps in a strand up to this many pixels are bridged. */
const BRIDGED = 2;

/**
 * Marks fine structure outside the object: thin parts, such as feather tips and strands of hair, which stand out from a
 * plain background and hang together with the object. The region and the cut are too coarse for them.
 */
export const fineStructure = (work: WorkImage, inside: Uint8Array): Uint8Array => {
  const { width, height } = work;
  const reach = REACH_SHARE * Math.max(width, height);
  const away = distanceTo(inside, 1, width, height, reach + NEIGHBOURHOOD);
  const { difference, noise } = differenceFromAround(work, away);
  const fine = new Uint8Array(inside.length);
  const clears = (x: number, y: number, limit: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return true;
    const i = y * width + x;
    return inside[i] === 0 && difference[i]! < limit;
  };
  for (let y = 0; y < height; y++)
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (away[i] === 0 || away[i]! > reach || noise[i]! > MOST_NOISE) continue;
      if (difference[i]! < Math.max(LEAST_DIFFERENCE, NOISE_TIMES * noise[i]!)) continue;
      const limit = 0.5 * difference[i]!;
      const isThin = ACROSS.some(
        ([dx, dy]) => clears(x + dx, y + dy, limit) && clears(x - dx, y - dy, limit),
      );
      if (isThin) fine[i] = 1;
    }
  return connectedTo(inside, fine, width, height);
};

const ACROSS = [
  [HALF_WIDTH, 0],
  [0, HALF_WIDTH],
  [Math.round(HALF_WIDTH * Math.SQRT1_2), Math.round(HALF_WIDTH * Math.SQRT1_2)],
  [Math.round(HALF_WIDTH * Math.SQRT1_2), -Math.round(HALF_WIDTH * Math.SQRT1_2)],
] as const;

/** The difference of each pixel from the mean of the background around it, and the noise of that background, in levels. */
const differenceFromAround = ({ width, height, red, green, blue }: WorkImage, away: Float32Array) => {
  const size = away.length;
  const difference = new Float32Array(size);
  // Pixels that are next to the outline mix both sides. In the second round, fine structure is left out as well.
  let known = new Float32Array(size);
  for (let i = 0; i < size; i++) if (away[i]! > 3) known[i] = 1;
  let noise: Float32Array = new Float32Array(size);
  for (let round = 0; round < 2; round++) {
    const weight = boxMean(known, width, height, NEIGHBOURHOOD);
    difference.fill(0);
    for (const plane of [red, green, blue]) {
      const mean = new Float32Array(size);
      for (let i = 0; i < size; i++) mean[i] = known[i]! * plane[i]!;
      boxMean(mean, width, height, NEIGHBOURHOOD, mean);
      for (let i = 0; i < size; i++)
        if (weight[i]! > 1e-4) difference[i]! += (plane[i]! - mean[i]! / weight[i]!) ** 2;
    }
    const squares = new Float32Array(size);
    for (let i = 0; i < size; i++) squares[i] = known[i]! * difference[i]!;
    noise = boxMean(squares, width, height, 2 * NEIGHBOURHOOD);
    const wide = boxMean(known, width, height, 2 * NEIGHBOURHOOD);
    const calm = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      noise[i] = wide[i]! > 1e-4 ? Math.sqrt(noise[i]! / wide[i]!) : Number.POSITIVE_INFINITY;
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
