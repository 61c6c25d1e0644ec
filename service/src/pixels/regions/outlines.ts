import { boxMean } from '../filters/box-mean.ts';
import { medianOf } from '../numeric/median-of.ts';
import { lumaAt, type Pixels } from '../pixels.ts';
import { ringOf } from './ring-of.ts';

const LEAST_CRISPNESS = 1.2;
/** How much more must change here than farther off: at the end of a shadow light changes over a longer way. */
const SUDDENNESS = 1.5;
/** How wide the neighbourhood is that a place is compared with, to each side. */
const REACH = 3;

/**
 * A shadow fades away; a pale object ends in a line, however faint. The line is marked on both of its sides: with how far
 * the mark lies beyond the object, which is more where much differs.
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
