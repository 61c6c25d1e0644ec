import { likeBackground } from './contrast.ts';
import { drawEdge } from './draw-edge.ts';
import { fill } from './fill.ts';
import type { Cutout, Pixels } from './pixels.ts';
import type { Survey } from './survey.ts';
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
  const { zones, depth, sureOutside, sureInside } = zonesOf(
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
  });
  return keepTransparency(pixels, { width: pixels.width, height: pixels.height, rgba, confidence });
};

/** What was transparent before stays so. */
export const keepTransparency = ({ channels, data }: Pixels, cutout: Cutout): Cutout => {
  if (channels === 3) return cutout;
  const { rgba } = cutout;
  for (let at = 3; at < rgba.length; at += 4) if (data[at]! < rgba[at]!) rgba[at] = data[at]!;
  return cutout;
};
