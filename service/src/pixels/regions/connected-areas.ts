import type { Box } from '../pixels.ts';

/** Yields the connected areas (four neighbours) of the marked pixels: the indexes of each area's pixels. */
export function* connectedAreas(mask: Uint8Array, width: number): Generator<Int32Array> {
  const unseen = mask.slice();
  // All areas share this array: each pixel belongs to at most one area.
  const places = new Int32Array(mask.length);
  let start = 0;
  for (let first = 0; first < mask.length; first += 1) {
    if (unseen[first] === 0) continue;
    const end = collectArea(unseen, width, first, places, start);
    yield places.subarray(start, end);
    start = end;
  }
}

/** Moves the area of the pixel `first` from `unseen` into `places` and returns its end there. */
const collectArea = (
  unseen: Uint8Array,
  width: number,
  first: number,
  places: Int32Array,
  start: number,
): number => {
  let end = start;
  places[end++] = first;
  unseen[first] = 0;
  // The four neighbours are written out: with a function for them, a mask of many small areas took a third longer.
  for (let head = start; head < end; head += 1) {
    const at = places[head]!;
    const x = at % width;
    if (x > 0 && unseen[at - 1] !== 0) {
      unseen[at - 1] = 0;
      places[end++] = at - 1;
    }
    if (x + 1 < width && unseen[at + 1] !== 0) {
      unseen[at + 1] = 0;
      places[end++] = at + 1;
    }
    if (at >= width && unseen[at - width] !== 0) {
      unseen[at - width] = 0;
      places[end++] = at - width;
    }
    if (at + width < unseen.length && unseen[at + width] !== 0) {
      unseen[at + width] = 0;
      places[end++] = at + width;
    }
  }
  return end;
};

/** The smallest box around pixels given by their indexes. */
export const boxAround = (places: Int32Array, width: number): Box => {
  let left = width;
  let right = -1;
  let top = Number.POSITIVE_INFINITY;
  let bottom = -1;
  for (const at of places) {
    const x = at % width;
    const y = (at - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
};
