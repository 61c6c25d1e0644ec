import type { Pixels } from '../pixels.ts';

/** A copy of an image, smaller by a whole factor in each direction. */
export type ShrunkPixels = Pixels & { factor: number };

/** Shrinks an image by the smallest whole factor that makes both sides at most `maxSide`. */
export const shrink = (pixels: Pixels, maxSide: number): ShrunkPixels =>
  shrinkBy(pixels, Math.max(1, Math.ceil(Math.max(pixels.width, pixels.height) / maxSide)));

/** Shrinks an image by averaging blocks of `factor` x `factor` pixels. Averaging removes most of the grain. */
export const shrinkBy = (pixels: Pixels, factor: number): ShrunkPixels => {
  const { width, height, channels, data } = pixels;
  if (factor === 1) return { ...pixels, factor };
  const small = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const sums = new Float64Array(small.width * (channels + 1));
  const out = new Uint8Array(small.width * small.height * channels);
  for (let row = 0; row < small.height; row += 1) {
    sums.fill(0);
    const bottom = Math.min(height, (row + 1) * factor);
    for (let y = row * factor; y < bottom; y += 1) {
      let at = y * width * channels;
      for (let x = 0; x < width; x += 1, at += channels) {
        const to = Math.floor(x / factor) * (channels + 1);
        // Colours are weighted by alpha.
        const weight = channels === 4 ? data[at + 3]! : 255;
        sums[to]! += data[at]! * weight;
        sums[to + 1]! += data[at + 1]! * weight;
        sums[to + 2]! += data[at + 2]! * weight;
        sums[to + 3]! += weight;
        if (channels === 4) sums[to + 4]! += 1;
      }
    }
    for (let column = 0; column < small.width; column += 1) {
      const from = column * (channels + 1);
      const to = (row * small.width + column) * channels;
      const weight = sums[from + 3]! || 1;
      for (let i = 0; i < 3; i += 1) out[to + i] = Math.round(sums[from + i]! / weight);
      if (channels === 4) out[to + 3] = Math.round(sums[from + 3]! / sums[from + 4]!);
    }
  }
  return { ...small, channels, data: out, factor };
};
