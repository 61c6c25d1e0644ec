import { contrastOf, likeBackground } from './contrast.ts';
import { drawEdge } from './draw-edge.ts';
import { distanceFrom, expectedBehind } from './expected-behind.ts';
import { fill } from './fill.ts';
import { borderOf, flood } from './flood.ts';
import { findGaps } from './gaps.ts';
import type { Cutout, Pixels } from './pixels.ts';
import { sketchOf } from './sketch.ts';
import { surveyOf } from './survey.ts';
import { zonesOf } from './zones.ts';

/** Removes a near-uniform background without a model. */
export const cutOutStudio = (pixels: Pixels): Cutout => {
  const survey = surveyOf(sketchOf(pixels));
  const { sketch, lab, model, grain } = survey;
  const { width, height } = sketch;
  const outside = new Uint8Array(width * height);
  flood(outside, borderOf(width, height), survey, undefined);
  const expected = expectedBehind(lab, model, outside);
  const distance = distanceFrom(lab, expected);
  flood(
    outside,
    findGaps(survey, expected, distance, outside, () => true),
    survey,
    undefined,
  );
  const contrast = contrastOf(distance, (i) => outside[i] === 0);
  const { zones, depth, sureOutside, sureInside } = zonesOf(
    outside,
    distance,
    likeBackground(contrast, grain),
    width,
    height,
    undefined,
  );
  const background = fill(sketch, sureOutside, width, height);
  const foreground = fill(sketch, sureInside, width, height);
  const rgba = drawEdge(pixels, sketch, zones, depth, background, foreground, grain * 2.5, undefined);
  return { width: pixels.width, height: pixels.height, rgba, confidence: model.inliers };
};
