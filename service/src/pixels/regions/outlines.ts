import { boxMean } from '../filters/box-mean.ts';
import { medianOf } from '../numeric/median-of.ts';
import { lumaAt, type Pixels } from '../pixels.ts';
import { ringOf } from './ring-of.ts';

const LEAST_CRISPNESS = 1.2;
/**
 * At an outline, the brightness changes this many times more over a short distance than over a long one. At the end
 * of a shadow it does not.
 */
const SUDDENNESS = 1.5;
/** The radius of the neighbourhood that a pixel is compared with. */
const REACH = 3;

/**
 * Marks faint outlines, which a pale object has and a soft shadow does not have. An outline is marked on both of its
 * sides. The value of a mark says how many pixels the mark extends beyond the object.
 */
export const outlinesOf = ({ width, height, channels, data }: Pixels, differs: Uint8Array): Uint8Array => {
  const luma = Float32Array.from(differs, (_, at) => lumaAt(data, at * channels));
  const around = boxMean(luma, width, height, REACH);
  const unlike = (radius: number) =>
    boxMean(luma, width, height, radius).map((mean, at) => Math.abs(mean - around[at]!));
  const crispness = unlike(1);
  const softness = unlike(3 * REACH);
  const rim = Array.from(ringOf(width, height, REACH + 1), (at) => crispness[at]!);
  const limit = Math.max(LEAST_CRISPNESS, medianOf(rim) * 6);
  const nearby = boxMean(Float32Array.from(differs), width, height, REACH);
  return differs.map((_, at) => {
    if (crispness[at]! <= Math.max(limit, SUDDENNESS * softness[at]!)) return 0;
    return nearby[at]! > 0.001 ? REACH : REACH - 1;
  });
};
