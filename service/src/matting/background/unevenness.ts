import { distanceTo } from '../../pixels/regions/distance-to.ts';
import type { Survey } from './survey.ts';

// How far from the object its shadow is looked for, as a share of the longer side.
const NEIGHBOURHOOD_SHARE = 0.08;
// The pixels of a soft outline are mixed.
const MIXED = 3;

// Shading is a share of the light: on a dark ground less of it gives a surface away.
const SHADING_SHARE = 0.01;
const TIMES_AROUND = 2;

/** How uneven the background is where it can be seen around the object, in L: by shadows and what no surface fits. */
export const unevennessAround = ({ lab, model }: Survey, outside: Uint8Array): number => {
  const { width, height, l } = lab;
  const reach = NEIGHBOURHOOD_SHARE * Math.max(width, height);
  const away = distanceTo(outside, 0, width, height, reach);
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < away.length; i++) {
    if (away[i]! <= MIXED || away[i]! >= reach) continue;
    const off = l[i]! - model.l[i]!;
    count++;
    sum += off;
    squares += off * off;
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
};

/** How uneven a view through the object may be: what shows through is lit like what is seen beside it. */
export const unevennessAllowed = (around: number, lightness: number): number =>
  TIMES_AROUND * around + SHADING_SHARE * lightness;
