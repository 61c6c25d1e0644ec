import { autoConfidence } from './confidence.ts';
import { contrastOf } from './contrast.ts';
import { distanceTo } from './distance.ts';
import { distanceFrom, expectedBehind } from './expected-behind.ts';
import { finish } from './finish.ts';
import { borderOf, flood } from './flood.ts';
import { findGaps, seedsIn } from './gaps.ts';
import type { Lab } from './lab.ts';
import type { Cutout, Pixels, Region } from './pixels.ts';
import { resample } from './resample.ts';
import { type Sketch, sketchOf } from './sketch.ts';
import { type Survey, surveyOf } from './survey.ts';

// Below this contrast, in Lab, an object is white on white: colours alone do not find its outline.
const PALE = 12;
const SURE = 0.93;
const LARGE_GAP_SHARE = 0.04;

/** The model finds the region, the studio matting finds the edge. */
export const cutOutAuto = (pixels: Pixels, region: Region, sketch: Sketch = sketchOf(pixels)): Cutout => {
  const survey = surveyOf(sketch);
  const { lab, model } = survey;
  const { width, height } = sketch;
  const likely = resample(region.data, region.width, region.height, width, height);
  const heart = heartOf(likely, width, height);
  const outside = new Uint8Array(width * height);
  flood(outside, borderOf(width, height), survey, heart);
  const suited = suits(outside, likely, survey);
  const expected = expectedBehind(lab, model, outside);
  const distance = distanceFrom(lab, expected);
  const contrast = contrastOf(distance, (i) => likely[i]! > 0.8);
  if (suited) openByColour(outside, { survey, expected, distance, contrast, likely, heart });
  // Colours that do not even know the background are no help: the model decides alone, and they draw the edge.
  else for (let i = 0; i < outside.length; i++) outside[i] = likely[i]! < 0.5 ? 1 : 0;
  const confidence = autoConfidence({ survey, outside, contrast }, likely, suited);
  return finish(pixels, survey, { outside, distance, contrast, likely, confidence, blurred: !suited });
};

type Findings = {
  survey: Survey;
  expected: Lab;
  distance: Float32Array;
  contrast: number;
  likely: Float32Array;
  heart: Uint8Array;
};

/** Adds to the flood what it could not reach: gaps, and shadows that the model does not take for the object. */
const openByColour = (outside: Uint8Array, findings: Findings): void => {
  const { survey, expected, distance, contrast, likely, heart } = findings;
  const { lab, grain } = survey;
  const pale = contrast < PALE + 2 * grain;
  const area = likely.reduce((sum, value) => sum + value, 0);
  const gaps = findGaps(survey, expected, distance, outside).filter(({ members, off, islands }) => {
    const mean = meanOf(likely, members);
    if (mean < 0.5 || pale) return mean < 0.5;
    // The model fills in rings and handles; only a large and perfectly matching area overrules it when it is sure.
    return mean < SURE || (off < 0.95 && islands === 0 && members.length > LARGE_GAP_SHARE * area);
  });
  flood(outside, seedsIn(gaps), survey, undefined);
  // Light falls off quickly inside a handle: there the flood may go on where the model is not sure.
  flood(outside, seedsIn(gaps), loosened(survey), surely(likely));
  if (pale) closeLeaks(outside, heart, likely, lab.width, lab.height);
  for (let i = 0; i < outside.length; i++)
    if (outside[i] === 0 && likely[i]! < 0.5 && isShadow(lab, expected, survey, i)) outside[i] = 1;
};

const loosened = (survey: Survey): Survey => ({
  ...survey,
  gates: {
    ...survey.gates,
    slope: 2 * survey.gates.slope,
    shadowSlope: 2 * survey.gates.shadowSlope,
    step: 2 * survey.gates.step,
  },
});

const surely = (likely: Float32Array): Uint8Array =>
  Uint8Array.from(likely, (value) => (value > SURE ? 1 : 0));

/** Where the model is sure and its blurred outline is far: the flood must not get here. */
const heartOf = (likely: Float32Array, width: number, height: number): Uint8Array => {
  const reach = Math.ceil((Math.max(width, height) / 320) * 2);
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
