import { likeBackground } from '../background/contrast.ts';
import { extrapolateColours } from '../background/extrapolate-colours.ts';
import type { Survey } from '../background/survey.ts';
import type { Cutout, Pixels } from '../cutout.ts';
import { closeReflections } from './close-reflections.ts';
import { drawEdge } from './draw-edge.ts';
import { trustedProbability } from './trusted-probability.ts';
import { zonesOf } from './zones.ts';

/** Converts grain in Lab at working size to noise in levels at full size. */
const NOISE_OF_GRAIN = 2.5;

/** The decisions at working size from which the cut-out is drawn. */
export type Decision = {
  /** 1 for background, 0 for the object. */
  outside: Uint8Array;
  /** The distance of each working pixel from the expected background, in Lab. */
  distance: Float32Array;
  contrast: number;
  probability: Float32Array | undefined;
  confidence: number;
  plain: boolean;
  /** The side of the model's output, when the outline is the model's own and therefore no finer than that. */
  modelSide: number | undefined;
};

/** Draws the cut-out at full size. */
export const drawCutout = (pixels: Pixels, { sketch, grain }: Survey, decision: Decision): Cutout => {
  const { outside, distance, contrast, probability, confidence, plain, modelSide } = decision;
  const { width, height } = sketch;
  const band = modelSide ? Math.ceil((2 * Math.max(width, height)) / modelSide) : 0;
  const limit = modelSide ? 0 : likeBackground(contrast, grain);
  const trusted = probability && trustedProbability(probability, outside, width, height);
  const { zones, depth, sureOutside, sureInside, hairy } = zonesOf(
    { width, height, outside, distance, likeBackground: limit, probability: trusted },
    band,
  );
  const behind = extrapolateColours(sketch, sureOutside, width, height);
  const front = extrapolateColours(sketch, sureInside, width, height);
  const rgba = drawEdge(pixels, sketch, {
    zones,
    depth,
    behind,
    front,
    noise: grain * NOISE_OF_GRAIN,
    probability,
    hairy,
    firm: trusted && !hairy ? firmnessOf(depth, trusted) : undefined,
  });
  if (!hairy) closeReflections(pixels, rgba);
  return keepTransparency(pixels, { width: pixels.width, height: pixels.height, rgba, confidence, plain });
};

/** The least alpha inside the outline where the model is sure: a reflection of the background is no hole. */
const firmnessOf = (depth: Float32Array, trusted: Float32Array): Float32Array => {
  const firm = new Float32Array(depth.length);
  for (let i = 0; i < firm.length; i++)
    if (depth[i]! > 1)
      firm[i] =
        Math.min(1, Math.max(0, (trusted[i]! - FIRM_FROM) / (FIRM_TO - FIRM_FROM))) *
        Math.min(1, (depth[i]! - 1) / 2);
  return firm;
};

const FIRM_FROM = 0.95;
const FIRM_TO = 0.99;

/** Keeps the transparency that the image had before. */
export const keepTransparency = ({ channels, data }: Pixels, cutout: Cutout): Cutout => {
  if (channels === 3) return cutout;
  const { rgba } = cutout;
  for (let at = 3; at < rgba.length; at += 4) if (data[at]! < rgba[at]!) rgba[at] = data[at]!;
  return cutout;
};
