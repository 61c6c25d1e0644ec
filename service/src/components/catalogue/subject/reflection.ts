import { type Box, cutBox, type Pixels } from '../../../pixels/pixels.ts';
import { groundLine } from '../../../pixels/regions/ground-line.ts';
import { refuseTooLarge } from '../geometry/most-pixels.ts';

export const reflectedRows = ({ height }: Box, percent: number): number =>
  Math.max(1, Math.round((height * percent) / 100));

/** Adds the reflection of the object: mirrored below its ground line, and fading downwards. */
export const reflection = (
  pixels: Pixels,
  subject: Box,
  { length, opacity, extend }: { length: number; opacity: number; extend: boolean },
): Pixels => {
  const reach = reflectedRows(subject, length);
  const foot = subject.top + subject.height;
  const height = extend ? Math.max(pixels.height, foot + reach) : pixels.height;
  const { width } = pixels;
  refuseTooLarge('shadow', { width, height }, pixels);
  const source = pixels.data;
  const out = cutBox(pixels, { left: 0, top: 0, width, height }, [0, 0, 0, 0]);
  for (const [column, below] of groundLine(pixels, subject).entries()) {
    const x = subject.left + column;
    // The reflection starts one row above the ground line. Otherwise a light seam would show under the half
    // transparent edge of the object.
    const ground = below - 1;
    for (let y = Math.floor(ground); y < Math.min(height, foot + reach); y += 1) {
      const mirrored = 2 * ground - 1 - y;
      if (mirrored < subject.top) break;
      // The ground line can lie between two rows, so each mirrored row is interpolated from two rows.
      const upper = (Math.min(foot - 1, Math.floor(mirrored)) * width + x) * 4;
      const lower = (Math.min(foot - 1, Math.floor(mirrored) + 1) * width + x) * 4;
      const share = mirrored - Math.floor(mirrored);
      const fromLower = (source[lower + 3]! / 255) * share;
      const fromUpper = (source[upper + 3]! / 255) * (1 - share);
      const to = (y * width + x) * 4;
      const fade = Math.min(1, Math.max(0, 1 - (y - ground) / reach));
      const own = out.data[to + 3]! / 255;
      const strength = opacity * fade * fade * (1 - own);
      const alpha = own + (fromUpper + fromLower) * strength;
      if (alpha === own) continue;
      for (let i = 0; i < 3; i += 1) {
        const under = source[upper + i]! * fromUpper + source[lower + i]! * fromLower;
        out.data[to + i] = (out.data[to + i]! * own + under * strength) / alpha + 0.5;
      }
      out.data[to + 3] = alpha * 255 + 0.5;
    }
  }
  return out;
};
