import type { Pixels } from '../pixels/pixels.ts';
import { convexHull } from '../pixels/regions/convex-hull.ts';
import { distanceTo } from '../pixels/regions/distance-to.ts';
import { maskOf } from '../pixels/regions/mask-of.ts';
import { extrapolateColours } from './background/extrapolate-colours.ts';
import type { Cutout } from './cut-out.ts';
import type { WorkImage } from './work-image.ts';

type Image = Pick<Cutout, 'width' | 'height' | 'rgba'>;

// The smallest possible alpha assumes pure black or white glass, which hardly exists, so alpha is that times this
// factor.
const OPACITY_FACTOR = 1.25;

/**
 * Makes a cut-out of glass transparent, in place. A pixel that looks like the background becomes clear. A darker
 * pixel becomes dark glass, and a lighter one a reflection. On the same background the result looks like the photo.
 */
export const seeThrough = (pixels: Pixels, cutout: Image, work: WorkImage): void => {
  const { data, width, height, channels } = pixels;
  const { rgba } = cutout;
  const factor = width / work.width;
  const glass = glassOf(cutout, work);
  const outside = new Float32Array(maskOf(glass.length, (i) => glass[i] === 0));
  const { red, green, blue } = extrapolateColours(work, outside, work.width, work.height);
  const noise = noiseOf(pixels, glass, work);
  const around = new Float64Array(3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = Math.min(work.height - 1, (y / factor) | 0) * work.width + ((x / factor) | 0);
      if (glass[i] === 0) continue;
      const pixel = y * width + x;
      const at = pixel * channels;
      meanAround(pixels, x, y, around);
      const [r, g, b] = [red[i]!, green[i]!, blue[i]!];
      const calm = leastOpacity(around, 0, r, g, b);
      const own = leastOpacity(data, at, r, g, b);
      // The pixel gets the opacity of the mean colour around it. Its own opacity counts only where it differs by more
      // than the noise. Half of the noise is subtracted, because the mean still contains about that much.
      const seen = calm + Math.sign(own - calm) * Math.max(0, Math.abs(own - calm) - noise) - 0.5 * noise;
      const most = channels === 4 ? data[at + 3]! / 255 : 1;
      const alpha = Math.min(most, OPACITY_FACTOR * Math.max(0, seen));
      const level = Math.round(alpha * 255);
      rgba[pixel * 4 + 3] = level;
      if (level === 0) continue;
      rgba[pixel * 4] = withoutBackground(data[at]!, r, alpha);
      rgba[pixel * 4 + 1] = withoutBackground(data[at + 1]!, g, alpha);
      rgba[pixel * 4 + 2] = withoutBackground(data[at + 2]!, b, alpha);
    }
};

/** Writes the mean colour of a pixel and its eight neighbours into `mean`, with binomial weights. */
const meanAround = (
  { data, width, height, channels }: Pixels,
  x: number,
  y: number,
  mean: Float64Array,
): void => {
  const left = x > 0 ? -channels : 0;
  const right = x + 1 < width ? channels : 0;
  const above = y > 0 ? -width * channels : 0;
  const below = y + 1 < height ? width * channels : 0;
  const at = (y * width + x) * channels;
  for (let c = 0; c < 3; c++) {
    const i = at + c;
    const sides = data[i + left]! + data[i + right]! + data[i + above]! + data[i + below]!;
    const corners =
      data[i + above + left]! + data[i + above + right]! + data[i + below + left]! + data[i + below + right]!;
    mean[c] = (4 * data[i]! + 2 * sides + corners) / 16;
  }
};

/** The smallest alpha at which some colour, laid over this background, looks like the pixel. */
const leastOpacity = (
  pixels: Uint8Array | Float64Array,
  at: number,
  red: number,
  green: number,
  blue: number,
): number =>
  Math.max(leastOf(pixels[at]!, red), leastOf(pixels[at + 1]!, green), leastOf(pixels[at + 2]!, blue));

// The range between the background and white or black is taken to be at least this, in levels. On a white background,
// grain would otherwise look like reflections.
const LEAST_RANGE = 32;

const leastOf = (seen: number, behind: number): number =>
  seen > behind
    ? (seen - behind) / Math.max(LEAST_RANGE, 255 - behind)
    : (behind - seen) / Math.max(LEAST_RANGE, behind);

/** The level of the glass itself, without the background behind it. */
const withoutBackground = (seen: number, behind: number, alpha: number): number =>
  Math.min(255, Math.max(0, Math.round((seen - (1 - alpha) * behind) / alpha)));

/** The largest depth of a notch that is closed, as a fraction of the longer side. */
const NOTCH_SHARE = 0.02;
/** The margin around the outline, in pixels of the working image. It contains the soft edge. */
const MARGIN = 2.5;

/**
 * The mask of the glass at working size, with a small margin. Closes notches in its outline, where a thin wall or the
 * back of a rim looks like the background; background inside the mask becomes clear in any case.
 */
const glassOf = ({ rgba, width, height }: Image, work: WorkImage): Uint8Array => {
  const found = new Uint8Array(work.width * work.height);
  const factor = width / work.width;
  for (let y = 0; y < height; y++) {
    const row = Math.min(work.height - 1, (y / factor) | 0) * work.width;
    for (let x = 0; x < width; x++)
      if (rgba[(y * width + x) * 4 + 3] !== 0) found[row + ((x / factor) | 0)] = 1;
  }
  const depth = NOTCH_SHARE * Math.max(work.width, work.height);
  const away = distanceTo(found, 1, work.width, work.height, depth + 1);
  // A notch is what the convex hull adds to the glass, such as between the ends of a rim. It may be wide, but not deep.
  const hull = convexHull(found, work.width);
  return maskOf(found.length, (i) => away[i]! <= (hull[i] === 1 ? depth : MARGIN));
};

const SAMPLES = 20_000;
const PERCENTILE = 0.95;

/** The alpha that the grain of the background alone would get (95th percentile). */
const noiseOf = (pixels: Pixels, glass: Uint8Array, work: WorkImage): number => {
  const { data, width, height, channels } = pixels;
  const step = Math.max(1, Math.floor((width * height) / SAMPLES));
  const factor = width / work.width;
  const around = new Float64Array(3);
  const levels: number[] = [];
  for (let pixel = 0; pixel < width * height; pixel += step) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const at = pixel * channels;
    if (glass[Math.min(work.height - 1, (y / factor) | 0) * work.width + ((x / factor) | 0)] === 1) continue;
    meanAround(pixels, x, y, around);
    levels.push(leastOpacity(data, at, around[0]!, around[1]!, around[2]!));
  }
  return levels.sort((a, b) => a - b)[Math.floor(levels.length * PERCENTILE)] ?? 0;
};
