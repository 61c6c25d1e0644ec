import { type Box, type Pixels, rgbaOf } from './pixels.ts';

/** A sheet of one colour. It has no alpha where the colour is opaque. */
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

/** Lays a picture, or a part of it, on the sheet, which has room for it there. Changes the sheet in place. */
export const compositeOver = (
  sheet: Pixels,
  picture: Pixels,
  { left, top }: { left: number; top: number },
  part: Box = { left: 0, top: 0, width: picture.width, height: picture.height },
): void => {
  for (let y = 0; y < part.height; y += 1) {
    const from = ((part.top + y) * picture.width + part.left) * picture.channels;
    const to = ((top + y) * sheet.width + left) * sheet.channels;
    if (picture.channels === 3 && sheet.channels === 3)
      sheet.data.set(picture.data.subarray(from, from + part.width * 3), to);
    else layRow(sheet, to, picture, from, part.width);
  }
};

const layRow = (sheet: Pixels, to: number, picture: Pixels, from: number, width: number): void => {
  const { data: under, channels: toChannels } = sheet;
  const { data: over, channels: fromChannels } = picture;
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
