import { shrink } from '../filters/shrink.ts';
import { medianOf } from '../numeric/median-of.ts';
import { lumaAt, type Pixels } from '../pixels.ts';

const WORKING_SIDE = 1000;
const LEAST_STEP = 15;
const COARSE_DEGREES = 0.25;
const FINE_DEGREES = 0.02;
/** The error of the direction of an edge at a single pixel, in degrees. */
const PIXEL_ERROR_DEGREES = 10;
/** The smallest score of a clear angle, as a multiple of the median score. */
const CLEAR_SCORE = 3.1;
/** Angles beyond the limit are scored as well: if the best one lies there, no angle within the limit is returned. */
const BEYOND_DEGREES = 4;
/** Horizontal and vertical edges agree when their angles differ by at most this. */
const SAME_DEGREES = 0.75;
/**
 * A smaller angle counts as 0 unless horizontal and vertical edges agree on it, because few objects have edges that
 * straight.
 */
const LEAST_ALONE_DEGREES = 0.5;
/** An angle rivals the best one when its score is at least this fraction of the best score. */
const RIVAL_SHARE = 0.5;
/**
 * Edges in one direction that are weaker than this fraction of those in the other count only when their angle is very
 * clear.
 */
const FAINT_SHARE = 0.05;
const VERY_CLEAR_SCORE = 2 * CLEAR_SCORE;

/** Positions and strengths of edge pixels. */
type Edges = { x: number[]; y: number[]; step: number[] };
type EdgesByDirection = { horizontal: Edges; vertical: Edges; reach: number };

/** The scores of angles for one direction. `at` and `highestRelativeScore` are relative to the median score. */
type AngleScores = { at(degrees: number): number; highestRelativeScore: number; highestScore: number };

/**
 * The angle in degrees, clockwise, by which horizontal and vertical edges are turned.
 * Undefined when no angle within the limit is clear, or when horizontal and vertical edges contradict each other.
 */
export const edgeAngle = (pixels: Pixels, maxDegrees: number): number | undefined => {
  const edges = edgesIn(shrink(pixels, WORKING_SIDE), maxDegrees + PIXEL_ERROR_DEGREES);
  const testedAngles = range(-maxDegrees - BEYOND_DEGREES, maxDegrees + BEYOND_DEGREES, COARSE_DEGREES);
  const horizontal = scoresOf(testedAngles, (cos, sin) =>
    contrastOf(edges.horizontal, -sin, cos, edges.reach),
  );
  const vertical = scoresOf(testedAngles, (cos, sin) => contrastOf(edges.vertical, cos, sin, edges.reach));
  const scores = [unlessFaint(vertical, horizontal), unlessFaint(horizontal, vertical)] as const;
  // Relative scores are added, so that the many stripes of a shirt do not outweigh its one hem.
  const both = (degrees: number) => scores[0].at(degrees) + scores[1].at(degrees);
  const about = bestOf(testedAngles, both);
  const best = bestOf(range(about - COARSE_DEGREES, about + COARSE_DEGREES, FINE_DEGREES), both);
  const [clearer, other] =
    scores[0].at(best) > scores[1].at(best) ? scores : ([scores[1], scores[0]] as const);
  if (clearer.at(best) < CLEAR_SCORE || Math.abs(best) >= maxDegrees) return undefined;
  if (other.at(best) < CLEAR_SCORE && Math.abs(best) < LEAST_ALONE_DEGREES) return 0;
  return isContradicted(clearer, other, best, testedAngles) ? undefined : best;
};

/**
 * True when the other direction has another clear angle. A tapering object has two mirrored angles, which is no
 * contradiction.
 */
const isContradicted = (
  clearer: AngleScores,
  other: AngleScores,
  best: number,
  testedAngles: number[],
): boolean => {
  const elsewhere = bestOf(testedAngles, other.at);
  const clarity = other.at(elsewhere);
  const isSame = Math.abs(elsewhere - best) <= SAME_DEGREES;
  if (isSame || clarity < Math.max(CLEAR_SCORE, RIVAL_SHARE * clearer.at(best))) return false;
  const mirrored = range(-SAME_DEGREES, SAME_DEGREES, COARSE_DEGREES).map((by) => 2 * best - elsewhere + by);
  return other.at(bestOf(mirrored, other.at)) < RIVAL_SHARE * clarity;
};

const bestOf = (angles: number[], scoreAt: (degrees: number) => number): number => {
  const scores = angles.map(scoreAt);
  return angles[scores.indexOf(Math.max(...scores))]!;
};

const range = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.round((to - from) / by) + 1 }, (_, index) => from + index * by);

/**
 * Scores angles by projecting all edge pixels along each of them: at the correct angle a straight edge projects onto
 * one position, which then stands out. The gradient of single pixels would mislead, because an edge is a staircase of
 * pixels.
 */
const scoresOf = (
  testedAngles: number[],
  contrastAlong: (cos: number, sin: number) => number,
): AngleScores => {
  const known = new Map<number, number>();
  const scoreAt = (degrees: number): number => {
    const angle = (degrees * Math.PI) / 180;
    const score = known.get(degrees) ?? contrastAlong(Math.cos(angle), Math.sin(angle));
    known.set(degrees, score);
    return score;
  };
  const median = medianOf(testedAngles.map(scoreAt));
  const highestScore = Math.max(...known.values());
  return {
    at: (degrees) => scoreAt(degrees) / (median || 1),
    highestRelativeScore: highestScore / (median || 1),
    highestScore,
  };
};

const unlessFaint = (other: AngleScores, own: AngleScores): AngleScores =>
  own.highestScore < FAINT_SHARE * other.highestScore && own.highestRelativeScore < VERY_CLEAR_SCORE
    ? { ...own, at: () => 1 }
    : own;

const contrastOf = ({ x, y, step }: Edges, alongX: number, alongY: number, reach: number): number => {
  const places = new Float64Array(2 * reach + 3);
  // The offset of 0.25 keeps 0 degrees from winning: without it, each row of pixels would project onto exactly one
  // position at that angle and always stand out.
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

const edgesIn = ({ width, height, channels, data }: Pixels, maxDegrees: number): EdgesByDirection => {
  const luma = new Float32Array(width * height);
  for (let at = 0; at < luma.length; at += 1) luma[at] = lumaAt(data, at * channels);
  const horizontal: Edges = { x: [], y: [], step: [] };
  const vertical: Edges = { x: [], y: [], step: [] };
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
      const [strongest, edges] =
        Math.abs(down) > Math.abs(across)
          ? ([Math.abs(down), horizontal] as const)
          : ([Math.abs(across), vertical] as const);
      if (strongest < leastCos * step * 16) continue;
      edges.x.push(x);
      edges.y.push(y);
      edges.step.push(step);
    }
  return { horizontal, vertical, reach: Math.ceil(Math.hypot(width, height)) };
};
