import type { Box } from './pixels.ts';

export type Part = { box: Box; size: number; places: Int32Array };

/** Connected parts of what is marked, one after another. `places` holds only until the next one. */
export function* partsOf(marked: Uint8Array, width: number, height: number): Generator<Part> {
  const seen = new Uint8Array(marked.length);
  const queue = new Int32Array(marked.length);
  for (let start = 0; start < marked.length; start += 1) {
    if (!marked[start] || seen[start]) continue;
    let length = 1;
    let left = width;
    let right = -1;
    let top = height;
    let bottom = -1;
    queue[0] = start;
    seen[start] = 1;
    for (let next = 0; next < length; next += 1) {
      const at = queue[next]!;
      const x = at % width;
      const y = (at - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let side = 0; side < 4; side += 1) {
        const isInside =
          side === 0 ? x > 0 : side === 1 ? x < width - 1 : side === 2 ? y > 0 : y < height - 1;
        const beside = side === 0 ? at - 1 : side === 1 ? at + 1 : side === 2 ? at - width : at + width;
        if (!isInside || seen[beside] || !marked[beside]) continue;
        seen[beside] = 1;
        queue[length] = beside;
        length += 1;
      }
    }
    yield {
      box: { left, top, width: right - left + 1, height: bottom - top + 1 },
      size: length,
      places: queue.subarray(0, length),
    };
  }
}
