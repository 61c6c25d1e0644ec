import type { Pixels } from './pixels.ts';

/** What becomes of every colour, on a grid: red runs fastest, then green, then blue. Values from 0 to 255. */
export type Lut3d = { size: number; colours: Float32Array };

export const lutOf = (
  size: number,
  map: (red: number, green: number, blue: number) => readonly [number, number, number],
): Lut3d => {
  const colours = new Float32Array(size ** 3 * 3);
  const level = (step: number) => (step * 255) / (size - 1);
  let at = 0;
  for (let blue = 0; blue < size; blue += 1)
    for (let green = 0; green < size; green += 1)
      for (let red = 0; red < size; red += 1, at += 3)
        colours.set(map(level(red), level(green), level(blue)), at);
  return { size, colours };
};

/** Changes the picture in place. Between the points of the grid colours are mixed over the tetrahedron they lie in. */
export const applyLut = (pixels: Pixels, { size, colours }: Lut3d, strength = 1): Pixels => {
  const { data, channels } = pixels;
  const scale = (size - 1) / 255;
  const steps = [3, 3 * size, 3 * size * size] as const;
  for (let at = 0; at < data.length; at += channels) {
    const r = data[at]! * scale;
    const g = data[at + 1]! * scale;
    const b = data[at + 2]! * scale;
    const r0 = Math.min(size - 2, Math.floor(r));
    const g0 = Math.min(size - 2, Math.floor(g));
    const b0 = Math.min(size - 2, Math.floor(b));
    const fr = r - r0;
    const fg = g - g0;
    const fb = b - b0;
    const base = r0 * steps[0] + g0 * steps[1] + b0 * steps[2];
    const end = base + steps[0] + steps[1] + steps[2];
    // The way from one corner of the cell to the other goes first along the colour that is furthest in.
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
