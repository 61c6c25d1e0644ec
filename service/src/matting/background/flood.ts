import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';
import type { BackgroundModel } from './background-model.ts';

/** The properties of an image that are computed before the fill. */
export type FloodInput = {
  /** The image in Lab, slightly blurred to reduce grain. */
  lab: LabPlanes;
  model: BackgroundModel;
  /** The gradient at each pixel, and the largest gradient among each pixel and its neighbours, in Lab per pixel. */
  slope: Float32Array;
  steepest: Float32Array;
  /** The gradient that noise alone makes, in Lab per pixel. */
  grain: number;
};

// The weight of each new pixel in the running mean of the background. With 0.12 the fill follows a shadow that fades
// over tens of pixels, but not the three pixels of a soft outline.
const RUNNING_MEAN_SHARE = 0.12;
// The largest difference from the fitted background in lightness, as a multiple of the largest difference in chroma.
// A pixel that is lighter is not background, and one that is darker is in shadow.
const LIGHTNESS_FACTOR = 1.3;
// A shadow leaves at least this fraction of the light. Anything darker is an object.
const DARKEST_SHADOW = 0.3;

/**
 * A flood fill: marks in `reached` the background that can be reached from the seeds without crossing an outline. The
 * seeds must be distinct.
 */
export const flood = (
  reached: Uint8Array,
  seeds: Int32Array,
  { lab, slope, steepest, model, grain }: FloodInput,
): void => {
  const { width, l, a, b } = lab;
  const gates = {
    // The steepest gradients that the fill crosses: outside shadows, and in shadows, which have steeper ones.
    slope: 1.6 + 3 * grain,
    shadowSlope: 2.2 + 3 * grain,
    // The largest distance in Lab from the running mean of the background along the path of the fill.
    step: 4 + 3 * grain,
    // The largest distance from the fitted background in chroma.
    drift: 5 + 2 * model.spread,
  };
  const carriedL = new Float32Array(l.length);
  const carriedA = new Float32Array(l.length);
  const carriedB = new Float32Array(l.length);
  const queue = new Int32Array(l.length);
  let tail = 0;

  const belongs = (i: number): boolean => {
    const base = model.l[i]!;
    const dl = l[i]! - base;
    // In a shadow, a and b shrink in proportion to the light.
    const share = dl < 0 && base > 1 ? l[i]! / base : 1;
    const da = a[i]! - model.a[i]! * share;
    const db = b[i]! - model.b[i]! * share;
    const chroma = Math.sqrt(da * da + db * db);
    if (chroma > gates.drift || dl > gates.drift * LIGHTNESS_FACTOR || share < DARKEST_SHADOW) return false;
    if (-dl <= gates.drift * LIGHTNESS_FACTOR) return slope[i]! < gates.slope;
    return steepest[i]! < gates.shadowSlope;
  };
  const enter = (i: number, fromL: number, fromA: number, fromB: number) => {
    reached[i] = 1;
    carriedL[i] = fromL + RUNNING_MEAN_SHARE * (l[i]! - fromL);
    carriedA[i] = fromA + RUNNING_MEAN_SHARE * (a[i]! - fromA);
    carriedB[i] = fromB + RUNNING_MEAN_SHARE * (b[i]! - fromB);
    queue[tail++] = i;
  };
  for (const i of seeds) if (reached[i] === 1 || belongs(i)) enter(i, l[i]!, a[i]!, b[i]!);
  const spread = (i: number, from: number) => {
    if (reached[i] === 1) return;
    const dl = l[i]! - carriedL[from]!;
    const da = a[i]! - carriedA[from]!;
    const db = b[i]! - carriedB[from]!;
    if (dl * dl + da * da + db * db > gates.step * gates.step || !belongs(i)) return;
    enter(i, carriedL[from]!, carriedA[from]!, carriedB[from]!);
  };
  for (let head = 0; head < tail; head++) {
    const i = queue[head]!;
    const x = i % width;
    if (x > 0) spread(i - 1, i);
    if (x + 1 < width) spread(i + 1, i);
    if (i >= width) spread(i - width, i);
    if (i + width < l.length) spread(i + width, i);
  }
};

/** The indexes of the outermost pixels of an image. */
export const borderOf = (width: number, height: number): Int32Array => {
  const border = new Set<number>();
  for (let x = 0; x < width; x++) border.add(x).add((height - 1) * width + x);
  for (let y = 0; y < height; y++) border.add(y * width).add(y * width + width - 1);
  return Int32Array.from(border);
};
