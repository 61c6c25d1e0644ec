import { contrastOf } from './background/contrast.ts';
import { distanceFromExpected, expectedBackground } from './background/expected-background.ts';
import { type Sketch, sketchOf } from './background/sketch.ts';
import { isPlain, surveyOf } from './background/survey.ts';
import { studioConfidence } from './confidence.ts';
import type { Cutout, Pixels } from './cutout.ts';
import { drawCutout } from './edge/draw-cutout.ts';
import { borderOf, flood } from './region/flood.ts';
import { findGaps, type Gap, seedsIn } from './region/gaps.ts';

/** The method `studio`: removes a plain background by colour, without a model. It fails for white objects on white. */
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

/**
 * Drops small and uneven gaps: by colour alone, they cannot be told from reflections. Many gaps are kept all the same,
 * because an image has few reflections, but hair has dozens of gaps.
 */
const believable = (gaps: Gap[], pixels: number): Gap[] =>
  gaps.length >= MANY_GAPS
    ? gaps
    : gaps.filter(({ even, members }) => even && members.length > LARGE_GAP_SHARE * pixels);
