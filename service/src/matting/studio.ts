import { studioConfidence } from './confidence.ts';
import { contrastOf } from './contrast.ts';
import { distanceFrom, expectedBehind } from './expected-behind.ts';
import { finish } from './finish.ts';
import { borderOf, flood } from './flood.ts';
import { findGaps } from './gaps.ts';
import type { Cutout, Pixels } from './pixels.ts';
import { type Sketch, sketchOf } from './sketch.ts';
import { surveyOf } from './survey.ts';

/** Removes a near-uniform background without a model. White objects on white are beyond it. */
export const cutOutStudio = (pixels: Pixels, sketch: Sketch = sketchOf(pixels)): Cutout => {
  const survey = surveyOf(sketch);
  const { lab, model } = survey;
  const outside = new Uint8Array(lab.l.length);
  flood(outside, borderOf(lab.width, lab.height), survey, undefined);
  const expected = expectedBehind(lab, model, outside);
  const distance = distanceFrom(lab, expected);
  flood(
    outside,
    findGaps(survey, expected, distance, outside, () => true),
    survey,
    undefined,
  );
  const contrast = contrastOf(distance, (i) => outside[i] === 0);
  const confidence = studioConfidence({ survey, outside, contrast });
  return finish(pixels, survey, { outside, distance, contrast, likely: undefined, confidence });
};
