import { convertToLab, type LabPlanes } from '../../pixels/colour/lab-planes.ts';
import { boxMean } from '../../pixels/filters/box-mean.ts';
import { medianOf } from '../../pixels/numeric/median-of.ts';
import { boxAround, connectedAreas } from '../../pixels/regions/connected-areas.ts';
import { maskOf } from '../../pixels/regions/mask-of.ts';
import { ringOf } from '../../pixels/regions/ring-of.ts';
import type { Region } from '../region.ts';
import type { WorkImage } from '../work-image.ts';
import { type BackgroundModel, fitBackgroundModel } from './background-model.ts';
import { extrapolateColours } from './extrapolate-colours.ts';
import { borderOf, type FloodInput, flood } from './flood.ts';
import { largestAround, slopes } from './slopes.ts';

/**
 * The outline of the fill may be wrong by this many pixels of the working image: within this distance the colours
 * decide.
 */
const UNSURE_DISTANCE = 4;
/** A pixel of a gap differs from the expected background by at most this, in Lab, besides the grain. */
const SAME_PIXEL = 4;
/** The mean of a gap differs from the expected background by at most this, in Lab. */
const SAME_MEAN = 1.3;
/** An opening in the object, such as in a handle, counts as a gap if it covers at least this fraction of the image. */
const LEAST_GAP_SHARE = 0.001;
/**
 * An area is a printed label, not a gap, when the other pixels that it encloses are more than this fraction of its
 * own size.
 */
const MOST_ENCLOSED = 0.02;
/**
 * The standard deviation of a gap may be TIMES_UNEVEN times that of the background, plus the fraction UNEVEN_SHARE of
 * its lightness.
 */
const TIMES_UNEVEN = 2;
const UNEVEN_SHARE = 0.01;
/** The width of the border in which the grain is measured, as a fraction of the shorter side. */
const RING_SHARE = 0.03;
/** The background is plain when a smooth surface fits more than this fraction of the border. */
const LEAST_FIT = 0.6;

/**
 * Finds the object by colour alone, in front of a plain background: everything that a fill from the border does not
 * reach. An opening in the object, as in a handle, becomes background when it is as even as the background.
 */
export const studioRegion = (work: WorkImage): Region => {
  const { width, height } = work;
  const floodInput = floodInputOf(work);
  const outside = new Uint8Array(width * height);
  flood(outside, borderOf(width, height), floodInput);
  flood(outside, gapsOf(floodInput, outside), floodInput);
  const data = boxMean(
    Float32Array.from(outside, (value) => 1 - value),
    width,
    height,
    UNSURE_DISTANCE,
  );
  return { width, height, data };
};

/** True when the background is plain. */
export const isPlain = (work: WorkImage): boolean => fitBackgroundModel(labOf(work)).inliers > LEAST_FIT;

const labOf = (work: WorkImage): LabPlanes => {
  const { width, height, red } = work;
  const plane = () => new Float32Array(red.length);
  const lab = { width, height, l: plane(), a: plane(), b: plane() };
  convertToLab(work, lab);
  return lab;
};

const floodInputOf = (work: WorkImage): FloodInput => {
  const sharp = labOf(work);
  const model = fitBackgroundModel(sharp);
  const { width, height } = work;
  const soft = (plane: Float32Array) => boxMean(plane, width, height, 1);
  const lab = { width, height, l: soft(sharp.l), a: soft(sharp.a), b: soft(sharp.b) };
  const slope = slopes(lab);
  const deep = Math.max(2, Math.round(Math.min(width, height) * RING_SHARE));
  const grain = medianOf(Float32Array.from(ringOf(width, height, deep), (i) => slope[i]!));
  return { lab, model, slope, steepest: largestAround(slope, width, height), grain };
};

/** The pixels of areas that the fill did not reach but that look exactly like the background. */
const gapsOf = ({ lab, model, steepest, grain }: FloodInput, outside: Uint8Array): Int32Array => {
  const { width, height } = lab;
  const known = Float32Array.from(outside);
  const {
    red: l,
    green: a,
    blue: b,
  } = extrapolateColours({ red: lab.l, green: lab.a, blue: lab.b }, known, width, height);
  const off = (i: number) => Math.hypot(lab.l[i]! - l[i]!, lab.a[i]! - a[i]!, lab.b[i]! - b[i]!);
  const alike = maskOf(
    outside.length,
    (i) => outside[i] === 0 && steepest[i]! < 1.6 + 3 * grain && off(i) < SAME_PIXEL + 2 * grain,
  );
  const around = unevennessOf(lab, model, outside);
  const gaps: Int32Array[] = [];
  for (const area of connectedAreas(alike, width)) {
    if (area.length < LEAST_GAP_SHARE * outside.length || encloses(area, width)) continue;
    const mean = (plane: Float32Array, expected: Float32Array) =>
      area.reduce((sum, i) => sum + plane[i]! - expected[i]!, 0) / area.length;
    const dl = mean(lab.l, l);
    if (Math.hypot(dl, mean(lab.a, a), mean(lab.b, b)) > SAME_MEAN) continue;
    const spread = Math.sqrt(area.reduce((sum, i) => sum + (lab.l[i]! - l[i]! - dl) ** 2, 0) / area.length);
    if (spread < TIMES_UNEVEN * around + UNEVEN_SHARE * lab.l[area[0]!]!) gaps.push(area.slice());
  }
  return Int32Array.from(gaps.flatMap((area) => [...area]));
};

/** The standard deviation of the background's lightness from the fitted surface. Most of it comes from shadows. */
const unevennessOf = ({ l }: LabPlanes, model: BackgroundModel, outside: Uint8Array): number => {
  let [count, sum, squares] = [1e-9, 0, 0];
  for (let i = 0; i < outside.length; i++) {
    if (outside[i] === 0) continue;
    const off = l[i]! - model.l[i]!;
    count++;
    sum += off;
    squares += off * off;
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
};

/** True when an area encloses more than a few other pixels, as the paper of a label encloses its print. */
const encloses = (area: Int32Array, width: number): boolean => {
  const box = boxAround(area, width);
  const side = box.width + 2;
  const rest = new Uint8Array(side * (box.height + 2)).fill(1);
  for (const i of area) rest[(Math.floor(i / width) - box.top + 1) * side + (i % width) - box.left + 1] = 0;
  let enclosed = 0;
  // The first area is the outside, because it contains the corner of the box.
  for (const spot of connectedAreas(rest, side)) if (spot[0] !== 0) enclosed += spot.length;
  return enclosed > MOST_ENCLOSED * area.length;
};
