/** A 3 x 3 binomial filter: reduces the grain and does not move edges. */
export const soften = (plane: Float32Array, width: number, height: number): Float32Array => {
  const across = new Float32Array(plane.length);
  const soft = new Float32Array(plane.length);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    for (let x = 0; x < width; x++) {
      const i = start + x;
      const left = plane[x > 0 ? i - 1 : i]!;
      const right = plane[x + 1 < width ? i + 1 : i]!;
      across[i] = 0.25 * (left + right) + 0.5 * plane[i]!;
    }
  }
  for (let y = 0; y < height; y++) {
    const above = y > 0 ? -width : 0;
    const below = y + 1 < height ? width : 0;
    for (let i = y * width; i < (y + 1) * width; i++)
      soft[i] = 0.25 * (across[i + above]! + across[i + below]!) + 0.5 * across[i]!;
  }
  return soft;
};
