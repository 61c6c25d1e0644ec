import type { Box, Pixels, Plane } from './pixels.ts';

/** As large as the blocks that encoders work on. */
const BLOCK = 8;

/**
 * Colours and opacity by themselves; no opacity where nothing is transparent. Colours that nobody can see become
 * those beside them, which take next to no room in a file. The pixels are changed: the colours stand in their place.
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
  if (least === 0) levelUnseen(pixels);
  for (let at = 0; at < opacity.length; at += 1) {
    data[at * 3] = data[at * 4]!;
    data[at * 3 + 1] = data[at * 4 + 1]!;
    data[at * 3 + 2] = data[at * 4 + 2]!;
  }
  const colours: Pixels = { width, height, channels: 3, data: data.subarray(0, opacity.length * 3) };
  return { colours, alpha: least === 255 ? undefined : { width, height, data: opacity } };
};

type Colour = [red: number, green: number, blue: number];

/** In blocks that show something what is unseen gets their mean; all others get the mean of the whole picture. */
const levelUnseen = (pixels: Pixels): void => {
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
      fillUnseen(pixels, block, meanColour(pixels, block) ?? usual);
    }
};

/** By how much each pixel shows; undefined where none does. */
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

const fillUnseen = (
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
