/**
 * A morphological closing with a square of `side` pixels, in place: fills dark parts that are narrower than `side` with
 * the darkest level around them and keeps everything else, edges included.
 */
export const morphologicalClosing = (
  plane: Uint8Array,
  width: number,
  height: number,
  side: number,
): Uint8Array => {
  const steps = stepsTo(side);
  for (const step of steps) {
    for (let y = 0; y < height; y += 1) brightestAhead(plane, y * width, (y + 1) * width - step, step);
    brightestAhead(plane, 0, (height - step) * width, step * width);
  }
  for (const step of steps) {
    for (let y = 0; y < height; y += 1) darkestBehind(plane, y * width + step, (y + 1) * width, step);
    darkestBehind(plane, step * width, height * width, step * width);
  }
  return plane;
};

/** The steps whose sum is side - 1. Each step doubles the window, so a few steps cover the whole side. */
const stepsTo = (side: number): number[] => {
  const steps: number[] = [];
  for (let seen = 1; seen < side; seen += steps.at(-1)!) steps.push(Math.min(seen, side - seen));
  return steps;
};

const brightestAhead = (plane: Uint8Array, from: number, to: number, step: number): void => {
  for (let at = from; at < to; at += 1) if (plane[at + step]! > plane[at]!) plane[at] = plane[at + step]!;
};

const darkestBehind = (plane: Uint8Array, from: number, to: number, step: number): void => {
  for (let at = to - 1; at >= from; at -= 1)
    if (plane[at - step]! < plane[at]!) plane[at] = plane[at - step]!;
};
