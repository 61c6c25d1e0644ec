import { inStrips } from '../filters/in-strips.ts';
import { medianOf } from '../numeric/median-of.ts';
import { lumaAt, type Pixels } from '../pixels.ts';
import { morphologicalClosing } from './morphological-closing.ts';

/** Marks of narrow parts that are darker, and of narrow parts that are lighter, than their surroundings. */
type SpeckMarks = { dark: Uint8Array; light: Uint8Array };
const FAINT_MARK = 1;
/** The mark of a pixel with enough contrast. A speck has at least one such pixel. */
export const CLEAR_MARK = 2;

/** The smallest contrast of a pixel at the rim of a spot, as a fraction of the required contrast. */
const RIM = 0.3;
const LEAST_RIM = 3;
/** The least contrast as a multiple of the grain: of a single pixel, and of the mean of nine pixels. */
const ABOVE_GRAIN = 7;
const MEAN_ABOVE_GRAIN = 2.5;

/** Marks everything that is narrower than `side`, with its faint rim: spots, and also lines, letters and links. */
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
    const closed = morphologicalClosing(mean.slice(), width, rows, side);
    // Fills dark specks first. Otherwise the bright gap between a dark speck and the object would count as a bright
    // speck.
    const inverseClosed = morphologicalClosing(
      closed.map((level) => 255 - level),
      width,
      rows,
      side,
    );
    const shift = from * width;
    for (let at = (top - from) * width; at < (bottom - from) * width; at += 1) {
      const above = closed[at]!;
      const below = 255 - inverseClosed[at]!;
      if (above - luma[at]! >= least) dark[shift + at] = CLEAR_MARK;
      else if (above - mean[at]! >= leastMean) dark[shift + at] = FAINT_MARK;
      if (luma[at]! - below >= least) light[shift + at] = CLEAR_MARK;
      else if (mean[at]! - below >= leastMean) light[shift + at] = FAINT_MARK;
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

const SAMPLES = 20_000;

/** The standard deviation of the grain, from the second differences along rows. */
const grainOf = ({ width, height, channels, data }: Pixels): number => {
  const step = Math.max(1, Math.floor((width * height) / SAMPLES));
  const apart: number[] = [];
  for (let at = width + 1; at < width * (height - 1) - 1; at += step) {
    const level = (place: number) => lumaAt(data, place * channels);
    apart.push(Math.abs(2 * level(at) - level(at - 1) - level(at + 1)));
  }
  const usual = medianOf(apart);
  // The median of |x| is 0.6745 standard deviations, and a second difference has sqrt(6) times the deviation of a pixel.
  return usual / 0.6745 / Math.sqrt(6);
};
