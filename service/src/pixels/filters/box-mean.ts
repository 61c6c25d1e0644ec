/**
 * A box filter: the mean of the square with side 2 * radius + 1 around each value. The time does not depend on the
 * radius.
 */
export const boxMean = (
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  out: Float32Array = new Float32Array(plane.length),
): Float32Array => {
  const across = new Float32Array(plane.length);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x += 1) sum += plane[row + x]!;
    for (let x = 0; x < width; x += 1) {
      if (x + radius < width) sum += plane[row + x + radius]!;
      if (x - radius - 1 >= 0) sum -= plane[row + x - radius - 1]!;
      const count = Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1;
      across[row + x] = sum / count;
    }
  }
  const sums = new Float64Array(width);
  for (let y = 0; y < Math.min(radius, height); y += 1)
    for (let x = 0; x < width; x += 1) sums[x]! += across[y * width + x]!;
  for (let y = 0; y < height; y += 1) {
    const enters = y + radius < height ? (y + radius) * width : -1;
    const leaves = y - radius - 1 >= 0 ? (y - radius - 1) * width : -1;
    const count = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
    for (let x = 0; x < width; x += 1) {
      if (enters >= 0) sums[x]! += across[enters + x]!;
      if (leaves >= 0) sums[x]! -= across[leaves + x]!;
      out[y * width + x] = sums[x]! / count;
    }
  }
  return out;
};
