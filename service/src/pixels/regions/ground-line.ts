import type { Box, Pixels } from '../pixels.ts';

/** How far above the lowest point an edge may lie and still stand on the ground: a handle does not. */
const STANDING = 0.15;
/** A foot seen from above rises to both sides; what rises more steeply than this, rows for each column, hangs over. */
const STEEPEST = 0.5;

/**
 * Where the ground lies under each column of an object: a band drawn tight under its foot. It follows a round foot or
 * the corner of a box, and passes under what is rough or hollow, as one plane does. Beside the foot it goes on level.
 */
export const groundLine = (pixels: Pixels, subject: Box): Float32Array => {
  const line = new Float32Array(subject.width).fill(subject.top + subject.height);
  const band = withoutSteepEnds(tightBand(solesOf(pixels, subject)));
  for (const [index, from] of band.entries()) {
    const to = band[index + 1] ?? { x: subject.width, y: from.y };
    for (let x = index === 0 ? 0 : from.x; x < to.x; x += 1)
      line[x] = from.y + ((to.y - from.y) * Math.max(0, x - from.x)) / (to.x - from.x);
  }
  return line;
};

type Point = { x: number; y: number };

/** The lower end of each column that stands on the ground. */
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

/** Those of the points between which no other lies lower. */
const tightBand = (points: Point[]): Point[] => {
  const band: Point[] = [];
  for (const point of points) {
    while (band.length > 1 && !isLower(band.at(-1)!, band.at(-2)!, point)) band.pop();
    band.push(point);
  }
  return band;
};

/** A tight band grows steeper towards its ends only. */
const withoutSteepEnds = (band: Point[]): Point[] =>
  band.filter((point, index) => {
    const inwards = point.y < (band[index + 1]?.y ?? 0) ? band[index + 1] : band[index - 1];
    return !inwards || inwards.y - point.y <= Math.abs(point.x - inwards.x) * STEEPEST;
  });

const isLower = (point: Point, left: Point, right: Point): boolean =>
  (point.y - left.y) * (right.x - left.x) > (right.y - left.y) * (point.x - left.x);
