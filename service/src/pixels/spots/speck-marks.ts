import { inStrips } from '../filters/in-strips.ts';
import { medianOf } from '../numeric/median-of.ts';
import { lumaAt, type Pixels } from '../pixels.ts';
import { fillDark } from './fill-dark.ts';

/** Two planes: what is narrow and darker than what lies around it, and what is brighter. */
export type SpeckMarks = { dark: Uint8Array; light: Uint8Array };
const FAINT = 1;
/** What has no clear pixel is no speck. */
export const CLEAR = 2;

/** How faint the rim of a spot may be, as a share of the contrast asked for, and still belongs to it. */
const RIM = 0.3;
const LEAST_RIM = 3;
/** How far what is seen must stand above the grain: a pixel alone, and the mean of nine. */
const ABOVE_GRAIN = 7;
const MEAN_ABOVE_GRAIN = 2.5;

/** Marks whatever is narrower than `side`, with its faint rim: spots, but lines and letters and links as well. */
export const markSpecks = (
  pixels: Pixels,
  { side, contrast }: { side: number; contrast: number },
): SpeckMarks => {
  const { width, height, channels, data } = pixels;
  const dark = new Uint8Array(width * height);
  const light = new Uint8Array(width * height);
  const grain = grainOf(pixels);
  const least = Math.max(contrast, ABOVE_GRAIN * grain);
  const leastMean = Math.max(LEAST_RIM, RIM * contrast, MEAN_ABOVE_GRAIN * grain);
  inStrips(height, 2 * side, ({ top, bottom, from, to }) => {
    const rows = to - from;
    const luma = new Uint8Array(width * rows);
    for (let at = 0; at < luma.length; at += 1) luma[at] = lumaAt(data, (from * width + at) * channels) + 0.5;
    const mean = meanOfNine(luma, width, rows);
    const filled = fillDark(mean.slice(), width, rows, side);
    // What is bright between a dark speck and the object is none itself: the dark one is filled before.
    const levelled = fillDark(
      filled.map((level) => 255 - level),
      width,
      rows,
      side,
    );
    const shift = from * width;
    for (let at = (top - from) * width; at < (bottom - from) * width; at += 1) {
      const above = filled[at]!;
      const below = 255 - levelled[at]!;
      if (above - luma[at]! >= least) dark[shift + at] = CLEAR;
      else if (above - mean[at]! >= leastMean) dark[shift + at] = FAINT;
      if (luma[at]! - below >= least) light[shift + at] = CLEAR;
      else if (mean[at]! - below >= leastMean) light[shift + at] = FAINT;
    }
  });
  return { dark, light };
};

const meanOfNine = (plane: Uint8Array, width: number, height: number): Uint8Array => {
  const mean = plane.slice();
  for (let y = 1; y < height - 1; y += 1)
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const [up, down] = [at - width, at + width];
      const rows =
        plane[up - 1]! + plane[up]! + plane[up + 1]! + plane[down - 1]! + plane[down]! + plane[down + 1]!;
      mean[at] = (rows + plane[at - 1]! + plane[at]! + plane[at + 1]!) / 9 + 0.5;
    }
  return mean;
};

const LOOKED_AT = 20_000;

/** How much pixels usually differ from the mean of those beside them. */
const grainOf = ({ width, height, channels, data }: Pixels): number => {
  const step = Math.max(1, Math.floor((width * height) / LOOKED_AT));
  const apart: number[] = [];
  for (let at = width + 1; at < width * (height - 1) - 1; at += step) {
    const level = (place: number) => lumaAt(data, place * channels);
    apart.push(Math.abs(2 * level(at) - level(at - 1) - level(at + 1)));
  }
  const usual = medianOf(apart);
  // The deviation of what is 0.6745 of it or less in half of the cases, of a sum that deviates by the root of six.
  return usual / 0.6745 / Math.sqrt(6);
};
