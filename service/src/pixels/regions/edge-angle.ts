import { shrink } from '../filters/shrink.ts';
import { medianOf } from '../numeric/median-of.ts';
import { lumaAt, type Pixels } from '../pixels.ts';

const JUDGED_SIDE = 1000;
const LEAST_STEP = 15;
const COARSE_DEGREES = 0.25;
const FINE_DEGREES = 0.02;
/** The way a single pixel's edge runs is known this well. */
const LOOSE_DEGREES = 10;
/** How many times more than usual edges run along the best angle. */
const CLEAR = 3.1;
/** Looked at beyond the limit, to see what lies there. */
const BEYOND_DEGREES = 4;
/** As far apart as this, level and upright edges say the same. */
const SAME_DEGREES = 0.75;
/** Less than this is not believed where only level or only upright edges say it: few objects are that straight. */
const LEAST_ALONE_DEGREES = 0.5;
/** Another angle is as good as the best one from this share of it. */
const AS_MUCH = 0.5;
/** Edges that are so much weaker than the others are heard only when they are very clear. */
const FAINT = 0.05;
const VERY_CLEAR = 2 * CLEAR;

/** Where edges are, and how strong: those that ought to be level, and those that ought to be upright. */
type Edges = { x: number[]; y: number[]; step: number[] };
type Both = { level: Edges; upright: Edges; reach: number };

/** How many times more than usual edges run along lines that are turned by an angle, and at most. */
type Voice = { at(degrees: number): number; clearest: number; most: number };

/**
 * By how many degrees, clockwise, lines that ought to be level or upright are turned.
 * Undefined when no angle within the limit stands out, or level and upright edges contradict each other.
 */
export const edgeAngle = (pixels: Pixels, maxDegrees: number): number | undefined => {
  const edges = edgesIn(shrink(pixels, JUDGED_SIDE), maxDegrees + LOOSE_DEGREES);
  const looked = range(-maxDegrees - BEYOND_DEGREES, maxDegrees + BEYOND_DEGREES, COARSE_DEGREES);
  const level = voiceOf(looked, (cos, sin) => contrastOf(edges.level, -sin, cos, edges.reach));
  const upright = voiceOf(looked, (cos, sin) => contrastOf(edges.upright, cos, sin, edges.reach));
  const voices = [heardBeside(upright, level), heardBeside(level, upright)] as const;
  // Each counts by how clearly it speaks: the stripes of a shirt are many, and the hem is one.
  const both = (degrees: number) => voices[0].at(degrees) + voices[1].at(degrees);
  const about = bestOf(looked, both);
  const best = bestOf(range(about - COARSE_DEGREES, about + COARSE_DEGREES, FINE_DEGREES), both);
  const [clearer, other] =
    voices[0].at(best) > voices[1].at(best) ? voices : ([voices[1], voices[0]] as const);
  if (clearer.at(best) < CLEAR || Math.abs(best) >= maxDegrees) return undefined;
  if (other.at(best) < CLEAR && Math.abs(best) < LEAST_ALONE_DEGREES) return 0;
  return isContradicted(clearer, other, best, looked) ? undefined : best;
};

/** Whether the other edges say clearly something else. What tapers does not: it leans to both sides of the upright. */
const isContradicted = (clearer: Voice, other: Voice, best: number, looked: number[]): boolean => {
  const elsewhere = bestOf(looked, other.at);
  const clarity = other.at(elsewhere);
  const isSame = Math.abs(elsewhere - best) <= SAME_DEGREES;
  if (isSame || clarity < Math.max(CLEAR, AS_MUCH * clearer.at(best))) return false;
  const mirrored = range(-SAME_DEGREES, SAME_DEGREES, COARSE_DEGREES).map((by) => 2 * best - elsewhere + by);
  return other.at(bestOf(mirrored, other.at)) < AS_MUCH * clarity;
};

const bestOf = (angles: number[], fitAt: (degrees: number) => number): number => {
  const fits = angles.map(fitAt);
  return angles[fits.indexOf(Math.max(...fits))]!;
};

const range = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.round((to - from) / by) + 1 }, (_, index) => from + index * by);

/**
 * How well lines turned by this angle run along the edges. Seen along a line, all of its edge falls on one place, which
 * stands out from those beside it. The direction of single pixels would mislead, because they lie in steps.
 */
const voiceOf = (looked: number[], contrastAlong: (cos: number, sin: number) => number): Voice => {
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

const heardBeside = (louder: Voice, voice: Voice): Voice =>
  voice.most < FAINT * louder.most && voice.clearest < VERY_CLEAR ? { ...voice, at: () => 1 } : voice;

const contrastOf = ({ x, y, step }: Edges, alongX: number, alongY: number, reach: number): number => {
  const places = new Float64Array(2 * reach + 3);
  // On whole places, rows of pixels would stand out at 0 degrees whatever they show.
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
