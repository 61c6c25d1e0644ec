import { solveLinearSystem } from '../numeric/solve-linear-system.ts';
import type { Plane } from '../pixels.ts';

const ROUNDS = 8;
const TERMS = 6;
/**
 * The fit leaves out values that lie below or above the surface by more than these multiples of the deviation. The
 * multiple for values below shrinks from ROUNDS in the first round to BELOW in the last.
 */
const BELOW = 1;
const ABOVE = 3;
const SAMPLES = 20_000;

/** A smooth surface: the value at a point with coordinates from -1 to 1, and how much the values deviate from it. */
export type Surface = { at(x: number, y: number): number; deviation: number };

/**
 * Fits a surface of second order to the values where `counts` holds. Each round leaves out more of the darker values,
 * because shadows are not part of the background. Undefined when too few values are left.
 */
export const fitSurface = (
  { width, height, data }: Plane<ArrayLike<number>>,
  counts: (place: number) => boolean,
): Surface | undefined => {
  const places: number[] = [];
  const step = Math.max(1, Math.floor((width * height) / SAMPLES));
  for (let i = 0; i < width * height; i += step) if (counts(i)) places.push(i);
  if (places.length < 20 * TERMS) return undefined;
  const terms = places.map((i) =>
    termsAt(coordinateOf(i % width, width), coordinateOf(Math.floor(i / width), height)),
  );
  let used = places.map(() => true);
  let weights: Float64Array = new Float64Array(TERMS);
  let deviation = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    weights = fitWeights(terms, (n) => data[places[n]!]!, used);
    const off = places.map((i, n) => data[i]! - valueAt(weights, terms[n]![1]!, terms[n]![2]!));
    const above = off.filter((value, n) => used[n] && value >= 0).toSorted((one, other) => one - other);
    deviation = Math.max(0.5, 1.48 * (above[above.length >> 1] ?? 0));
    used = off.map((value) => value > -(ROUNDS - round + BELOW - 1) * deviation && value < ABOVE * deviation);
    if (used.filter(Boolean).length < 10 * TERMS) return undefined;
  }
  const fitted = weights;
  return {
    at: (x, y) => valueAt(fitted, x, y),
    deviation,
  };
};

/** The coordinate, from -1 to 1, of the middle of a pixel. */
export const coordinateOf = (pixel: number, length: number): number => (2 * (pixel + 0.5)) / length - 1;

const termsAt = (x: number, y: number): number[] => [1, x, y, x * x, x * y, y * y];

// The polynomial is written out, because it is computed for every pixel of the image.
const valueAt = (weights: Float64Array, x: number, y: number): number =>
  weights[0]! + (weights[1]! + weights[3]! * x + weights[4]! * y) * x + (weights[2]! + weights[5]! * y) * y;

const fitWeights = (terms: number[][], value: (n: number) => number, used: boolean[]): Float64Array => {
  const matrix = new Float64Array(TERMS * TERMS);
  const rightHandSide = new Float64Array(TERMS);
  terms.forEach((row, n) => {
    if (!used[n]) return;
    for (let i = 0; i < TERMS; i += 1) {
      rightHandSide[i]! += row[i]! * value(n);
      for (let j = 0; j < TERMS; j += 1) matrix[i * TERMS + j]! += row[i]! * row[j]!;
    }
  });
  for (let i = 0; i < TERMS; i += 1) matrix[i * TERMS + i]! += 1e-9;
  return solveLinearSystem(matrix, rightHandSide);
};
