import { connectedAreas } from '../../src/pixels/regions/connected-areas.ts';
import { distanceTo } from '../../src/pixels/regions/distance-to.ts';
import { maskOf } from '../../src/pixels/regions/mask-of.ts';

export type Score = { iou: number; alphaError: number; gradientError: number };

/**
 * Compares a matte (0 to 255) with the true alpha (0 to 1). The IoU is the soft one, sum of minima over sum of
 * maxima: on hard masks it is the usual IoU, and glass or hair count in proportion to their alpha.
 */
export const score = (matte: Uint8Array, truth: Float32Array, width: number, height: number): Score => {
  let both = 0;
  let either = 0;
  let error = 0;
  let slopes = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const found = matte[i]! / 255;
      const real = truth[i]!;
      both += Math.min(found, real);
      either += Math.max(found, real);
      error += Math.abs(found - real);
      if (x + 1 === width || y + 1 === height) continue;
      const foundSlope = Math.hypot(matte[i + 1]! - matte[i]!, matte[i + width]! - matte[i]!) / 255;
      const realSlope = Math.hypot(truth[i + 1]! - truth[i]!, truth[i + width]! - truth[i]!);
      slopes += (foundSlope - realSlope) ** 2;
    }
  return {
    iou: either === 0 ? 1 : both / either,
    alphaError: error / truth.length,
    // Per thousand pixels, because a plain sum would make large images look worse.
    gradientError: (slopes / truth.length) * 1000,
  };
};

/** Half the width of the band around the true edge, which is 15 pixels wide. */
const BAND = 7.5;

/** The indexes of the pixels within the band around the true edge. */
export const edgeBand = (truth: Float32Array, width: number, height: number): number[] => {
  const inside = maskOf(truth.length, (i) => truth[i]! > 0.5);
  const toInside = distanceTo(inside, 1, width, height, BAND + 1);
  const toOutside = distanceTo(inside, 0, width, height, BAND + 1);
  const band: number[] = [];
  for (let i = 0; i < truth.length; i++) if (Math.max(toInside[i]!, toOutside[i]!) <= BAND) band.push(i);
  return band;
};

/** The mean absolute error within the band. */
export const edgeError = (matte: Uint8Array, truth: Float32Array, band: number[]): number =>
  band.reduce((sum, i) => sum + Math.abs(matte[i]! / 255 - truth[i]!), 0) / Math.max(1, band.length);

/**
 * The connectivity error of Rhemann and others (2009), per thousand pixels: how far each pixel's alpha is above the
 * level at which it is still connected to the largest part that is in both mattes.
 */
export const connectivityError = (matte: Uint8Array, truth: Float32Array, width: number): number => {
  const joined = new Float32Array(truth.length);
  const levels = 5;
  for (let step = 1; step <= levels; step++) {
    const level = step / levels;
    const both = maskOf(truth.length, (i) => truth[i]! >= level && matte[i]! / 255 >= level);
    let largest = new Int32Array(0);
    for (const area of connectedAreas(both, width)) if (area.length > largest.length) largest = area.slice();
    for (const i of largest) if (joined[i]! >= level - 0.21) joined[i] = level;
  }
  const apart = (alpha: number, i: number) => {
    const distance = alpha - joined[i]!;
    return distance >= 0.15 ? distance : 0;
  };
  let error = 0;
  for (let i = 0; i < truth.length; i++) error += Math.abs(apart(truth[i]!, i) - apart(matte[i]! / 255, i));
  return (error / truth.length) * 1000;
};

/** Structure more than this many pixels outside the reference cut counts as fine: feather tips, tufts, strands. */
const FINE = 4;

/**
 * The error on fine structure outside a reference cut (0 to 255), and the sum of the true alpha there
 * (`total`).
 */
export const fineError = (
  matte: Uint8Array,
  truth: Float32Array,
  cut: Uint8Array,
  width: number,
  height: number,
): { error: number; total: number } => {
  const inside = maskOf(cut.length, (i) => cut[i]! > 127);
  const away = distanceTo(inside, 1, width, height, FINE + 1);
  let error = 0;
  let total = 0;
  for (let i = 0; i < truth.length; i++) {
    if (away[i]! <= FINE || truth[i]! < 0.1) continue;
    error += Math.abs(matte[i]! / 255 - truth[i]!);
    total += truth[i]!;
  }
  return { error, total };
};
