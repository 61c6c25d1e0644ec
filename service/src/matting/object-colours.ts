import type { Pixels } from '../pixels/pixels.ts';
import { extrapolateColours } from './background/extrapolate-colours.ts';
import { pointReader } from './row-reader.ts';
import type { WorkImage } from './work-image.ts';

/** A pixel whose alpha is at most this counts as background, and one with at least 255 minus this as object. */
const ALPHA_TOLERANCE = 4;
/** The weight of extrapolated colours in the colours of a pixel: without it, noise would show where alpha is low. */
const EXTRAPOLATED_WEIGHT = 0.02;

/**
 * Makes the cut-out: RGBA whose colours are those of the object alone. In a mixed pixel, the colours of object and
 * background start from those extrapolated at working size. They are then corrected, so that together they give the
 * pixel's own colour (the last level of Germer and others, "Fast multi-level foreground estimation", 2020).
 */
export const objectColours = (pixels: Pixels, work: WorkImage, matte: Uint8Array): Uint8Array => {
  const { width, height, channels, data } = pixels;
  const { front, behind } = sidesOf(work, pixels, matte);
  const read = pointReader(work, pixels);
  const planes = [
    [front.red, behind.red],
    [front.green, behind.green],
    [front.blue, behind.blue],
  ] as const;
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const level = matte[i]!;
      if (level === 0) continue;
      const at = i * channels;
      rgba[i * 4 + 3] = channels === 4 ? Math.min(level, data[at + 3]!) : level;
      if (level === 255) {
        rgba[i * 4] = data[at]!;
        rgba[i * 4 + 1] = data[at + 1]!;
        rgba[i * 4 + 2] = data[at + 2]!;
        continue;
      }
      const alpha = level / 255;
      const share = alpha / (alpha * alpha + (1 - alpha) ** 2 + EXTRAPOLATED_WEIGHT);
      for (let c = 0; c < 3; c++) {
        const own = read(planes[c]![0], x, y);
        const other = read(planes[c]![1], x, y);
        const corrected = own + share * (data[at + c]! - alpha * own - (1 - alpha) * other);
        rgba[i * 4 + c] = Math.min(255, Math.max(0, Math.round(corrected)));
      }
    }
  return rgba;
};

/** The colours of the object and of the background at working size, extrapolated to all pixels. */
const sidesOf = (work: WorkImage, { width, height }: Pixels, matte: Uint8Array) => {
  const isFront = new Float32Array(work.width * work.height).fill(1);
  const isBehind = new Float32Array(work.width * work.height).fill(1);
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor((x * work.width) / width));
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * work.height) / height) * work.width;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const to = row + columns[x]!;
      if (matte[i]! < 255 - ALPHA_TOLERANCE) isFront[to] = 0;
      if (matte[i]! > ALPHA_TOLERANCE) isBehind[to] = 0;
    }
  }
  return {
    front: extrapolateColours(work, isFront, work.width, work.height),
    behind: extrapolateColours(work, isBehind, work.width, work.height),
  };
};
