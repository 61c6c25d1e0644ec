import { autoConfidence } from './confidence.ts';
import { contrastOf } from './contrast.ts';
import type { Cutout, Pixels, Region } from './cutout.ts';
import { distanceTo } from './distance.ts';
import { dropClutter } from './drop-clutter.ts';
import { distanceFrom, expectedBehind } from './expected-behind.ts';
import { finish } from './finish.ts';
import { borderOf, flood } from './flood.ts';
import { isLighter, lightParts, OUTLINE } from './light-parts.ts';
import { openByColour } from './open-by-colour.ts';
import { resample } from './resample.ts';
import { type Sketch, sketchOf } from './sketch.ts';
import { isPlain, type Survey, surveyOf } from './survey.ts';
import { where } from './where.ts';

/** The model finds the region, the studio matting finds the edge. */
export const cutOutAuto = (
  pixels: Pixels,
  region: Region,
  sketch: Sketch = sketchOf(pixels),
  glass = false,
): Cutout => {
  const survey = surveyOf(sketch);
  const { lab, model } = survey;
  const { width, height } = sketch;
  const likely = resample(region.data, region.width, region.height, width, height);
  const modelSide = Math.max(region.width, region.height);
  const heart = heartOf(likely, width, height, modelSide);
  const outside = new Uint8Array(width * height);
  const border = borderOf(width, height);
  flood(outside, border, survey, heart);
  const suited = suits(outside, likely, survey);
  if (suited) keepLight(outside, survey, likely);
  const expected = expectedBehind(lab, model, outside);
  const distance = distanceFrom(lab, expected);
  const contrast = contrastOf(distance, (i) => likely[i]! > 0.8);
  let windows: Uint8Array = new Uint8Array(outside.length);
  let trusted = likely;
  if (suited) {
    const opened = openByColour(outside, { survey, expected, distance, contrast, likely, heart, modelSide });
    windows = opened.windows;
    trusted = likely.slice();
    for (let i = 0; i < trusted.length; i++) if (opened.missed[i] === 1) trusted[i] = 1;
    dropClutter(outside, border, likely, width);
  }
  // Colours that do not even know the background are no help: the model decides alone, and they draw the edge.
  else for (let i = 0; i < outside.length; i++) outside[i] = likely[i]! < 0.5 ? 1 : 0;
  const confidence = autoConfidence(
    { survey, outside, contrast },
    { likely, suited, windows, glass: glass && suited },
  );
  return finish(pixels, survey, {
    outside,
    distance,
    contrast,
    likely: trusted,
    confidence,
    plain: suited,
    modelSide: suited ? undefined : modelSide,
  });
};

/** Where the model is sure and its blurred outline is far: the flood must not get here. */
const heartOf = (likely: Float32Array, width: number, height: number, modelSide: number): Uint8Array => {
  const reach = Math.ceil((Math.max(width, height) / modelSide) * 2);
  const doubt = where(likely.length, (i) => likely[i]! < 0.8);
  const far = distanceTo(doubt, 1, width, height, reach + 2);
  return where(far.length, (i) => far[i]! > reach);
};

/** A white sole before a white wall: the flood goes over its faint outline, but no background is lighter than itself. */
const keepLight = (outside: Uint8Array, survey: Survey, likely: Float32Array): void => {
  const light = where(outside.length, (i) => outside[i] === 1 && isLighter(survey, i));
  const parts = lightParts(light, survey, likely);
  if (!parts.includes(1)) return;
  const away = distanceTo(parts, 1, survey.lab.width, survey.lab.height, OUTLINE + 1);
  for (let i = 0; i < outside.length; i++) if (away[i]! <= OUTLINE) outside[i] = 0;
};

/** Whether the flood found what the model takes for background: then colours can be trusted more than the model. */
const suits = (outside: Uint8Array, likely: Float32Array, survey: Survey): boolean => {
  let both = 0;
  let background = 0;
  for (let i = 0; i < outside.length; i++) {
    if (likely[i]! > 0.1) continue;
    background++;
    if (outside[i] === 1) both++;
  }
  return isPlain(survey) && both > 0.85 * background;
};
