import type { Box } from '../pixels.ts';

/** Yields the connected areas (four neighbours) of the marked pixels: the indexes of each area's pixels. */
export function* connectedAreas(mask: Uint8Array, width: number): Generator<Int32Array> {
  const seen = new Uint8Array(mask.length);
  // All areas share this array: each pixel belongs to at most one area.
  const places = new Int32Array(mask.length);
  let tail = 0;
  const visit = (at: number) => {
    if (seen[at] === 1 || mask[at] === 0) return;
    seen[at] = 1;
    places[tail++] = at;
  };
  for (let first = 0; first < mask.length; first += 1) {
    if (seen[first] === 1 || mask[first] === 0) continue;
    const start = tail;
    visit(first);
    for (let head = start; head < tail; head += 1) {
      const at = places[head]!;
      const x = at % width;
      if (x > 0) visit(at - 1);
      if (x + 1 < width) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at + width < mask.length) visit(at + width);
    }
    yield places.subarray(start, tail);
  }
}

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
