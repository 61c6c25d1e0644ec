import { shrink } from '../filters/shrink.ts';
import { medianOf } from '../numeric/median-of.ts';
import { lumaAt, type Pixels } from '../pixels.ts';

const WORKING_SIDE = 1000;
const LEAST_STEP = 15;
const COARSE_DEGREES = 0.25;
const FINE_DEGREES = 0.02;
/** The error of the direction of an edge at a single pixel, in degrees. */
const PIXEL_ERROR_DEGREES = 10;
/** The least score of a clear angle: how many times the median score it has. */
const CLEAR = 3.1;
/** Angles beyond the limit are scored as well: if the best one lies there, no angle within the limit is returned. */
const BEYOND_DEGREES = 4;
/** Horizontal (`level`) and vertical (`upright`) edges agree when their angles differ by at most this. */
const SAME_DEGREES = 0.75;
/** A smaller angle counts as 0 unless horizontal and vertical edges agree on it: few objects are that straight. */
const LEAST_ALONE_DEGREES = 0.5;
/** An angle rivals the best one when its score is at least this share of the best score. */
const RIVAL_SHARE = 0.5;
/** Edges weaker than this share of the other direction count only when their angle is very clear. */
const FAINT = 0.05;
const VERY_CLEAR = 2 * CLEAR;

/** Positions and strengths of edge pixels. */
type Edges = { x: number[]; y: number[]; step: number[] };
type Both = { level: Edges; upright: Edges; reach: number };

/** The scores of angles for one direction: relative to the median, the best relative one, and the best absolute one. */
type AngleScores = { at(degrees: number): number; clearest: number; most: number };

/**
 * The angle in degrees, clockwise, by which horizontal and vertical edges are turned.
 * Undefined when no angle within the limit is clear, or when horizontal and vertical edges contradict each other.
 */
export const edgeAngle = (pixels: Pixels, maxDegrees: number): number | undefined => {
  const edges = edgesIn(shrink(pixels, WORKING_SIDE), maxDegrees + PIXEL_ERROR_DEGREES);
  const looked = range(-maxDegrees - BEYOND_DEGREES, maxDegrees + BEYOND_DEGREES, COARSE_DEGREES);
  const level = scoresOf(looked, (cos, sin) => contrastOf(edges.level, -sin, cos, edges.reach));
  const upright = scoresOf(looked, (cos, sin) => contrastOf(edges.upright, cos, sin, edges.reach));
  const scores = [unlessFaint(upright, level), unlessFaint(level, upright)] as const;
  // Relative scores are added, so that the many stripes of a shirt do not outweigh its one hem.
  const both = (degrees: number) => scores[0].at(degrees) + scores[1].at(degrees);
  const about = bestOf(looked, both);
  const best = bestOf(range(about - COARSE_DEGREES, about + COARSE_DEGREES, FINE_DEGREES), both);
  const [clearer, other] =
    scores[0].at(best) > scores[1].at(best) ? scores : ([scores[1], scores[0]] as const);
  if (clearer.at(best) < CLEAR || Math.abs(best) >= maxDegrees) return undefined;
  if (other.at(best) < CLEAR && Math.abs(best) < LEAST_ALONE_DEGREES) return 0;
  return isContradicted(clearer, other, best, looked) ? undefined : best;
};

/**
 * True when the other direction has another clear angle. A tapering object has two mirrored angles, which is no
 * contradiction.
 */
const isContradicted = (
  clearer: AngleScores,
  other: AngleScores,
  best: number,
  looked: number[],
): boolean => {
  const elsewhere = bestOf(looked, other.at);
  const clarity = other.at(elsewhere);
  const isSame = Math.abs(elsewhere - best) <= SAME_DEGREES;
  if (isSame || clarity < Math.max(CLEAR, RIVAL_SHARE * clearer.at(best))) return false;
  const mirrored = range(-SAME_DEGREES, SAME_DEGREES, COARSE_DEGREES).map((by) => 2 * best - elsewhere + by);
  return other.at(bestOf(mirrored, other.at)) < RIVAL_SHARE * clarity;
};

const bestOf = (angles: number[], fitAt: (degrees: number) => number): number => {
  const fits = angles.map(fitAt);
  return angles[fits.indexOf(Math.max(...fits))]!;
};

const range = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.round((to - from) / by) + 1 }, (_, index) => from + index * by);

/**
 * Scores angles by projecting all edge pixels along each of them: at the right angle a straight edge projects onto one
 * position, which then stands out. The gradient of single pixels would mislead, because an edge is a staircase of pixels.
 */
const scoresOf = (looked: number[], contrastAlong: (cos: number, sin: number) => number): AngleScores => {
  const known = new Map<number, number>();
  const fitAt = (degrees: number): number => {
    const angle = (degrees * Math.PI) / 180;
    const fit = known.get(degrees) ?? contrastAlong(Math.cos(angle), Math.sin(angle));
    known.set(degrees, fit);
    return fit;
  };
  const usual = medianOf(looked.map(fitAt));
  const most = Math.max(...known.values());
  return { at: (degrees) => fitAt(degrees) / (usual || 1), clearest: most / (usual || 1), most };
};

const unlessFaint = (other: AngleScores, own: AngleScores): AngleScores =>
  own.most < FAINT * other.most && own.clearest < VERY_CLEAR ? { ...own, at: () => 1 } : own;

const contrastOf = ({ x, y, step }: Edges, alongX: number, alongY: number, reach: number): number => {
  const places = new Float64Array(2 * reach + 3);
  // The offset of 0.25 keeps 0 degrees from winning: on whole positions, rows of pixels would always stand out there.
  const start = reach + 0.25;
  for (let i = 0; i < x.length; i += 1) {
    const place = x[i]! * alongX + y[i]! * alongY + start;
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
