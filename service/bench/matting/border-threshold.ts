/** The baseline: a threshold on the distance from the mean colour of the border, the common ten-line method. */
export const borderThreshold = (rgb: Uint8Array, width: number, height: number): Uint8Array => {
  const mean = [0, 0, 0];
  let count = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (x > 0 && y > 0 && x < width - 1 && y < height - 1) continue;
      for (let c = 0; c < 3; c++) mean[c]! += rgb[(y * width + x) * 3 + c]!;
      count++;
    }
  const [r, g, b] = mean.map((sum) => sum / count) as [number, number, number];
  const matte = new Uint8Array(width * height);
  for (let i = 0; i < matte.length; i++) {
    const distance = Math.hypot(rgb[i * 3]! - r, rgb[i * 3 + 1]! - g, rgb[i * 3 + 2]! - b);
    matte[i] = distance > 30 ? 255 : 0;
  }
  return matte;
};
