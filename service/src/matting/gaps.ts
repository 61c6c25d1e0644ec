import type { Lab } from './lab.ts';
import { patchesOf } from './patches.ts';
import type { Survey } from './survey.ts';

// A patch whose mean is this close to the expected background, in Lab, is the background.
const SAME_MEAN = 1.3;
const SAME_PIXEL = 3.5;
const MIN_SHARE = 0.00004;
const MIN_PIXELS = 12;

/**
 * Finds areas that the flood could not reach but that look exactly as the background must look there: the inside of a
 * handle, of a ring, between the legs of a chair. The flood goes on from them.
 */
export const findGaps = (
  { lab, steepest, gates, grain }: Survey,
  expected: Lab,
  distance: Float32Array,
  outside: Uint8Array,
  mayOpen: (members: Int32Array) => boolean,
): Int32Array => {
  const marks = new Uint8Array(outside.length);
  const near = SAME_PIXEL + 2 * grain;
  for (let i = 0; i < marks.length; i++)
    if (outside[i] === 0 && steepest[i]! <= gates.slope && distance[i]! < near) marks[i] = 1;
  const minSize = Math.max(MIN_PIXELS, marks.length * MIN_SHARE);
  const { patches, members } = patchesOf(marks, lab.width);
  const found: number[] = [];
  for (const { start, size } of patches) {
    if (size < minSize) continue;
    const patch = members.subarray(start, start + size);
    if (meanDistance(patch, lab, expected) > SAME_MEAN || !mayOpen(patch)) continue;
    for (const i of patch) found.push(i);
  }
  return Int32Array.from(found);
};

const meanDistance = (patch: Int32Array, lab: Lab, expected: Lab): number => {
  let dl = 0;
  let da = 0;
  let db = 0;
  for (const i of patch) {
    dl += lab.l[i]! - expected.l[i]!;
    da += lab.a[i]! - expected.a[i]!;
    db += lab.b[i]! - expected.b[i]!;
  }
  return Math.hypot(dl, da, db) / patch.length;
};
