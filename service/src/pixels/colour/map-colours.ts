import type { Pixels } from '../pixels.ts';

type Triple = readonly [number, number, number];

const KNOWN = 0xff000000;

/**
 * Replaces every colour by another, in place. Each different colour is computed once: a photo has far fewer colours than
 * pixels. Unlike a look-up table on a grid, it is exact where the map is steep.
 */
export const mapColours = (
  pixels: Pixels,
  map: (red: number, green: number, blue: number) => Triple,
): Pixels => {
  const { data, channels } = pixels;
  const known = new Uint32Array(1 << 24);
  for (let at = 0; at < data.length; at += channels) {
    const colour = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    let mapped = known[colour]!;
    if (mapped === 0) {
      const [red, green, blue] = map(data[at]!, data[at + 1]!, data[at + 2]!);
      mapped = (KNOWN | (levelOf(red) << 16) | (levelOf(green) << 8) | levelOf(blue)) >>> 0;
      known[colour] = mapped;
    }
    data[at] = (mapped >>> 16) & 255;
    data[at + 1] = (mapped >>> 8) & 255;
    data[at + 2] = mapped & 255;
  }
  return pixels;
};

const levelOf = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));
