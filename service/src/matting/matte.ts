import type { Pixels } from '../pixels/pixels.ts';
import { distanceTo } from '../pixels/regions/distance-to.ts';
import { BAND, INSIDE, solveClosedForm } from './closed-form.ts';
import { NOT_FINE } from './fine-structure.ts';
import { pointReader, rowReader, type Size } from './row-reader.ts';

/** Half of the width of the band, in pixels of an image of the working size. Wider bands quickly give worse results. */
const BAND_HALF_WIDTH = 3;
/**
 * In larger images, the half width grows by this fraction of their scale, because the cut is exact only to a pixel of
 * the working image.
 */
const BAND_GROWTH = 0.7;

/**
 * The alpha of an image, 0 to 255, from the cut and the fine structure at working size. When the probability of a fine
 * network is given, alpha stays near to that probability where the colours say little.
 */
export const matteOf = (
  pixels: Pixels,
  work: Size,
  inside: Uint8Array,
  fine: Float32Array | undefined,
  probability?: Float32Array,
): Uint8Array => {
  const { width, height } = pixels;
  const scale = width / work.width;
  const reach = BAND_HALF_WIDTH * Math.max(1, BAND_GROWTH * scale);
  const distances = signedDistance(inside, work, reach / scale + 2);
  const readDistance = rowReader(distances, work, pixels);
  const readFine = fine && rowReader(fine, work, pixels);
  const trimap = new Uint8Array(width * height);
  let count = 0;
  for (let y = 0; y < height; y++) {
    const near = readDistance(y);
    const fines = readFine?.(y);
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const distance = near[x]! * scale;
      if (distance > reach) trimap[i] = INSIDE;
      else if (distance >= -reach || (fines && fines[x]! >= 0)) {
        trimap[i] = BAND;
        count++;
      }
    }
  }
  const band = {
    places: new Int32Array(count),
    alpha: new Float32Array(count),
    priorAlpha: new Float32Array(count).fill(NOT_FINE),
  };
  const read = pointReader(work, pixels);
  for (let i = 0, n = 0; n < count; i++) {
    if (trimap[i] !== BAND) continue;
    const x = i % width;
    const y = (i - x) / width;
    const distance = read(distances, x, y) * scale;
    band.places[n] = i;
    if (distance < -reach) band.priorAlpha[n] = read(fine!, x, y);
    else if (probability) band.priorAlpha[n] = read(probability, x, y);
    // The solver starts from the blurred cut.
    band.alpha[n] =
      distance < -reach ? band.priorAlpha[n]! : Math.min(1, Math.max(0, 0.5 + distance / BAND_HALF_WIDTH));
    n++;
  }
  solveClosedForm(pixels, trimap, band);
  for (let i = 0; i < trimap.length; i++) trimap[i] = (trimap[i]! & INSIDE) === 0 ? 0 : 255;
  band.places.forEach((i, n) => {
    trimap[i] = Math.round(band.alpha[n]! * 255);
  });
  return trimap;
};

/** The distance of each pixel from the outline of the mask, at most `limit`: positive inside, negative outside. */
const signedDistance = (inside: Uint8Array, { width, height }: Size, limit: number): Float32Array => {
  const toInside = distanceTo(inside, 1, width, height, limit);
  const toOutside = distanceTo(inside, 0, width, height, limit);
  for (let i = 0; i < inside.length; i++)
    toInside[i] = inside[i] === 1 ? toOutside[i]! - 0.5 : 0.5 - toInside[i]!;
  return toInside;
};
