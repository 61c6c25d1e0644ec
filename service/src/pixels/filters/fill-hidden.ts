import type { Pixels } from '../pixels.ts';
import { shrinkBy } from './shrink.ts';

/**
 * Gives what is wholly transparent the colours of what can be seen nearby, so that a filter mixes in nothing else.
 * Changes in place.
 */
export const fillHidden = (pixels: Pixels): Pixels => {
  const { width, height, data } = pixels;
  if (!hasHidden(pixels) || (width === 1 && height === 1)) return pixels;
  const half = fillHidden(shrinkBy(pixels, 2));
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      if (data[at + 3] !== 0) continue;
      const from = ((y >> 1) * half.width + (x >> 1)) * 4;
      data[at] = half.data[from]!;
      data[at + 1] = half.data[from + 1]!;
      data[at + 2] = half.data[from + 2]!;
    }
  return pixels;
};

const hasHidden = ({ channels, data }: Pixels): boolean => {
  if (channels === 4) for (let at = 3; at < data.length; at += 4) if (data[at] === 0) return true;
  return false;
};
