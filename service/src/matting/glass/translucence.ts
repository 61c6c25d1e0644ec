import { medianOf } from '../../pixels/numeric/median-of.ts';
import { distanceTo } from '../../pixels/regions/distance-to.ts';
import type { Sketch } from '../background/sketch.ts';

type Colour = [red: number, green: number, blue: number];

const DEEPEST = 200;
const MIXED = 3;
const RIM = 9;
const SAMPLES = 4000;
// With less contrast between rim and background, the position of the middle between them is unknown.
const MIN_CONTRAST = 24;

/**
 * How much an object looks like glass, from 0 (solid) to 1. Glass is thick at its rim, so its colour changes from the rim
 * to the middle towards the background. A solid object changes towards white or black instead. Where both directions are
 * the same, as for gray on white, only a middle that is almost the background counts.
 */
export const translucenceOf = (sketch: Sketch, outside: Uint8Array): number => {
  const { width, height } = sketch;
  const depth = distanceTo(outside, 1, width, height, DEEPEST);
  const away = distanceTo(outside, 0, width, height, DEEPEST);
  const most = depth.reduce((deepest, here) => Math.max(deepest, here), 0);
  const rimDepth = Math.min(RIM, 0.2 * most);
  if (rimDepth <= MIXED) return 0;
  const behind = typical(sketch, (i) => away[i]! > MIXED && away[i]! < 0.1 * width);
  const rim = typical(sketch, (i) => depth[i]! > MIXED && depth[i]! < rimDepth);
  const middle = typical(sketch, (i) => depth[i]! > 0.5 * most);
  if (!behind || !rim || !middle) return 0;
  const way = minus(middle, rim);
  const moved = lengthOf(way);
  const through = minus(behind, rim);
  if (moved < 1 || lengthOf(through) < MIN_CONTRAST) return 0;
  const share = shareAlong(way, through);
  if (share > 1.15) return 0;
  const unshaded = offLine(way, rim) / moved;
  const unmixed = offLine(way, through) / moved;
  const clearly =
    between(share, 0.25, 0.45) * between(unshaded, 0.2, 0.45) * (1 - between(unmixed, 0.5, 0.8));
  return Math.max(clearly, 0.7 * between(share, 0.55, 0.75));
};

/** The median of each channel over a sample of the pixels. */
const typical = ({ red, green, blue }: Sketch, counts: (i: number) => boolean): Colour | undefined => {
  const members: number[] = [];
  for (let i = 0; i < red.length; i++) if (counts(i)) members.push(i);
  if (members.length < 20) return undefined;
  const step = Math.max(1, Math.floor(members.length / SAMPLES));
  const sample = members.filter((_, n) => n % step === 0);
  const median = (plane: Float32Array) => medianOf(sample.map((i) => plane[i]!));
  return [median(red), median(green), median(blue)];
};

const minus = (a: Colour, b: Colour): Colour => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Colour, b: Colour) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const lengthOf = (a: Colour) => Math.sqrt(dot(a, a));
const shareAlong = (a: Colour, line: Colour) => dot(a, line) / Math.max(1e-9, dot(line, line));
const offLine = (a: Colour, line: Colour): number => {
  const share = shareAlong(a, line);
  return lengthOf(minus(a, [share * line[0], share * line[1], share * line[2]]));
};

const between = (value: number, low: number, high: number) =>
  Math.min(1, Math.max(0, (value - low) / (high - low)));
