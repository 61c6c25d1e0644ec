import { type Box, type Pixels, rgbaOf } from './pixels.ts';

/** Makes an image of one colour. It has an alpha channel only when the colour is not opaque. */
export const solidImage = (
  { width, height }: { width: number; height: number },
  background: string,
): Pixels => {
  const colour = rgbaOf(background);
  const channels = colour[3] === 255 ? 3 : 4;
  const data = new Uint8Array(width * height * channels);
  const row = data.subarray(0, width * channels);
  for (let at = 0; at < row.length; at += 1) row[at] = colour[at % channels]!;
  for (let y = 1; y < height; y += 1) data.set(row, y * row.length);
  return { width, height, channels, data };
};

/** Composites an image, or a part of it, over the base, in place. The part must lie within the base. */
export const compositeOver = (
  base: Pixels,
  image: Pixels,
  { left, top }: { left: number; top: number },
  part: Box = { left: 0, top: 0, width: image.width, height: image.height },
): void => {
  for (let y = 0; y < part.height; y += 1) {
    const from = ((part.top + y) * image.width + part.left) * image.channels;
    const to = ((top + y) * base.width + left) * base.channels;
    if (image.channels === 3 && base.channels === 3)
      base.data.set(image.data.subarray(from, from + part.width * 3), to);
    else compositeRow(base, to, image, from, part.width);
  }
};

const compositeRow = (base: Pixels, to: number, image: Pixels, from: number, width: number): void => {
  const { data: under, channels: toChannels } = base;
  const { data: over, channels: fromChannels } = image;
  for (let x = 0; x < width; x += 1, to += toChannels, from += fromChannels) {
    const own = fromChannels === 4 ? over[from + 3]! / 255 : 1;
    if (own === 0) continue;
    if (own === 1) {
      under[to] = over[from]!;
      under[to + 1] = over[from + 1]!;
      under[to + 2] = over[from + 2]!;
      if (toChannels === 4) under[to + 3] = 255;
      continue;
    }
    const below = (toChannels === 4 ? under[to + 3]! / 255 : 1) * (1 - own);
    const alpha = own + below;
    for (let i = 0; i < 3; i += 1)
      under[to + i] = (over[from + i]! * own + under[to + i]! * below) / alpha + 0.5;
    if (toChannels === 4) under[to + 3] = alpha * 255 + 0.5;
  }
};
