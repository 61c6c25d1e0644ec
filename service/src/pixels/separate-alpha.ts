import type { Box, Pixels, Plane } from './pixels.ts';

/** The side of a block in pixels. Fully transparent pixels get the mean colour of their block. */
const BLOCK = 8;

/**
 * Separates the colours from the alpha channel, which is undefined when every pixel is opaque. Gives fully
 * transparent pixels the mean colours of their surroundings, so that they compress to almost nothing. The colours
 * overwrite `pixels`.
 */
export const separateAlpha = (pixels: Pixels): { colours: Pixels; alpha: Plane | undefined } => {
  const { width, height, data } = pixels;
  if (pixels.channels === 3) return { colours: pixels, alpha: undefined };
  const opacity = new Uint8Array(width * height);
  let least = 255;
  for (let at = 0; at < opacity.length; at += 1) {
    opacity[at] = data[at * 4 + 3]!;
    if (opacity[at]! < least) least = opacity[at]!;
  }
  if (least === 0) fillTransparent(pixels);
  for (let at = 0; at < opacity.length; at += 1) {
    data[at * 3] = data[at * 4]!;
    data[at * 3 + 1] = data[at * 4 + 1]!;
    data[at * 3 + 2] = data[at * 4 + 2]!;
  }
  const colours: Pixels = { width, height, channels: 3, data: data.subarray(0, opacity.length * 3) };
  return { colours, alpha: least === 255 ? undefined : { width, height, data: opacity } };
};

type Colour = [red: number, green: number, blue: number];

/** Fills transparent pixels with the mean of their block, or of the whole image where the block is all transparent. */
const fillTransparent = (pixels: Pixels): void => {
  const { width, height } = pixels;
  const usual = meanColour(pixels, { left: 0, top: 0, width, height }) ?? [0, 0, 0];
  for (let top = 0; top < height; top += BLOCK)
    for (let left = 0; left < width; left += BLOCK) {
      const block = {
        left,
        top,
        width: Math.min(BLOCK, width - left),
        height: Math.min(BLOCK, height - top),
      };
      fillTransparentIn(pixels, block, meanColour(pixels, block) ?? usual);
    }
};

/** The mean colour of a box, weighted by alpha; undefined where every pixel is transparent. */
const meanColour = ({ width, data }: Pixels, { left, top, ...size }: Box): Colour | undefined => {
  let [red, green, blue, weight] = [0, 0, 0, 0];
  for (let y = top; y < top + size.height; y += 1) {
    const from = (y * width + left) * 4;
    for (let at = from; at < from + size.width * 4; at += 4) {
      const opacity = data[at + 3]!;
      red += data[at]! * opacity;
      green += data[at + 1]! * opacity;
      blue += data[at + 2]! * opacity;
      weight += opacity;
    }
  }
  return weight > 0 ? [red / weight, green / weight, blue / weight] : undefined;
};

const fillTransparentIn = (
  { width, data }: Pixels,
  { left, top, ...size }: Box,
  [red, green, blue]: Colour,
): void => {
  for (let y = top; y < top + size.height; y += 1) {
    const from = (y * width + left) * 4;
    for (let at = from; at < from + size.width * 4; at += 4) {
      if (data[at + 3] !== 0) continue;
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
    }
  }
};
