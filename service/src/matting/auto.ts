import { contrastOf, likeBackground } from './contrast.ts';
import { distanceTo } from './distance.ts';
import { drawEdge } from './draw-edge.ts';
import { distanceFrom, expectedBehind } from './expected-behind.ts';
import { fill } from './fill.ts';
import { borderOf, flood } from './flood.ts';
import { findGaps } from './gaps.ts';
import type { Lab } from './lab.ts';
import { resample } from './model-tensors.ts';
import type { Cutout, Pixels, Region } from './pixels.ts';
import { sketchOf } from './sketch.ts';
import { type Survey, surveyOf } from './survey.ts';
import { zonesOf } from './zones.ts';

/** The model finds the region, the studio matting finds the edge. */
export const cutOutAuto = (pixels: Pixels, region: Region): Cutout => {
  const survey = surveyOf(sketchOf(pixels));
  const { sketch, lab, model, grain } = survey;
  const { width, height } = sketch;
  const likely = resample(region.data, region.width, region.height, width, height);
  const outside = new Uint8Array(width * height);
  const heart = heartOf(likely, width, height);
  flood(outside, borderOf(width, height), survey, heart);
  const suited = suits(outside, likely, survey);
  const expected = expectedBehind(lab, model, outside);
  const distance = distanceFrom(lab, expected);
  const contrast = contrastOf(distance, (i) => likely[i]! > 0.8);
  const pale = contrast < 12 + 2 * grain;
  const area = likely.reduce((sum, value) => sum + value, 0);
  const gaps = findGaps(survey, expected, distance, outside, ({ members, off, islands }) => {
    const mean = meanOf(likely, members);
    if (mean < 0.5) return true;
    if (pale) return false;
    // The model fills in rings and handles; only a large and perfectly matching area overrules it when it is sure.
    return mean < 0.93 || (off < 0.95 && islands === 0 && members.length > 0.04 * area);
  });
  flood(outside, gaps, survey, undefined);
  if (pale) closeLeaks(outside, heart, likely, width, height);
  for (let i = 0; i < outside.length; i++)
    if (outside[i] === 0 && likely[i]! < 0.5 && (!suited || isShadow(lab, expected, survey, i)))
      outside[i] = 1;
  const { zones, depth, sureOutside, sureInside } = zonesOf(
    outside,
    distance,
    likeBackground(contrast, grain),
    width,
    height,
    likely,
  );
  const background = fill(sketch, sureOutside, width, height);
  const foreground = fill(sketch, sureInside, width, height);
  const rgba = drawEdge(pixels, sketch, zones, depth, background, foreground, grain * 2.5, likely);
  return { width: pixels.width, height: pixels.height, rgba, confidence: suited ? model.inliers : 0.4 };
};

/** Where the model is sure and its blurred outline is far: the flood must not get here. */
const heartOf = (likely: Float32Array, width: number, height: number): Uint8Array => {
  const reach = Math.ceil((Math.max(width, height) / 320) * 3);
  const doubt = new Uint8Array(likely.length);
  for (let i = 0; i < doubt.length; i++) doubt[i] = likely[i]! < 0.8 ? 1 : 0;
  const far = distanceTo(doubt, 1, width, height, reach + 2);
  return Uint8Array.from(far, (pixels) => (pixels > reach ? 1 : 0));
};

/** Where the flood ran up to the heart there is no outline that colours could tell: there the model's is taken. */
const closeLeaks = (
  outside: Uint8Array,
  heart: Uint8Array,
  likely: Float32Array,
  width: number,
  height: number,
): void => {
  const reach = Math.ceil((Math.max(width, height) / 320) * 3);
  const toHeart = distanceTo(heart, 1, width, height, reach);
  const front = new Uint8Array(outside.length);
  for (let i = 0; i < front.length; i++) if (outside[i] === 1 && toHeart[i]! < 1.5) front[i] = 1;
  const toFront = distanceTo(front, 1, width, height, 3 * reach);
  for (let i = 0; i < front.length; i++)
    if (outside[i] === 1 && likely[i]! > 0.5 && toFront[i]! < 3 * reach) outside[i] = 0;
};

/** Whether the flood found what the model takes for background: then colours can be trusted more than the model. */
const suits = (outside: Uint8Array, likely: Float32Array, { model }: Survey): boolean => {
  let both = 0;
  let background = 0;
  for (let i = 0; i < outside.length; i++) {
    if (likely[i]! > 0.1) continue;
    background++;
    if (outside[i] === 1) both++;
  }
  return model.inliers > 0.6 && both > 0.85 * background;
};

const meanOf = (plane: Float32Array, members: Int32Array): number => {
  let sum = 0;
  for (const i of members) sum += plane[i]!;
  return sum / members.length;
};

/** The background's colour with less light. */
const isShadow = (lab: Lab, expected: Lab, { gates }: Survey, i: number): boolean => {
  const base = expected.l[i]!;
  const share = lab.l[i]! / Math.max(1, base);
  if (share > 1.05 || share < 0.35) return false;
  const da = lab.a[i]! - expected.a[i]! * share;
  const db = lab.b[i]! - expected.b[i]! * share;
  return Math.hypot(da, db) < gates.drift;
};

/** The model's region alone, stretched to the picture. */
export const cutOutModel = (pixels: Pixels, region: Region): Cutout => {
  const { width, height, channels, data } = pixels;
  const grown = resample(region.data, region.width, region.height, width, height);
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < grown.length; i++) {
    rgba[i * 4] = data[i * channels]!;
    rgba[i * 4 + 1] = data[i * channels + 1]!;
    rgba[i * 4 + 2] = data[i * channels + 2]!;
    rgba[i * 4 + 3] = Math.round(grown[i]! * 255);
  }
  return { width, height, rgba, confidence: 1 };
};
