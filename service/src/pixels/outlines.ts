import { boxMean } from './box-mean.ts';
import { lumaAt, type Pixels } from './pixels.ts';

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
  const rim = crispness.filter((_, at) => isAtRim(at, width, height));
  const limit = Math.max(LEAST_CRISPNESS, rim.sort()[rim.length >> 1]! * 6);
  const nearby = boxMean(Float32Array.from(differs), width, height, REACH);
  return differs.map((_, at) => {
    if (crispness[at]! <= Math.max(limit, SUDDENNESS * softness[at]!)) return 0;
    return nearby[at]! > 0.001 ? REACH : REACH - 1;
  });
};

const isAtRim = (at: number, width: number, height: number): boolean => {
  const x = at % width;
  const y = (at - x) / width;
  return Math.min(x, y, width - 1 - x, height - 1 - y) <= REACH;
};
