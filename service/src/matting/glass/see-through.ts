import { distanceTo } from '../../pixels/regions/distance-to.ts';
import { maskOf } from '../../pixels/regions/mask-of.ts';
import { extrapolateColours } from '../background/extrapolate-colours.ts';
import type { Sketch } from '../background/sketch.ts';
import type { Cutout, Pixels } from '../cutout.ts';
import { meanAround } from '../edge/mean-around.ts';

// Hardly anything is quite black or quite white: somewhat more opaque than its colour needs at least.
const BODY = 1.25;

/**
 * Makes a cut-out of glass as transparent as its colours allow: what looks like the background is clear, what is darker
 * is dark glass before it, what is lighter a reflection on it. Before the same background it looks as it did.
 */
export const seeThrough = (pixels: Pixels, cutout: Cutout, sketch: Sketch): void => {
  const { data, width, height, channels } = pixels;
  const { rgba } = cutout;
  const { factor } = sketch;
  const glass = glassOf(cutout, sketch);
  const outside = new Float32Array(maskOf(glass.length, (i) => glass[i] === 0));
  const { red, green, blue } = extrapolateColours(sketch, outside, sketch.width, sketch.height);
  const noise = noiseOf(pixels, glass, sketch);
  const around = new Float64Array(3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = ((y / factor) | 0) * sketch.width + ((x / factor) | 0);
      if (glass[i] === 0) continue;
      const pixel = y * width + x;
      const at = pixel * channels;
      meanAround(pixels, x, y, around);
      const [r, g, b] = [red[i]!, green[i]!, blue[i]!];
      const calm = leastOpacity(around, 0, r, g, b);
      const own = leastOpacity(data, at, r, g, b);
      // A single pixel counts by what it has beyond the grain; of the mean, half of the grain is left.
      const seen = calm + Math.sign(own - calm) * Math.max(0, Math.abs(own - calm) - noise) - 0.5 * noise;
      const most = channels === 4 ? data[at + 3]! / 255 : 1;
      const alpha = Math.min(most, BODY * Math.max(0, seen));
      const level = Math.round(alpha * 255);
      rgba[pixel * 4 + 3] = level;
      if (level === 0) continue;
      rgba[pixel * 4] = freed(data[at]!, r, alpha);
      rgba[pixel * 4 + 1] = freed(data[at + 1]!, g, alpha);
      rgba[pixel * 4 + 2] = freed(data[at + 2]!, b, alpha);
    }
};

/** How opaque something of any colour must be at least to look like a pixel does before this background. */
const leastOpacity = (
  pixels: Uint8Array | Float64Array,
  at: number,
  red: number,
  green: number,
  blue: number,
): number =>
  Math.max(leastOf(pixels[at]!, red), leastOf(pixels[at + 1]!, green), leastOf(pixels[at + 2]!, blue));

// Before white hardly anything can be lighter: without this, its grain would look like reflections.
const LEAST_ROOM = 32;

const leastOf = (seen: number, behind: number): number =>
  seen > behind
    ? (seen - behind) / Math.max(LEAST_ROOM, 255 - behind)
    : (behind - seen) / Math.max(LEAST_ROOM, behind);

/** The glass's own level, without what shows through. */
const freed = (seen: number, behind: number, alpha: number): number =>
  Math.min(255, Math.max(0, Math.round((seen - (1 - alpha) * behind) / alpha)));

const BITE_SHARE = 0.02;
const BESIDE = 2;

/**
 * Where the object is, at working size, and a little around it. Bites out of its outline, where a thin wall looks like
 * the background, are closed: what is background within comes out clear all the same.
 */
const glassOf = ({ rgba, width, height }: Cutout, sketch: Sketch): Uint8Array => {
  const found = new Uint8Array(sketch.width * sketch.height);
  for (let y = 0; y < height; y++) {
    const row = ((y / sketch.factor) | 0) * sketch.width;
    for (let x = 0; x < width; x++)
      if (rgba[(y * width + x) * 4 + 3] !== 0) found[row + ((x / sketch.factor) | 0)] = 1;
  }
  const reach = BITE_SHARE * Math.max(sketch.width, sketch.height);
  const fromObject = distanceTo(found, 1, sketch.width, sketch.height, reach + 2);
  const near = maskOf(found.length, (i) => fromObject[i]! <= reach);
  const inward = distanceTo(near, 0, sketch.width, sketch.height, reach + 2);
  return maskOf(found.length, (i) => found[i] === 1 || inward[i]! > reach - BESIDE);
};

const SAMPLES = 20_000;
const MOST_OF_IT = 0.95;

/** How opaque the background itself looks, for nothing but its grain. */
const noiseOf = (pixels: Pixels, glass: Uint8Array, sketch: Sketch): number => {
  const { data, width, height, channels } = pixels;
  const step = Math.max(1, Math.floor((width * height) / SAMPLES));
  const around = new Float64Array(3);
  const levels: number[] = [];
  for (let pixel = 0; pixel < width * height; pixel += step) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const at = pixel * channels;
    if (glass[((y / sketch.factor) | 0) * sketch.width + ((x / sketch.factor) | 0)] === 1) continue;
    meanAround(pixels, x, y, around);
    levels.push(leastOpacity(data, at, around[0]!, around[1]!, around[2]!));
  }
  return levels.sort((a, b) => a - b)[Math.floor(levels.length * MOST_OF_IT)] ?? 0;
};
