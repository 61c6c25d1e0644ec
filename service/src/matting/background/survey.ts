import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';
import { type BackgroundModel, fitBackground } from './background-model.ts';
import { borderMedian } from './border-median.ts';
import type { Sketch } from './sketch.ts';
import { largestAround, slopes } from './slopes.ts';
import { soften } from './soften.ts';

/** The thresholds of the flood fill. */
export type FloodGates = {
  /** The steepest gradient that the fill crosses, in Lab per pixel. */
  slope: number;
  /** The same within shadows, whose gradients are steeper. */
  shadowSlope: number;
  /** The largest distance of a pixel from the running mean of the background on the way to it, in Lab. */
  step: number;
  /** The largest distance from the fitted background: in chroma, and in lightness above it. */
  drift: number;
};

/** Everything that is measured on an image before the object is searched. */
export type Survey = {
  sketch: Sketch;
  /** The sketch in Lab, softened against grain. */
  lab: LabPlanes;
  /** The gradient at each pixel, in Lab per pixel. */
  slope: Float32Array;
  /** The largest gradient among each pixel and its neighbours. */
  steepest: Float32Array;
  model: BackgroundModel;
  /** The gradient that noise alone makes, in Lab per pixel. */
  grain: number;
  gates: FloodGates;
};

/** Whether the background is plain: a smooth surface fits most of the border. */
export const isPlain = ({ model }: Survey): boolean => model.inliers > 0.6;

/** Measures a sketch. */
export const surveyOf = (sketch: Sketch): Survey => {
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
  return {
    sketch,
    lab,
    slope,
    steepest,
    model,
    grain,
    gates: {
      slope: 1.6 + 3 * grain,
      shadowSlope: 2.2 + 3 * grain,
      step: 4 + 3 * grain,
      drift: 5 + 2 * model.spread,
    },
  };
};
