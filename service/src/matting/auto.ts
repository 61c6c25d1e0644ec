import { resample } from '../pixels/filters/resample.ts';
import { distanceTo } from '../pixels/regions/distance-to.ts';
import { maskOf } from '../pixels/regions/mask-of.ts';
import { contrastOf } from './background/contrast.ts';
import { distanceFromExpected, expectedBackground } from './background/expected-background.ts';
import { type Sketch, sketchOf } from './background/sketch.ts';
import { isPlain, type Survey, surveyOf } from './background/survey.ts';
import { autoConfidence } from './confidence.ts';
import type { Cutout, Pixels, Region } from './cutout.ts';
import { drawCutout } from './edge/draw-cutout.ts';
import { dropClutter } from './region/drop-clutter.ts';
import { borderOf, flood } from './region/flood.ts';
import { isLighter, lightParts, OUTLINE } from './region/light-parts.ts';
import { openByColour } from './region/open-by-colour.ts';

/** The method `auto`: the model finds the object, and colours find its edge. */
export const cutOutAuto = (
  pixels: Pixels,
  region: Region,
  sketch: Sketch = sketchOf(pixels),
  glass = false,
): Cutout => {
  const survey = surveyOf(sketch);
  const { lab, model } = survey;
  const { width, height } = sketch;
  const probability = resample(region.data, region.width, region.height, width, height);
  const modelSide = Math.max(region.width, region.height);
  const core = coreOf(probability, width, height, modelSide);
  const outside = new Uint8Array(width * height);
  const border = borderOf(width, height);
  flood(outside, border, survey, core);
  const coloursAgree = doColoursAgree(outside, probability, survey);
  if (coloursAgree) keepLight(outside, survey, probability);
  const expected = expectedBackground(lab, model, outside);
  const distance = distanceFromExpected(lab, expected);
  const contrast = contrastOf(distance, (i) => probability[i]! > 0.8);
  let windows: Uint8Array = new Uint8Array(outside.length);
  let trusted = probability;
  if (coloursAgree) {
    const opened = openByColour(outside, {
      survey,
      expected,
      distance,
      contrast,
      probability,
      core,
      modelSide,
    });
    windows = opened.windows;
    trusted = probability.slice();
    for (let i = 0; i < trusted.length; i++) if (opened.missed[i] === 1) trusted[i] = 1;
    dropClutter(outside, border, probability, width);
  }
  // Colours cannot find this background, so the model decides alone. Colours only draw the edge.
  else for (let i = 0; i < outside.length; i++) outside[i] = probability[i]! < 0.5 ? 1 : 0;
  const confidence = autoConfidence(
    { survey, outside, contrast },
    { probability, coloursAgree, windows, glass: glass && coloursAgree },
  );
  return drawCutout(pixels, survey, {
    outside,
    distance,
    contrast,
    probability: trusted,
    confidence,
    plain: coloursAgree,
    modelSide: coloursAgree ? undefined : modelSide,
  });
};

/** The core of the object: the model is sure there, and its blurred outline is far away. The flood fill must not enter. */
const coreOf = (probability: Float32Array, width: number, height: number, modelSide: number): Uint8Array => {
  const reach = Math.ceil((Math.max(width, height) / modelSide) * 2);
  const doubt = maskOf(probability.length, (i) => probability[i]! < 0.8);
  const far = distanceTo(doubt, 1, width, height, reach + 2);
  return maskOf(far.length, (i) => far[i]! > reach);
};

/**
 * Takes light parts of the object back from the flood fill, such as a white sole before a white wall: the fill crosses
 * its faint outline, but the background cannot be lighter than the fitted background.
 */
const keepLight = (outside: Uint8Array, survey: Survey, probability: Float32Array): void => {
  const light = maskOf(outside.length, (i) => outside[i] === 1 && isLighter(survey, i));
  const parts = lightParts(light, survey, probability);
  if (!parts.includes(1)) return;
  const away = distanceTo(parts, 1, survey.lab.width, survey.lab.height, OUTLINE + 1);
  for (let i = 0; i < outside.length; i++) if (away[i]! <= OUTLINE) outside[i] = 0;
};

/** Whether the flood fill reached what the model takes for background. Colours are then trusted more than the model. */
const doColoursAgree = (outside: Uint8Array, probability: Float32Array, survey: Survey): boolean => {
  let both = 0;
  let background = 0;
  for (let i = 0; i < outside.length; i++) {
    if (probability[i]! > 0.1) continue;
    background++;
    if (outside[i] === 1) both++;
  }
  return isPlain(survey) && both > 0.85 * background;
};
