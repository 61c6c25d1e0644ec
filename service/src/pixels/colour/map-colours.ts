import type { Pixels } from '../pixels.ts';

type Triple = readonly [number, number, number];

const KNOWN = 0xff000000;
/**
 * The number of colours with the same upper four bits of red, green and blue. There are as many groups of such
 * colours.
 */
const SIMILAR = 16 ** 3;

/**
 * Replaces every colour by another, in place. Each different colour is computed once: a photo has far fewer colours than
 * pixels. Unlike a look-up table on a grid, this is exact where the map is steep. `withoutGrain` is the data of the same
 * image without its grain: its colours are mapped, and the grain is added again unchanged.
 */
export const mapColours = (
  pixels: Pixels,
  map: (red: number, green: number, blue: number) => Triple,
  withoutGrain: Uint8Array = pixels.data,
): Pixels => {
  const { data, channels } = pixels;
  // A table for each group of similar colours, made when its first colour occurs: one table of all would take 64 MB.
  const known: (Uint32Array | undefined)[] = Array.from({ length: SIMILAR }, () => undefined);
  for (let at = 0; at < data.length; at += channels) {
    const [red, green, blue] = [withoutGrain[at]!, withoutGrain[at + 1]!, withoutGrain[at + 2]!];
    const group = ((red >> 4) << 8) | (green & 0xf0) | (blue >> 4);
    known[group] ??= new Uint32Array(SIMILAR);
    const similar = known[group];
    const colour = ((red & 15) << 8) | ((green & 15) << 4) | (blue & 15);
    let mapped = similar[colour]!;
    if (mapped === 0) {
      const [r, g, b] = map(red, green, blue);
      mapped = (KNOWN | (levelOf(r) << 16) | (levelOf(g) << 8) | levelOf(b)) >>> 0;
      similar[colour] = mapped;
    }
    data[at] = levelOf(((mapped >>> 16) & 255) + data[at]! - red);
    data[at + 1] = levelOf(((mapped >>> 8) & 255) + data[at + 1]! - green);
    data[at + 2] = levelOf((mapped & 255) + data[at + 2]! - blue);
  }
  return pixels;
};

const levelOf = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));
