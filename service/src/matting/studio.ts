import { contrastOf } from './background/contrast.ts';
import { distanceFromExpected, expectedBackground } from './background/expected-background.ts';
import { type Sketch, sketchOf } from './background/sketch.ts';
import { isPlain, surveyOf } from './background/survey.ts';
import { studioConfidence } from './confidence.ts';
import type { Cutout, Pixels } from './cutout.ts';
import { drawCutout } from './edge/draw-cutout.ts';
import { borderOf, flood } from './region/flood.ts';
import { findGaps, type Gap, seedsIn } from './region/gaps.ts';

/** Removes a near-uniform background without a model. White objects on white are beyond it. */
export const cutOutStudio = (pixels: Pixels, sketch: Sketch = sketchOf(pixels)): Cutout => {
  const survey = surveyOf(sketch);
  const { lab, model } = survey;
  const outside = new Uint8Array(lab.l.length);
  flood(outside, borderOf(lab.width, lab.height), survey, undefined);
  const expected = expectedBackground(lab, model, outside);
  const distance = distanceFromExpected(lab, expected);
  const gaps = believable(findGaps(survey, expected, distance, outside), outside.length);
  flood(outside, seedsIn(gaps), survey, undefined);
  const contrast = contrastOf(distance, (i) => outside[i] === 0);
  const confidence = studioConfidence({ survey, outside, contrast });
  return drawCutout(pixels, survey, {
    outside,
    distance,
    contrast,
    probability: undefined,
    confidence,
    plain: isPlain(survey),
    modelSide: undefined,
  });
};

const LARGE_GAP_SHARE = 0.001;
const MANY_GAPS = 15;

/** Alone, colours cannot tell a small gap from a reflection. But reflections are few, and gaps between strands many. */
const believable = (gaps: Gap[], pixels: number): Gap[] =>
  gaps.length >= MANY_GAPS
    ? gaps
    : gaps.filter(({ even, members }) => even && members.length > LARGE_GAP_SHARE * pixels);
