import { lumaAt, type Pixels } from './pixels.ts';
import { shrink } from './shrink.ts';

const JUDGED_SIDE = 1000;
const LEAST_STEP = 15;
const COARSE_DEGREES = 0.25;
const FINE_DEGREES = 0.02;
/** The way a single pixel's edge runs is known this well. */
const LOOSE_DEGREES = 10;
/** How much higher than the usual angle the best one must stand. */
const CLEAR = 1.9;
const CLEARLY_DEGREES = 1;
/** What tapers leans as much to the one side as to the other, and stands upright all the same. */
const AS_MUCH = 0.7;

/** Where edges are, and how strong: those that ought to be level, and those that ought to be upright. */
type Edges = { x: number[]; y: number[]; step: number[] };
type Both = { level: Edges; upright: Edges; reach: number };

/**
 * By how many degrees, clockwise, lines that ought to be level or upright are turned.
 * Undefined when no angle within the limit stands out.
 */
export const edgeAngle = (pixels: Pixels, maxDegrees: number): number | undefined => {
  const edges = edgesIn(shrink(pixels, JUDGED_SIDE), maxDegrees + LOOSE_DEGREES);
  const fitAt = (degrees: number): Fit => ({ degrees, fit: fitOf(edges, degrees) });
  const coarse = range(-maxDegrees, maxDegrees, COARSE_DEGREES).map(fitAt);
  const usual = coarse.reduce((sum, { fit }) => sum + fit, 0) / coarse.length;
  const about = bestOf(coarse);
  // At the limit itself, what stands out lies beyond it.
  if (about.fit <= CLEAR * usual || Math.abs(about.degrees) === maxDegrees) return undefined;
  const { degrees, fit } = bestOf(
    range(about.degrees - COARSE_DEGREES, about.degrees + COARSE_DEGREES, FINE_DEGREES).map(fitAt),
  );
  const tapers = Math.abs(degrees) > CLEARLY_DEGREES && fitAt(-degrees).fit > AS_MUCH * fit;
  return tapers ? undefined : degrees;
};

type Fit = { degrees: number; fit: number };
const bestOf = (fits: Fit[]): Fit => fits.reduce((best, one) => (one.fit > best.fit ? one : best));

const range = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.round((to - from) / by) + 1 }, (_, index) => from + index * by);

/**
 * How well lines turned by this angle run along the edges. Seen along a line, all of its edge falls on one place, which
 * stands out from those beside it. The direction of single pixels would mislead, because they lie in steps.
 */
const fitOf = ({ level, upright, reach }: Both, degrees: number): number => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return contrastOf(level, -sin, cos, reach) + contrastOf(upright, cos, sin, reach);
};

const contrastOf = ({ x, y, step }: Edges, alongX: number, alongY: number, reach: number): number => {
  const places = new Float64Array(2 * reach + 2);
  for (let i = 0; i < x.length; i += 1) {
    const place = x[i]! * alongX + y[i]! * alongY + reach;
    const whole = Math.floor(place);
    const part = place - whole;
    places[whole]! += step[i]! * (1 - part);
    places[whole + 1]! += step[i]! * part;
  }
  let sum = 0;
  for (let i = 3; i < places.length; i += 1)
    sum += (places[i]! + places[i - 1]! - places[i - 2]! - places[i - 3]!) ** 2;
  return sum;
};

const edgesIn = ({ width, height, channels, data }: Pixels, maxDegrees: number): Both => {
  const luma = new Float32Array(width * height);
  for (let at = 0; at < luma.length; at += 1) luma[at] = lumaAt(data, at * channels);
  const level: Edges = { x: [], y: [], step: [] };
  const upright: Edges = { x: [], y: [], step: [] };
  const leastCos = Math.cos((maxDegrees * Math.PI) / 180);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const side = (a: number, b: number, c: number) => 3 * luma[a]! + 10 * luma[b]! + 3 * luma[c]!;
      const across =
        side(at - width + 1, at + 1, at + width + 1) - side(at - width - 1, at - 1, at + width - 1);
      const down =
        side(at + width - 1, at + width, at + width + 1) - side(at - width - 1, at - width, at - width + 1);
      const step = Math.hypot(across, down) / 16;
      if (step < LEAST_STEP) continue;
      const [most, edges] =
        Math.abs(down) > Math.abs(across)
          ? ([Math.abs(down), level] as const)
          : ([Math.abs(across), upright] as const);
      if (most < leastCos * step * 16) continue;
      edges.x.push(x);
      edges.y.push(y);
      edges.step.push(step);
    }
  return { level, upright, reach: Math.ceil(Math.hypot(width, height)) };
};
