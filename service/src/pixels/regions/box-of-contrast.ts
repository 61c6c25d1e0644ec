import { boxMean } from '../filters/box-mean.ts';
import type { Box, Pixels } from '../pixels.ts';
import { connectedAreas } from './connected-areas.ts';
import { differenceMap } from './difference-map.ts';
import { outlinesOf } from './outlines.ts';

const SPECK = 0.002;
const TOGETHER = 4;

/** The box around the object: all pixels that differ from the background or belong to an outline. */
export const boxOfContrast = (pixels: Pixels): Box | undefined => {
  const { width, height, factor, differs, small } = differenceMap(pixels);
  const box = boxAroundParts(differs, outlinesOf(small, differs), width, height);
  if (!box) return undefined;
  const left = box.left * factor;
  const top = box.top * factor;
  return {
    left,
    top,
    width: Math.min(pixels.width - left, box.width * factor),
    height: Math.min(pixels.height - top, box.height * factor),
  };
};

/** The box around all parts larger than specks. Parts that lie close together, such as the links of a chain, are joined. */
const boxAroundParts = (
  differs: Uint8Array,
  outlines: Uint8Array,
  width: number,
  height: number,
): Box | undefined => {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  const marked = differs.map((is, at) => is | outlines[at]!);
  const isNear = (map: Uint8Array, reach: number) => {
    const means = boxMean(Float32Array.from(map), width, height, reach);
    return (at: number) => means[at]! > 0.001;
  };
  const isNearDifference = isNear(differs, TOGETHER);
  const isNearLine = isNear(marked, 1);
  const joined = marked.map((_, at) => (isNearDifference(at) || isNearLine(at) ? 1 : 0));
  for (const places of connectedAreas(joined, width)) {
    const own = places.filter((at) => marked[at]);
    if (own.length < marked.length * SPECK) continue;
    for (const at of own) {
      const beyond = differs[at] ? 0 : outlines[at]!;
      const x = at % width;
      const y = (at - x) / width;
      left = Math.min(left, x + beyond);
      right = Math.max(right, x - beyond);
      top = Math.min(top, y + beyond);
      bottom = Math.max(bottom, y - beyond);
    }
  }
  return bottom < top || right < left
    ? undefined
    : { left, top, width: right - left + 1, height: bottom - top + 1 };
};
