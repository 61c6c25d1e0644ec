import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';
import { type BackgroundModel, fitBackground } from './background-model.ts';
import { borderMedian } from './border-median.ts';
import type { Sketch } from './sketch.ts';
import { largestAround, slopes } from './slopes.ts';
import { soften } from './soften.ts';

export type FloodGates = {
  /** How fast the colour may change where the flood goes, in Lab per pixel. */
  slope: number;
  /** The same for shadows, which fade faster. */
  shadowSlope: number;
  /** How far a pixel may be from the background carried along. */
  step: number;
  /** How far from the fitted surface, in chroma and in lightness upwards. */
  drift: number;
};

/** What is known of a picture before anything is decided. */
export type Survey = {
  sketch: Sketch;
  /** Without most of the grain. */
  lab: LabPlanes;
  slope: Float32Array;
  /** The largest slope around each pixel. */
  steepest: Float32Array;
  model: BackgroundModel;
  /** The slope that noise alone makes, in Lab per pixel. */
  grain: number;
  gates: FloodGates;
};

/** Whether a smooth surface explains most of the border. */
export const isPlain = ({ model }: Survey): boolean => model.inliers > 0.6;

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
