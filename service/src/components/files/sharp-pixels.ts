import type { Sharp } from 'sharp';
import { blurFactor, wideBlur } from '../../pixels/filters/wide-blur.ts';
import type { Pixels, Plane } from '../../pixels/pixels.ts';
import { sharp } from './sharp-setup.ts';

/** A sharp pipeline on pixels in memory. */
export const sharpOf = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: false });

/** The pixels that a sharp pipeline produces. */
export const pixelsOf = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 3 && info.channels !== 4)
    throw new Error(`${info.channels} channels are not colours`);
  return { width: info.width, height: info.height, channels: info.channels, data };
};

/** Pixels in the form of an input to sharp's `composite`. */
export const layerOf = ({ data, width, height, channels }: Pixels) => ({
  input: Buffer.from(data.buffer, data.byteOffset, data.length),
  raw: { width, height, channels },
});

/** Blurs one channel. A wide blur is made on a smaller copy, where it takes no longer than a narrow one. */
export const blurPlane = async (plane: Plane, sigma: number): Promise<Uint8Array> => {
  const { width, height, data } = plane;
  if (sigma < 0.3) return data;
  if (blurFactor(sigma) > 1) return wideBlur(plane, sigma);
  return sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .blur(sigma)
    .extractChannel(0)
    .raw()
    .toBuffer();
};
