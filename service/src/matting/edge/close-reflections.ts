import type { Pixels } from '../cutout.ts';

// Levels of alpha: below CLEAR a pixel is background, from SOLID on it is object.
const CLEAR = 31;
const SOLID = 230;

/**
 * Makes small translucent spots in `rgba` opaque again, with their original colours, when they are enclosed by solid pixels
 * and nowhere clear: such a spot is not a hole but a reflection that is almost as pale as the background.
 */
export const closeReflections = ({ data, width, height, channels }: Pixels, rgba: Uint8Array): void => {
  const count = width * height;
  // One bit for each pixel: bytes would take 50 MB for 50 megapixels.
  const seen = new Uint8Array(Math.ceil(count / 8));
  const isSeen = (i: number) => (seen[i >> 3]! >> (i & 7)) & 1;
  const spot: number[] = [];
  let isHole = false;
  const visit = (i: number) => {
    const alpha = rgba[i * 4 + 3]!;
    if (alpha < CLEAR) isHole = true;
    else if (alpha < SOLID && !isSeen(i)) {
      seen[i >> 3]! |= 1 << (i & 7);
      spot.push(i);
    }
  };
  for (let first = nextSoft(rgba, 0); first < count; first = nextSoft(rgba, first + 1)) {
    if (isSeen(first)) continue;
    spot.length = 0;
    isHole = false;
    visit(first);
    for (let head = 0; head < spot.length; head++) {
      const x = spot[head]! % width;
      for (const i of [spot[head]! - width, spot[head]!, spot[head]! + width]) {
        visit(i);
        if (x > 0) visit(i - 1);
        if (x + 1 < width) visit(i + 1);
      }
    }
    if (isHole) continue;
    for (const i of spot) {
      for (let c = 0; c < 3; c++) rgba[i * 4 + c] = data[i * channels + c]!;
      rgba[i * 4 + 3] = 255;
    }
  }
};

/** The next pixel that is neither clear nor solid. A function of its own: inlined above, everything takes twice as long. */
const nextSoft = (rgba: Uint8Array, from: number): number => {
  let at = from * 4 + 3;
  while (at < rgba.length && (rgba[at]! < CLEAR || rgba[at]! >= SOLID)) at += 4;
  return at >> 2;
};
