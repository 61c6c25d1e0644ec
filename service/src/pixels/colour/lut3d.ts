import type { Pixels } from '../pixels.ts';

type Triple = readonly [number, number, number];

/** The input range of a table, where 1 is white. Inputs outside the range get the first or the last entry. */
export type Domain = { min: Triple; max: Triple };

/** A 3D look-up table: output colours (0 to 255) on a grid of input colours, red fastest, then green, then blue. */
export type Lut3d = { size: number; colours: Float32Array; domain?: Domain };

/** Makes a look-up table by evaluating `map` at each point of the grid. */
export const lutOf = (size: number, map: (red: number, green: number, blue: number) => Triple): Lut3d => {
  const colours = new Float32Array(size ** 3 * 3);
  const level = (step: number) => (step * 255) / (size - 1);
  let at = 0;
  for (let blue = 0; blue < size; blue += 1)
    for (let green = 0; green < size; green += 1)
      for (let red = 0; red < size; red += 1, at += 3)
        colours.set(map(level(red), level(green), level(blue)), at);
  return { size, colours };
};

/** Applies a look-up table to an image, in place, with tetrahedral interpolation. */
export const applyLut = (pixels: Pixels, { size, colours, domain }: Lut3d, strength = 1): Pixels => {
  const { data, channels } = pixels;
  const [reds, greens, blues] = gridPositionsOf(size, domain);
  const steps = [3, 3 * size, 3 * size * size] as const;
  for (let at = 0; at < data.length; at += channels) {
    const r = reds[data[at]!]!;
    const g = greens[data[at + 1]!]!;
    const b = blues[data[at + 2]!]!;
    const r0 = Math.min(size - 2, Math.floor(r));
    const g0 = Math.min(size - 2, Math.floor(g));
    const b0 = Math.min(size - 2, Math.floor(b));
    const fr = r - r0;
    const fg = g - g0;
    const fb = b - b0;
    const base = r0 * steps[0] + g0 * steps[1] + b0 * steps[2];
    const end = base + steps[0] + steps[1] + steps[2];
    // The order of the fractions selects the tetrahedron: the first edge lies along the axis with the largest
    // fraction.
    let high = fr;
    let middle = fg;
    let low = fb;
    let first: number = steps[0];
    let second: number = steps[0] + steps[1];
    if (fr >= fg) {
      if (fg < fb) {
        if (fr >= fb) [middle, low, second] = [fb, fg, steps[0] + steps[2]];
        else [high, middle, low, first, second] = [fb, fr, fg, steps[2], steps[2] + steps[0]];
      }
    } else if (fb >= fg) [high, middle, low, first, second] = [fb, fg, fr, steps[2], steps[2] + steps[1]];
    else if (fb >= fr) [high, middle, low, first, second] = [fg, fb, fr, steps[1], steps[1] + steps[2]];
    else [high, middle, low, first] = [fg, fr, fb, steps[1]];
    for (let i = 0; i < 3; i += 1) {
      const value =
        colours[base + i]! * (1 - high) +
        colours[base + first + i]! * (high - middle) +
        colours[base + second + i]! * (middle - low) +
        colours[end + i]! * low;
      const mixed = data[at + i]! * (1 - strength) + value * strength;
      data[at + i] = mixed < 0 ? 0 : mixed > 255 ? 255 : mixed + 0.5;
    }
  }
  return pixels;
};

/** The position of each of the 256 levels on the axes of a table, in steps, for red, green and blue. */
export const gridPositionsOf = (
  size: number,
  { min, max }: Domain = { min: [0, 0, 0], max: [1, 1, 1] },
): [Float64Array, Float64Array, Float64Array] => {
  const positions = (i: 0 | 1 | 2) =>
    Float64Array.from({ length: 256 }, (_, level) => {
      const share = (level / 255 - min[i]) / (max[i] - min[i]);
      return Math.max(0, Math.min(1, share)) * (size - 1);
    });
  return [positions(0), positions(1), positions(2)];
};
