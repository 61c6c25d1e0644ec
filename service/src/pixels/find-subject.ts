import { differenceMap } from './difference-map.ts';
import { outlinesOf } from './outlines.ts';
import { partsOf } from './parts.ts';
import type { Box, Pixels } from './pixels.ts';

const SPECK = 0.002;

/** The box around what differs from the background, or ends in a line. */
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

/** The box around all connected parts that are more than specks. */
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
  for (const { size, places } of partsOf(marked, width, height)) {
    if (size < marked.length * SPECK) continue;
    for (const at of places) {
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
