export type Score = { iou: number; alphaError: number; gradientError: number };

/**
 * Compares a matte (0 to 255) with the true alpha (0 to 1). The IoU is the soft one, sum of minima over sum of maxima:
 * on hard masks it is the usual IoU, and glass or hair count by how much of them there is.
 */
export const score = (matte: Uint8Array, truth: Float32Array, width: number, height: number): Score => {
  let both = 0;
  let either = 0;
  let error = 0;
  let slopes = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const found = matte[i]! / 255;
      const real = truth[i]!;
      both += Math.min(found, real);
      either += Math.max(found, real);
      error += Math.abs(found - real);
      if (x + 1 === width || y + 1 === height) continue;
      const foundSlope = Math.hypot(matte[i + 1]! - matte[i]!, matte[i + width]! - matte[i]!) / 255;
      const realSlope = Math.hypot(truth[i + 1]! - truth[i]!, truth[i + width]! - truth[i]!);
      slopes += (foundSlope - realSlope) ** 2;
    }
  return {
    iou: either === 0 ? 1 : both / either,
    alphaError: error / truth.length,
    // Per thousand pixels, because a plain sum would make large images look worse.
    gradientError: (slopes / truth.length) * 1000,
  };
};
