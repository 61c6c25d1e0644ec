import type { Box, Pixels } from '../pixels.ts';
import { lowerHull, type Point } from './convex-hull.ts';

/** A column stands on the ground when it ends at most this fraction of the object's height above the lowest point. */
const STANDING = 0.15;
/** The steepest rise of a foot to its sides, in rows for each column. A steeper part hangs over the ground. */
const STEEPEST = 0.5;

/**
 * The row of the ground under each column of an object: the lower convex hull of its foot. It follows a round foot or the
 * corner of a box and spans rough or hollow parts. Beside the foot it continues horizontally.
 */
export const groundLine = (pixels: Pixels, subject: Box): Float32Array => {
  const line = new Float32Array(subject.width).fill(subject.top + subject.height);
  const hull = withoutSteepEnds(lowerHull(solesOf(pixels, subject)));
  for (const [index, from] of hull.entries()) {
    const to = hull[index + 1] ?? { x: subject.width, y: from.y };
    for (let x = index === 0 ? 0 : from.x; x < to.x; x += 1)
      line[x] = from.y + ((to.y - from.y) * Math.max(0, x - from.x)) / (to.x - from.x);
  }
  return line;
};

/** For each column of pixels in which the object touches the ground: the lower end of the object. */
const solesOf = ({ width, data }: Pixels, subject: Box): Point[] => {
  const isSolid = (x: number, y: number) => data[(y * width + subject.left + x) * 4 + 3]! >= 128;
  const soles: Point[] = [];
  for (let x = 0; x < subject.width; x += 1) {
    let y = subject.top + subject.height;
    while (y > subject.top && !isSolid(x, y - 1)) y -= 1;
    if (y > subject.top) soles.push({ x, y });
  }
  const foot = soles.reduce((lowest, { y }) => Math.max(lowest, y), 0);
  return soles.filter(({ y }) => y >= foot - subject.height * STANDING);
};

/** Drops the steep ends of a hull. Checking single points is enough, because a hull gets steeper towards its ends only. */
const withoutSteepEnds = (hull: Point[]): Point[] =>
  hull.filter((point, index) => {
    const inwards = point.y < (hull[index + 1]?.y ?? 0) ? hull[index + 1] : hull[index - 1];
    return !inwards || inwards.y - point.y <= Math.abs(point.x - inwards.x) * STEEPEST;
  });
