import { distanceTo } from '../../pixels/regions/distance-to.ts';
import type { Survey } from './survey.ts';

// The width of the measured zone around the object, as a share of the longer side: its shadow lies there.
const NEIGHBOURHOOD_SHARE = 0.08;
// Pixels this near to the object are skipped: in a soft outline they mix both colours.
const MIXED = 3;

// Shading is proportional to light, so the allowance grows with lightness.
const SHADING_SHARE = 0.01;
const TIMES_AROUND = 2;

/** The standard deviation, in L, of the background around the object from the fitted surface: shadows, mostly. */
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

/** The largest unevenness of a view through the object: the background there is lit like the background beside it. */
export const unevennessAllowed = (around: number, lightness: number): number =>
  TIMES_AROUND * around + SHADING_SHARE * lightness;
