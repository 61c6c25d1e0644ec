import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';
import { solveLinearSystem } from '../../pixels/numeric/solve-linear-system.ts';
import { ringOf } from '../../pixels/regions/ring-of.ts';

/** The background as smooth surfaces of L, a and b, fitted to the border of the image. */
export type BackgroundModel = {
  l: Float32Array;
  a: Float32Array;
  b: Float32Array;
  /** The standard deviation of the border colours from the surface, in Lab. */
  spread: number;
  /** The fraction of the border that fits the surface. */
  inliers: number;
};

/** The number of terms of a polynomial of degree 2 in x and y. */
const TERMS = 6;
/** The width of the border that is sampled, as a fraction of the shorter side. */
const RING_SHARE = 0.02;
const MAX_SAMPLES = 6000;
// The scale of the robust fit in each round: colours farther from the fit than this, in Lab, hardly count. It shrinks
// from all colours near the most common one to a few times the noise, so that objects at the border are left out.
const SCALES = [24, 14, 9, 6, 4.5, 4.5];

/** Fits the background to the border by iteratively reweighted least squares. */
export const fitBackgroundModel = (lab: LabPlanes): BackgroundModel => {
  const samples = ringSamples(lab);
  const weights = nearCommonest(lab, samples);
  let surfaces = fitAll(lab, samples, weights, 1);
  let spread = 1;
  for (const [round, scale] of SCALES.entries()) {
    spread = reweigh(lab, samples, surfaces, weights, scale);
    surfaces = fitAll(lab, samples, weights, round < 2 ? 1 : 2);
  }
  spread = reweigh(lab, samples, surfaces, weights, SCALES.at(-1)!);
  let inliers = 0;
  for (const weight of weights) if (weight > 0.25) inliers++;
  return {
    l: evaluateSurface(lab, surfaces[0]!),
    a: evaluateSurface(lab, surfaces[1]!),
    b: evaluateSurface(lab, surfaces[2]!),
    spread,
    inliers: inliers / weights.length,
  };
};

const ringSamples = ({ width, height }: LabPlanes): Int32Array => {
  const ring = Math.max(2, Math.round(Math.min(width, height) * RING_SHARE));
  const all = ringOf(width, height, ring);
  const step = Math.max(1, Math.floor(all.length / MAX_SAMPLES));
  return all.filter((_, i) => i % step === 0);
};

const BIN = 8;

/** The first weights: how near each sample is to the most common colour. */
const nearCommonest = ({ l, a, b }: LabPlanes, samples: Int32Array): Float64Array => {
  const bins = new Map<number, number>();
  let commonest = 0;
  let most = 0;
  for (const i of samples) {
    const key = binOf(l[i]!, 0) * 10000 + binOf(a[i]!, 128) * 100 + binOf(b[i]!, 128);
    const count = (bins.get(key) ?? 0) + 1;
    bins.set(key, count);
    if (count > most) {
      most = count;
      commonest = key;
    }
  }
  const middle = [
    (Math.floor(commonest / 10000) + 0.5) * BIN,
    ((Math.floor(commonest / 100) % 100) + 0.5) * BIN - 128,
    ((commonest % 100) + 0.5) * BIN - 128,
  ] as const;
  return Float64Array.from(samples, (i) => {
    const distance = Math.hypot(l[i]! - middle[0], a[i]! - middle[1], b[i]! - middle[2]);
    return 1 / (1 + (distance / 20) ** 4);
  });
};

const binOf = (value: number, offset: number) => Math.max(0, Math.floor((value + offset) / BIN));

type Surface = Float64Array;

/** The polynomial terms of a surface at a position from -1 to 1. */
const terms = (x: number, y: number, into: Float64Array) => {
  into[0] = 1;
  into[1] = x;
  into[2] = y;
  into[3] = x * x - 1 / 3;
  into[4] = x * y;
  into[5] = y * y - 1 / 3;
};

const fitAll = (lab: LabPlanes, samples: Int32Array, weights: Float64Array, degree: 1 | 2): Surface[] => {
  const { width, height } = lab;
  const normal = new Float64Array(TERMS * TERMS);
  const rightHandSides = [lab.l, lab.a, lab.b].map(() => new Float64Array(TERMS));
  const row = new Float64Array(TERMS);
  samples.forEach((i, n) => {
    terms(((i % width) / width) * 2 - 1, (Math.floor(i / width) / height) * 2 - 1, row);
    const weight = weights[n]!;
    for (let p = 0; p < TERMS; p++) {
      for (let q = 0; q < TERMS; q++) normal[p * TERMS + q]! += weight * row[p]! * row[q]!;
      rightHandSides[0]![p]! += weight * row[p]! * lab.l[i]!;
      rightHandSides[1]![p]! += weight * row[p]! * lab.a[i]!;
      rightHandSides[2]![p]! += weight * row[p]! * lab.b[i]!;
    }
  });
  // Ridge regression: the border says little about the curvature in the middle, so large curvature is penalised.
  const ridge = samples.length * (degree === 1 ? 1e6 : 2e-3);
  for (let p = 1; p < TERMS; p++) normal[p * TERMS + p]! += p > 2 ? ridge : samples.length * 1e-5;
  return rightHandSides.map((side) => solveLinearSystem(normal, side));
};

/** Weights each sample by its residual (Geman-McClure). Returns the standard deviation of the inliers. */
const reweigh = (
  lab: LabPlanes,
  samples: Int32Array,
  surfaces: Surface[],
  weights: Float64Array,
  scale: number,
): number => {
  const row = new Float64Array(TERMS);
  let sum = 0;
  let total = 0;
  samples.forEach((i, n) => {
    terms(((i % lab.width) / lab.width) * 2 - 1, (Math.floor(i / lab.width) / lab.height) * 2 - 1, row);
    const squared =
      (lab.l[i]! - heightAt(surfaces[0]!, row)) ** 2 +
      (lab.a[i]! - heightAt(surfaces[1]!, row)) ** 2 +
      (lab.b[i]! - heightAt(surfaces[2]!, row)) ** 2;
    const weight = 1 / (1 + squared / (scale * scale)) ** 2;
    weights[n] = weight;
    sum += weight * Math.min(squared, 4 * scale * scale);
    total += weight;
  });
  return Math.sqrt(sum / Math.max(total, 1e-9));
};

const heightAt = (surface: Surface, row: Float64Array) => {
  let value = 0;
  for (let p = 0; p < TERMS; p++) value += surface[p]! * row[p]!;
  return value;
};

const evaluateSurface = ({ width, height }: LabPlanes, surface: Surface): Float32Array => {
  const plane = new Float32Array(width * height);
  const row = new Float64Array(TERMS);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      terms((x / width) * 2 - 1, (y / height) * 2 - 1, row);
      plane[y * width + x] = heightAt(surface, row);
    }
  return plane;
};
