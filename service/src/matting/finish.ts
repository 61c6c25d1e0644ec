import { likeBackground } from './contrast.ts';
import { distanceTo } from './distance.ts';
import { drawEdge } from './draw-edge.ts';
import { fill } from './fill.ts';
import type { Cutout, Pixels } from './pixels.ts';
import type { Survey } from './survey.ts';
import { where } from './where.ts';
import { zonesOf } from './zones.ts';

/** Grain in Lab at working size to noise in levels at full size. */
const NOISE_OF_GRAIN = 2.5;

const MODEL_SIDE = 320;

export type Decision = {
  outside: Uint8Array;
  /** From the expected background, for each working pixel. */
  distance: Float32Array;
  contrast: number;
  likely: Float32Array | undefined;
  confidence: number;
  /** The outline is the model's, which is only as fine as the model sees. */
  blurred: boolean;
};

/** Draws what was decided at working size at full size. */
export const finish = (pixels: Pixels, { sketch, grain }: Survey, decision: Decision): Cutout => {
  const { outside, distance, contrast, likely, confidence, blurred } = decision;
  const { width, height } = sketch;
  const band = blurred ? Math.ceil((2 * Math.max(width, height)) / MODEL_SIDE) : 0;
  const limit = blurred ? 0 : likeBackground(contrast, grain);
  const { zones, depth, sureOutside, sureInside, hairy } = zonesOf(
    outside,
    distance,
    limit,
    width,
    height,
    likely,
    band,
  );
  const behind = fill(sketch, sureOutside, width, height);
  const front = fill(sketch, sureInside, width, height);
  const rgba = drawEdge(pixels, sketch, {
    zones,
    depth,
    behind,
    front,
    noise: grain * NOISE_OF_GRAIN,
    likely,
    hairy,
    firm: likely && !hairy ? firmnessOf(depth, likely, width, height) : undefined,
  });
  return keepTransparency(pixels, { width: pixels.width, height: pixels.height, rgba, confidence });
};

// What the model says within this many working pixels of a gap that it does not see is not worth much.
const DENIED_REACH = 12;

/** Inside the outline, the model's certainty holds against colours: a reflection of the background is no hole. */
const firmnessOf = (
  depth: Float32Array,
  likely: Float32Array,
  width: number,
  height: number,
): Float32Array => {
  const denied = where(depth.length, (i) => depth[i]! < -WIDEST_BITE && likely[i]! > 0.9);
  const far = distanceTo(denied, 1, width, height, DENIED_REACH);
  const firm = new Float32Array(depth.length);
  for (let i = 0; i < firm.length; i++)
    if (depth[i]! > 1 && far[i]! >= DENIED_REACH)
      firm[i] =
        Math.min(1, Math.max(0, (likely[i]! - FIRM_FROM) / (FIRM_TO - FIRM_FROM))) *
        Math.min(1, (depth[i]! - 1) / 2);
  return firm;
};

// Up to this width, in working pixels, what colours take from a sure object is a bite and no gap.
const WIDEST_BITE = 3;
const FIRM_FROM = 0.95;
const FIRM_TO = 0.99;

/** What was transparent before stays so. */
export const keepTransparency = ({ channels, data }: Pixels, cutout: Cutout): Cutout => {
  if (channels === 3) return cutout;
  const { rgba } = cutout;
  for (let at = 3; at < rgba.length; at += 4) if (data[at]! < rgba[at]!) rgba[at] = data[at]!;
  return cutout;
};
