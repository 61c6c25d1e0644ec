import type { Pixels } from '../pixels/pixels.ts';

/** The marks of a trimap. */
export const OUTSIDE = 0;
export const BAND = 1;
export const INSIDE = 2;
/** An additional flag: the pixel is the centre of a window that touches the band. */
const CENTRE = 4;

/** The pixels of the band, row by row. */
type Band = {
  places: Int32Array;
  /** The alpha, 0 to 1: first the initial value of the solver, then its result. */
  alpha: Float32Array;
  /** The alpha that the solver should stay near to; below 0 where only the colours decide. */
  priorAlpha: Float32Array;
};

// The regularisation of Levin, Lischinski and Weiss, for colours from 0 to 1.
const EPSILON = 1e-3;
const RESIDUAL = 1e-4;
// At 12 megapixels, the mean error of alpha after 50 rounds is at most 0.003; reaching RESIDUAL takes 60 to 80 rounds.
const MOST_ROUNDS = 50;
const PRIOR_WEIGHT = 1;
/** The number of pixels after the centre of a 5 x 5 window. Each of them lies in a 3 x 3 window with the centre. */
const FORWARD = 12;

/**
 * Computes the alpha of the band by closed-form matting (Levin, Lischinski and Weiss, 2008): within each 3 x 3
 * window, alpha is a linear function of the colour. Solves the system by conjugate gradients, starting from the given
 * alpha.
 */
export const solveClosedForm = (
  pixels: Pixels,
  trimap: Uint8Array,
  { places, alpha, priorAlpha }: Band,
): void => {
  if (places.length === 0 || pixels.width < 3 || pixels.height < 3) return;
  const system = assemble(pixels, trimap, places);
  for (let n = 0; n < priorAlpha.length; n++) {
    if (priorAlpha[n]! < 0) continue;
    system.diagonal[n]! += PRIOR_WEIGHT;
    system.rightHandSide[n]! += PRIOR_WEIGHT * priorAlpha[n]!;
  }
  conjugateGradients(system, alpha);
  for (let n = 0; n < alpha.length; n++) alpha[n] = Math.min(1, Math.max(0, alpha[n]!));
};

type System = {
  diagonal: Float32Array;
  /**
   * For each unknown: the coefficients of its forward neighbours, and the indexes of these neighbours among the
   * unknowns (-1 for none).
   */
  forward: Float32Array;
  columns: Int32Array;
  rightHandSide: Float32Array;
};

const assemble = (
  { width, height, channels, data }: Pixels,
  trimap: Uint8Array,
  places: Int32Array,
): System => {
  const count = places.length;
  for (const i of places) {
    const x = i % width;
    const y = (i - x) / width;
    for (let cy = Math.max(1, y - 1); cy <= Math.min(height - 2, y + 1); cy++)
      for (let cx = Math.max(1, x - 1); cx <= Math.min(width - 2, x + 1); cx++)
        trimap[cy * width + cx]! |= CENTRE;
  }
  const diagonal = new Float32Array(count);
  const rightHandSide = new Float32Array(count);
  const forward = new Float32Array(count * FORWARD);
  const columns = new Int32Array(count * FORWARD).fill(-1);
  const red = new Float64Array(9);
  const green = new Float64Array(9);
  const blue = new Float64Array(9);
  const ux = new Float64Array(9);
  const uy = new Float64Array(9);
  const uz = new Float64Array(9);
  const nodes = new Int32Array(9);
  const at = new Int32Array(9);
  const unknowns = slidingIndex(places, width);
  for (let cy = 1; cy < height - 1; cy++) {
    const lines = unknowns(cy);
    for (let cx = 1; cx < width - 1; cx++) {
      const centre = cy * width + cx;
      if ((trimap[centre]! & CENTRE) === 0) continue;
      let [r, g, b] = [0, 0, 0];
      for (let k = 0; k < 9; k++) {
        const i = centre + (((k / 3) | 0) - 1) * width + (k % 3) - 1;
        at[k] = i;
        nodes[k] = lines[(k / 3) | 0]![cx + (k % 3) - 1]!;
        red[k] = data[i * channels]! / 255;
        green[k] = data[i * channels + 1]! / 255;
        blue[k] = data[i * channels + 2]! / 255;
        r += red[k]! / 9;
        g += green[k]! / 9;
        b += blue[k]! / 9;
      }
      let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
      for (let k = 0; k < 9; k++) {
        const x = red[k]! - r;
        const y = green[k]! - g;
        const z = blue[k]! - b;
        red[k] = x;
        green[k] = y;
        blue[k] = z;
        xx += x * x;
        xy += x * y;
        xz += x * z;
        yy += y * y;
        yz += y * z;
        zz += z * z;
      }
      xx = (xx + EPSILON) / 9;
      yy = (yy + EPSILON) / 9;
      zz = (zz + EPSILON) / 9;
      xy /= 9;
      xz /= 9;
      yz /= 9;
      const a = yy * zz - yz * yz;
      const d = xz * yz - xy * zz;
      const e = xy * yz - xz * yy;
      const determinant = xx * a + xy * d + xz * e;
      for (let k = 0; k < 9; k++) {
        const [x, y, z] = [red[k]!, green[k]!, blue[k]!];
        ux[k] = (a * x + d * y + e * z) / determinant;
        uy[k] = (d * x + (xx * zz - xz * xz) * y + (xy * xz - xx * yz) * z) / determinant;
        uz[k] = (e * x + (xy * xz - xx * yz) * y + (xx * yy - xy * xy) * z) / determinant;
      }
      for (let k = 0; k < 9; k++) {
        const n = nodes[k]!;
        if (n < 0) continue;
        diagonal[n]! += 1 - (1 + red[k]! * ux[k]! + green[k]! * uy[k]! + blue[k]! * uz[k]!) / 9;
        for (let m = 0; m < 9; m++) {
          if (m === k) continue;
          const other = nodes[m]!;
          if (other >= 0 && m < k) continue;
          const weight = (1 + red[k]! * ux[m]! + green[k]! * uy[m]! + blue[k]! * uz[m]!) / 9;
          if (other < 0) {
            if ((trimap[at[m]!]! & INSIDE) !== 0) rightHandSide[n]! += weight;
            continue;
          }
          const slot = n * FORWARD + slotOf((m % 3) - (k % 3), ((m / 3) | 0) - ((k / 3) | 0));
          forward[slot]! -= weight;
          columns[slot] = other;
        }
      }
    }
  }
  return { diagonal, forward, columns, rightHandSide };
};

/**
 * Returns a function that gives, for a row and the rows above and below it, the index of each pixel among the
 * unknowns (-1 for none). It must be called for each row from the top down. An index of all pixels would take 48 MB
 * for 12 megapixels.
 */
const slidingIndex = (places: Int32Array, width: number) => {
  const lines = [0, 1, 2].map(() => new Int32Array(width).fill(-1));
  let next = 0;
  const fill = (line: Int32Array, row: number) => {
    line.fill(-1);
    for (; next < places.length && places[next]! < (row + 1) * width; next++)
      line[places[next]! % width] = next;
  };
  fill(lines[1]!, 0);
  fill(lines[2]!, 1);
  return (row: number): Int32Array[] => {
    lines.push(lines.shift()!);
    fill(lines[2]!, row + 1);
    return lines;
  };
};

/** The number of a pixel among those after the centre of a 5 x 5 window: two to the right, then two rows of five. */
const slotOf = (dx: number, dy: number) => (dy === 0 ? dx - 1 : 2 + (dy - 1) * 5 + dx + 2);

const conjugateGradients = ({ diagonal, forward, columns, rightHandSide }: System, x: Float32Array): void => {
  const count = x.length;
  const product = new Float32Array(count);
  const times = (from: Float32Array) => {
    for (let n = 0; n < count; n++) product[n] = diagonal[n]! * from[n]!;
    for (let n = 0, slot = 0; n < count; n++) {
      const own = from[n]!;
      let sum = 0;
      for (const end = slot + FORWARD; slot < end; slot++) {
        const other = columns[slot]!;
        if (other < 0) continue;
        sum += forward[slot]! * from[other]!;
        product[other]! += forward[slot]! * own;
      }
      product[n]! += sum;
    }
  };
  times(x);
  const residual = new Float32Array(count);
  const direction = new Float32Array(count);
  let size = 0;
  let along = 0;
  for (let n = 0; n < count; n++) {
    const r = rightHandSide[n]! - product[n]!;
    residual[n] = r;
    direction[n] = r / diagonal[n]!;
    size += rightHandSide[n]! ** 2;
    along += (r * r) / diagonal[n]!;
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    times(direction);
    let curvature = 0;
    for (let n = 0; n < count; n++) curvature += direction[n]! * product[n]!;
    if (curvature <= 0) return;
    const step = along / curvature;
    let left = 0;
    let next = 0;
    for (let n = 0; n < count; n++) {
      x[n]! += step * direction[n]!;
      const r = residual[n]! - step * product[n]!;
      residual[n] = r;
      left += r * r;
      next += (r * r) / diagonal[n]!;
    }
    if (left < RESIDUAL ** 2 * size) return;
    const ratio = next / along;
    along = next;
    for (let n = 0; n < count; n++) direction[n] = residual[n]! / diagonal[n]! + ratio * direction[n]!;
  }
};
