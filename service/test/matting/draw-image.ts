import type { Pixels } from '../../src/pixels/pixels.ts';

export type Colour = readonly [number, number, number];

/** Draws an object over a background with the given alpha, and adds grain. */
export const draw = (
  width: number,
  height: number,
  behind: (x: number, y: number) => Colour,
  front: (x: number, y: number) => Colour,
  alpha: (x: number, y: number) => number,
  grain = 1,
): Pixels => {
  const data = new Uint8Array(width * height * 3);
  let state = 12345;
  const noise = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state / 4294967296 - 0.5) * 2 * grain;
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const a = alpha(x, y);
      const back = behind(x, y);
      const object = front(x, y);
      for (let c = 0; c < 3; c++) {
        const level = a * object[c]! + (1 - a) * back[c]! + noise();
        data[(y * width + x) * 3 + c] = Math.min(255, Math.max(0, Math.round(level)));
      }
    }
  return { width, height, channels: 3, data };
};

/** The alpha of a disc: 1 inside, 0 outside, with a soft outline one pixel wide. */
export const disc = (cx: number, cy: number, radius: number) => (x: number, y: number) =>
  Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x - cx, y - cy)));

export const alphaAt = (rgba: Uint8Array, width: number, x: number, y: number) =>
  rgba[(y * width + x) * 4 + 3]!;

/** The largest and the mean difference between the alpha of a cut-out and the true alpha. */
export const alphaErrors = (rgba: Uint8Array, width: number, truth: (x: number, y: number) => number) => {
  let largest = 0;
  let sum = 0;
  for (let i = 0; i < rgba.length / 4; i++) {
    const error = Math.abs(rgba[i * 4 + 3]! / 255 - truth(i % width, Math.floor(i / width)));
    largest = Math.max(largest, error);
    sum += error;
  }
  return { largest, mean: sum / (rgba.length / 4) };
};
