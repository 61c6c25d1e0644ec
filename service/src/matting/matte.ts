import { distanceTo } from '../pixels/regions/distance-to.ts';
import { BAND, INSIDE, OUTSIDE, solveBand } from './closed-form.ts';
import type { Pixels } from './cutout.ts';
import { NOT_FINE } from './fine-structure.ts';
import { rowReader } from './row-reader.ts';
import type { WorkImage } from './work-image.ts';

/** Half of the width of the band, in pixels of an image of the working size. Wider bands lose quickly. */
const REACH = 3;
/** In larger images the band grows by this share of their scale: the cut there is less exact than a pixel. */
const GROWTH = 0.7;

/** The alpha of an image, 0 to 255. */
export const matteOf = (
  pixels: Pixels,
  { width: workWidth, height: workHeight }: WorkImage,
  inside: Uint8Array,
  fine: Float32Array | undefined,
): Uint8Array => {
  const { width, height } = pixels;
  const work = { width: workWidth, height: workHeight };
  const scale = width / workWidth;
  const reach = REACH * Math.max(1, GROWTH * scale);
  const readDistance = rowReader(signedDistance(inside, work, reach / scale + 2), work, pixels);
  const readFine = fine && rowReader(fine, work, pixels);
  const trimap = new Uint8Array(width * height);
  const places: number[] = [];
  const alpha: number[] = [];
  const hints: number[] = [];
  for (let y = 0; y < height; y++) {
    const distances = readDistance(y);
    const fines = readFine?.(y);
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const distance = distances[x]! * scale;
      trimap[i] = distance > reach ? INSIDE : OUTSIDE;
      const hint = distance < -reach && fines ? fines[x]! : NOT_FINE;
      if (distance > reach || (distance < -reach && hint < 0)) continue;
      trimap[i] = BAND;
      places.push(i);
      hints.push(hint);
      // The blurred cut, as the start of the solver.
      alpha.push(hint >= 0 ? hint : Math.min(1, Math.max(0, 0.5 + distance / REACH)));
    }
  }
  const band = {
    places: Int32Array.from(places),
    alpha: Float32Array.from(alpha),
    hints: Float32Array.from(hints),
  };
  solveBand(pixels, trimap, band);
  for (let i = 0; i < trimap.length; i++) trimap[i] = (trimap[i]! & INSIDE) === 0 ? 0 : 255;
  band.places.forEach((i, n) => {
    trimap[i] = Math.round(band.alpha[n]! * 255);
  });
  return trimap;
};

/** The distance of each pixel from the outline of the mask, at most `limit`: positive inside, negative outside. */
const signedDistance = (
  inside: Uint8Array,
  { width, height }: { width: number; height: number },
  limit: number,
): Float32Array => {
  const toInside = distanceTo(inside, 1, width, height, limit);
  const toOutside = distanceTo(inside, 0, width, height, limit);
  for (let i = 0; i < inside.length; i++)
    toInside[i] = inside[i] === 1 ? toOutside[i]! - 0.5 : 0.5 - toInside[i]!;
  return toInside;
};
