import type { Pixels } from '../pixels.ts';
import { boxMean } from './box-mean.ts';
import { type ShrunkPixels, shrinkBy } from './shrink.ts';

/**
 * Colour noise forms blotches several pixels wide. The filter runs on a copy this many times smaller, so that its
 * radius covers them.
 */
const FACTOR = 4;
/** The fraction of the noise that is left after the blocks of the small copy are averaged. */
const KEPT_GRAIN = 1 / 3;
/** Brightness steps larger than this, in levels, may also be edges of colour. */
const LIGHT_SPREAD = 4;

/** The linear model of each pixel: smoothed colour = own * colour + shared * brightness + rest. */
type Lines = { own: Float32Array; shared: Float32Array; rest: Float32Array };

/**
 * Smooths the colour differences red - green and blue - green where they vary less than `spread`. Keeps edges that
 * these differences have themselves or share with the brightness: a guided filter with two guides, fitted on a small
 * copy. Returns a function that computes one row from the brightness of that row; each call overwrites the arrays of
 * the call before.
 */
export const smoothColour = (pixels: Pixels, reach: number, spread: number) => {
  const { width, channels, data } = pixels;
  const small = shrinkBy(pixels, FACTOR);
  const radius = Math.max(1, Math.round(reach / FACTOR));
  const light = planeOf(small, (red, green, blue) => (red + 2 * green + blue) / 4);
  const lines = (value: Value) => linesOf(planeOf(small, value), light, small, radius, spread);
  const reds = lines((red, green) => red - green);
  const blues = lines((_, green, blue) => blue - green);
  const row = (): Lines => ({
    own: new Float32Array(width),
    shared: new Float32Array(width),
    rest: new Float32Array(width),
  });
  const [red, blue] = [row(), row()];
  return (y: number, brightness: Float32Array): { redness: Float32Array; blueness: Float32Array } => {
    for (const part of ['own', 'shared', 'rest'] as const) {
      drawRow(reds[part], small, y, red[part]);
      drawRow(blues[part], small, y, blue[part]);
    }
    for (let x = 0, at = y * width * channels; x < width; x += 1, at += channels) {
      const green = data[at + 1]!;
      red.rest[x]! += red.own[x]! * (data[at]! - green) + red.shared[x]! * brightness[x]!;
      blue.rest[x]! += blue.own[x]! * (data[at + 2]! - green) + blue.shared[x]! * brightness[x]!;
    }
    return { redness: red.rest, blueness: blue.rest };
  };
};

type Value = (red: number, green: number, blue: number) => number;

const planeOf = ({ width, height, channels, data }: Pixels, value: Value): Float32Array => {
  const plane = new Float32Array(width * height);
  for (let at = 0, from = 0; at < plane.length; at += 1, from += channels)
    plane[at] = value(data[from]!, data[from + 1]!, data[from + 2]!);
  return plane;
};

const linesOf = (
  colour: Float32Array,
  light: Float32Array,
  { width, height }: ShrunkPixels,
  radius: number,
  spread: number,
): Lines => {
  const meanOf = (plane: Float32Array) => boxMean(plane, width, height, radius, plane);
  const timesLight = (plane: Float32Array) => meanOf(plane.map((value, at) => value * light[at]!));
  const squares = meanOf(colour.map((value) => value * value));
  const lightSquares = timesLight(light);
  const products = timesLight(colour);
  const lights = meanOf(Float32Array.from(light));
  const colours = meanOf(colour);
  // The small constant avoids a division by zero in an area without any variation.
  const noise = 2.25 * (spread * KEPT_GRAIN) ** 2 + 0.01;
  const lightNoise = 2.25 * LIGHT_SPREAD ** 2;
  const lines: Lines = { own: squares, shared: products, rest: colours };
  for (let at = 0; at < colours.length; at += 1) {
    const variance = Math.max(0, squares[at]! - colours[at]! ** 2);
    const lightVariance = Math.max(0, lightSquares[at]! - lights[at]! ** 2) + lightNoise;
    const together = products[at]! - colours[at]! * lights[at]!;
    const divisor = (variance + noise) * lightVariance - together ** 2;
    const own = (variance * lightVariance - together ** 2) / divisor;
    const shared = (together * noise) / divisor;
    lines.rest[at] = colours[at]! * (1 - own) - lights[at]! * shared;
    lines.own[at] = own;
    lines.shared[at] = shared;
  }
  for (const line of Object.values(lines)) meanOf(line);
  return lines;
};

/** Interpolates one row of the full-size image from a plane of the small copy. */
const drawRow = (
  plane: Float32Array,
  { width, height, factor }: ShrunkPixels,
  y: number,
  row: Float32Array,
) => {
  const v = Math.max(0, Math.min(height - 1, (y + 0.5) / factor - 0.5));
  const upper = Math.floor(v) * width;
  const lower = Math.min(height - 1, Math.floor(v) + 1) * width;
  const down = v - Math.floor(v);
  const at = (x: number) => plane[upper + x]! * (1 - down) + plane[lower + x]! * down;
  let right = at(0);
  for (let x = -1; x < width; x += 1) {
    const left = right;
    right = at(Math.min(width - 1, x + 1));
    // The pixels between the centres of two neighbouring blocks.
    const first = Math.max(0, Math.ceil((x + 0.5) * factor - 0.5));
    const last = Math.min(row.length - 1, Math.ceil((x + 1.5) * factor - 0.5) - 1);
    for (let to = first; to <= last; to += 1)
      row[to] = left + (right - left) * ((to + 0.5) / factor - 0.5 - x);
  }
};
