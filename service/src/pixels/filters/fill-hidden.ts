import type { Pixels } from '../pixels.ts';
import { shrinkBy } from './shrink.ts';

/**
 * Gives fully transparent pixels the colours of visible pixels nearby, in place. A filter that runs afterwards then
 * mixes no invisible colours into the edge.
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
