import type { Trace } from 'darkroom-client';
import type { Size } from './view.ts';

/** The rows of an affine map: x' = a x + b y + c and y' = d x + e y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The map from pixels of the original to the result, and the sizes of both as far as the trace has them. */
export type Geometry = { matrix: Matrix; original: Size | undefined; result: Size | undefined };

export const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0];

const sizeIn = (of: { width: number | null; height: number | null } | null | undefined): Size | undefined =>
  of?.width && of.height ? { width: of.width, height: of.height } : undefined;

/**
 * Reads the map from the original to the result out of the trace. Undefined when the map is not known or does not
 * exist.
 */
export const geometryIn = (trace: Trace | undefined): Geometry | undefined => {
  if (!trace?.input) return undefined;
  const original = sizeIn(trace.input);
  const last = trace.steps.at(-1);
  // Without steps the result is the original, encoded again.
  if (!last) return { matrix: IDENTITY, original, result: original };
  const [[a, b, c] = [], [d, e, f] = []] = last.transformFromInput ?? [];
  if (a === undefined || b === undefined || c === undefined) return undefined;
  if (d === undefined || e === undefined || f === undefined) return undefined;
  const result = sizeIn(trace.steps.findLast(({ width, skipped }) => width !== null && !skipped));
  return { matrix: [a, b, c, d, e, f], original, result };
};

export const mapped = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => ({
  x: a * x + b * y + c,
  y: d * x + e * y + f,
});

/** The inverse of a map; undefined when the map has none. */
export const inverse = ([a, b, c, d, e, f]: Matrix): Matrix | undefined => {
  const determinant = a * e - b * d;
  if (Math.abs(determinant) < 1e-12) return undefined;
  return [
    e / determinant,
    -b / determinant,
    (b * f - c * e) / determinant,
    -d / determinant,
    a / determinant,
    (c * d - a * f) / determinant,
  ];
};

/** The map as a value of the CSS property `transform`, which lists it by columns. */
export const cssOf = ([a, b, c, d, e, f]: Matrix): string => `matrix(${a}, ${d}, ${b}, ${e}, ${c}, ${f})`;
