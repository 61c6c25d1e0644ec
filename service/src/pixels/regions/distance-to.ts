const STRAIGHT = 1;
const DIAGONAL = Math.SQRT2;

/** The distance of each pixel to the nearest pixel with this mark, in pixels (chamfer distance), at most `limit`. */
export const distanceTo = (
  marks: Uint8Array,
  mark: number,
  width: number,
  height: number,
  limit: number,
): Float32Array => {
  const far = new Float32Array(marks.length);
  for (let i = 0; i < far.length; i++) far[i] = marks[i] === mark ? 0 : limit;
  for (let y = 0; y < height; y++)
    for (let x = 0, i = y * width; x < width; x++, i++) {
      let least = far[i]!;
      if (least === 0) continue;
      if (x > 0) least = Math.min(least, far[i - 1]! + STRAIGHT);
      if (y > 0) {
        least = Math.min(least, far[i - width]! + STRAIGHT);
        if (x > 0) least = Math.min(least, far[i - width - 1]! + DIAGONAL);
        if (x + 1 < width) least = Math.min(least, far[i - width + 1]! + DIAGONAL);
      }
      far[i] = least;
    }
  for (let y = height - 1; y >= 0; y--)
    for (let x = width - 1, i = y * width + x; x >= 0; x--, i--) {
      let least = far[i]!;
      if (least === 0) continue;
      if (x + 1 < width) least = Math.min(least, far[i + 1]! + STRAIGHT);
      if (y + 1 < height) {
        least = Math.min(least, far[i + width]! + STRAIGHT);
        if (x > 0) least = Math.min(least, far[i + width - 1]! + DIAGONAL);
        if (x + 1 < width) least = Math.min(least, far[i + width + 1]! + DIAGONAL);
      }
      far[i] = least;
    }
  return far;
};
