import type { Box, Pixels } from '../pixels/pixels.ts';
import { blurPlane } from './sharp-pixels.ts';

/** How dark it is at each place of a box. */
export type Shade = Box & { data: Uint8Array };

/** A blur reaches about three times its sigma. */
const REACH = 3;
/** The lowest part of an object, which is what it stands on. */
const FOOT = 0.06;
const MOST_DEPTH = 0.12;
const FLATNESS = 0.22;

/** The object's shape, moved in the direction of the light and softened. */
export const dropShadow = async (
  pixels: Pixels,
  subject: Box,
  { softness, distance, angle }: { softness: number; distance: number; angle: number },
): Promise<Shade> => {
  const pad = Math.ceil(softness * REACH) + 1;
  const turn = (angle * Math.PI) / 180;
  const width = subject.width + 2 * pad;
  const height = subject.height + 2 * pad;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < subject.height; y += 1)
    for (let x = 0; x < subject.width; x += 1)
      data[(y + pad) * width + x + pad] = alphaAt(pixels, subject.left + x, subject.top + y);
  return {
    left: subject.left - pad + Math.round(Math.sin(turn) * distance),
    top: subject.top - pad - Math.round(Math.cos(turn) * distance),
    width,
    height,
    data: await blurPlane({ width, height, data }, softness),
  };
};

/** The foot of the object pressed flat: a wide faint shade, and a narrow dark one where it touches the ground. */
export const contactShadow = async (pixels: Pixels, subject: Box, softness: number): Promise<Shade> => {
  const foot = Math.max(1, Math.round(subject.height * FOOT));
  const columns = footColumns(pixels, subject, foot);
  const base = columns.last - columns.first + 1;
  const depth = Math.max(2, Math.round(Math.min(base * FLATNESS, subject.height * MOST_DEPTH)));
  const pad = Math.ceil(softness * REACH * 1.6) + 1;
  const width = base + 2 * pad;
  const height = depth + 2 * pad;
  const ellipse = (scale: number): Uint8Array => {
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const u = (x + 0.5 - width / 2) / ((base / 2) * scale);
        const v = (y + 0.5 - height / 2) / ((depth / 2) * scale);
        if (u * u + v * v <= 1) data[y * width + x] = 255;
      }
    return data;
  };
  const wide = await blurPlane({ width, height, data: ellipse(1.06) }, softness * 1.6);
  const narrow = await blurPlane({ width, height, data: ellipse(0.98) }, softness * 0.5);
  return {
    left: subject.left + columns.first - pad,
    // The far half of the shade lies under the object, the near half before it.
    top: subject.top + subject.height - Math.round(depth * 0.62) - pad,
    width,
    height,
    data: wide.map((value, at) => 255 - ((255 - value * 0.55) * (255 - narrow[at]! * 0.75)) / 255),
  };
};

const footColumns = (pixels: Pixels, subject: Box, foot: number): { first: number; last: number } => {
  let first = subject.width;
  let last = -1;
  for (let x = 0; x < subject.width; x += 1)
    for (let y = subject.height - foot; y < subject.height; y += 1) {
      if (alphaAt(pixels, subject.left + x, subject.top + y) < 128) continue;
      first = Math.min(first, x);
      last = x;
      break;
    }
  return last < 0 ? { first: 0, last: subject.width - 1 } : { first, last };
};

const alphaAt = ({ width, data }: Pixels, x: number, y: number): number => data[(y * width + x) * 4 + 3]!;
