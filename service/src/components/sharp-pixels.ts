import type { Sharp } from 'sharp';
import type { Pixels } from '../pixels/pixels.ts';
import { sharp } from './sharp-setup.ts';

/** A pipeline on pixels at hand, and the way back. */
export const sharpOf = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: false });

export const pixelsOf = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 3 && info.channels !== 4)
    throw new Error(`${info.channels} channels are not colours`);
  return { width: info.width, height: info.height, channels: info.channels, data };
};

/** Pixels to lay over a picture. */
export const layerOf = ({ data, width, height, channels }: Pixels) => ({
  input: Buffer.from(data.buffer, data.byteOffset, data.length),
  raw: { width, height, channels },
});

/** One channel, blurred; a wide blur is made on a smaller copy, where it costs no more than a narrow one. */
export const blurPlane = async (
  plane: { width: number; height: number; data: Uint8Array },
  sigma: number,
): Promise<Uint8Array> => {
  const { width, height } = plane;
  if (sigma < 0.3) return plane.data;
  const factor = Math.max(1, Math.floor(sigma / NARROW));
  const small = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const open = (data: Uint8Array, size: { width: number; height: number }) =>
    sharp(data, { raw: { ...size, channels: 1 }, limitInputPixels: false });
  const shrunk =
    factor === 1
      ? plane.data
      : await open(plane.data, plane)
          .resize({ ...small, fit: 'fill' })
          .extractChannel(0)
          .raw()
          .toBuffer();
  const blurred = await open(shrunk, small)
    .blur(Math.max(0.3, sigma / factor))
    .extractChannel(0)
    .raw()
    .toBuffer();
  if (factor === 1) return blurred;
  return open(blurred, small)
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
};

const NARROW = 6;
