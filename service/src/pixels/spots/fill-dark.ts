/**
 * Fills what is dark and narrower than `side`, across or along, up to the darkest of what lies around it. All else stays as
 * it is, edges too. Changes in place.
 */
export const fillDark = (plane: Uint8Array, width: number, height: number, side: number): Uint8Array => {
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

/** Each value seen so far ahead sees that far again: a few steps reach over the whole side. */
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
