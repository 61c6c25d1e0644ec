import { fitBackground } from './background-model.ts';
import { distanceTo } from './distance.ts';
import { drawEdge, EDGE, INSIDE, OUTSIDE } from './draw-edge.ts';
import { fill } from './fill.ts';
import { borderOf, flood } from './flood.ts';
import { findGaps } from './gaps.ts';
import { borderMedian } from './grain.ts';
import type { Cutout, Pixels } from './pixels.ts';
import { sketchOf } from './sketch.ts';
import { largestAround, slopes } from './slopes.ts';
import { soften } from './soften.ts';

/** Removes a near-uniform background without a model. */
export const cutOutStudio = (pixels: Pixels): Cutout => {
  const sketch = sketchOf(pixels);
  const { width, height } = sketch;
  const model = fitBackground(sketch);
  const lab = {
    width,
    height,
    l: soften(sketch.l, width, height),
    a: soften(sketch.a, width, height),
    b: soften(sketch.b, width, height),
  };
  const slope = slopes(lab);
  const steepest = largestAround(slope, width, height);
  const grain = borderMedian(slope, width, height);
  const gates = {
    slope: 1.6 + 3 * grain,
    shadowSlope: 1.6 + 3 * grain,
    step: 4 + 3 * grain,
    drift: 5 + 2 * model.spread,
  };
  const outside = new Uint8Array(width * height);
  flood(outside, borderOf(width, height), lab, slope, steepest, model, gates, undefined);
  const gaps = findGaps(lab, model, steepest, gates.slope, outside, {
    pixel: 3.5 + 2 * grain,
    mean: 1.3,
    minSize: Math.max(12, width * height * 0.00004),
  });
  flood(outside, gaps, lab, slope, steepest, model, gates, undefined);
  const depth = distanceTo(outside, 1, width, height, 40);
  const outer = distanceTo(outside, 0, width, height, 40);
  const zones = new Uint8Array(outside.length);
  const sureOutside = new Float32Array(outside.length);
  const sureInside = new Float32Array(outside.length);
  const inset = 4;
  for (let i = 0; i < zones.length; i++) {
    zones[i] = depth[i]! > inset ? INSIDE : outer[i]! > 2 ? OUTSIDE : EDGE;
    if (outer[i]! > 1.5) sureOutside[i] = 1;
    if (depth[i]! > inset) sureInside[i] = 1;
  }
  const background = fill(sketch, sureOutside, width, height);
  const foreground = fill(sketch, sureInside, width, height);
  const rgba = drawEdge(pixels, sketch, zones, depth, background, foreground, grain * 2.5);
  return { width: pixels.width, height: pixels.height, rgba, confidence: model.inliers };
};
