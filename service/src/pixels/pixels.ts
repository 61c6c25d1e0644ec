/** An image as raw 8-bit sRGB: interleaved channels, rows from the top, alpha not premultiplied. */
export type Pixels = { width: number; height: number; channels: 3 | 4; data: Uint8Array };

/** A rectangle of whole pixels. */
export type Box = { left: number; top: number; width: number; height: number };

/** One channel: a value for each pixel. */
export type Plane<Values = Uint8Array> = { width: number; height: number; data: Values };

/** The weights of red, green and blue in luma (Rec. 709). */
export const LUMA = [0.2126, 0.7152, 0.0722] as const;
const [RED, GREEN, BLUE] = LUMA;

/** The luma of a colour, on the scale of its channels. */
export const lumaOf = (red: number, green: number, blue: number): number =>
  RED * red + GREEN * green + BLUE * blue;

/** The luma, 0 to 255, of the pixel whose red channel is at index `at`. */
export const lumaAt = (data: Uint8Array, at: number): number =>
  RED * data[at]! + GREEN * data[at + 1]! + BLUE * data[at + 2]!;

/** Cuts a box out of an image. The box may reach beyond the image; pixels outside get the given colour. */
export const cutBox = (pixels: Pixels, box: Box, outside: readonly number[]): Pixels => {
  const { width, height, channels, data } = pixels;
  const cut = new Uint8Array(box.width * box.height * channels);
  const left = Math.max(0, box.left);
  const right = Math.min(width, box.left + box.width);
  const isInside = left === box.left && right === box.left + box.width;
  for (let row = 0; row < box.height; row += 1) {
    const source = box.top + row;
    const start = row * box.width * channels;
    const hit = source >= 0 && source < height && left < right;
    if (!hit || !isInside)
      for (let at = start; at < start + box.width * channels; at += channels)
        for (let i = 0; i < channels; i += 1) cut[at + i] = outside[i]!;
    if (hit)
      cut.set(
        data.subarray((source * width + left) * channels, (source * width + right) * channels),
        start + (left - box.left) * channels,
      );
  }
  return { width: box.width, height: box.height, channels, data: cut };
};

/** Parses #rrggbb or #rrggbbaa into four numbers from 0 to 255. */
export const rgbaOf = (colour: string): [number, number, number, number] => {
  const at = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16);
  return [at(1), at(3), at(5), colour.length > 7 ? at(7) : 255];
};

/** Adds an opaque alpha channel to an image that has none. */
export const withAlpha = (pixels: Pixels): Pixels => {
  if (pixels.channels === 4) return pixels;
  const data = new Uint8Array(pixels.width * pixels.height * 4);
  for (let from = 0, to = 0; to < data.length; from += 3, to += 4) {
    data[to] = pixels.data[from]!;
    data[to + 1] = pixels.data[from + 1]!;
    data[to + 2] = pixels.data[from + 2]!;
    data[to + 3] = 255;
  }
  return { ...pixels, channels: 4, data };
};
