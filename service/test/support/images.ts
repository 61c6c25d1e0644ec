import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

export type RandomImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';

/** A small image unlike every other. */
export const randomImage = (
  format: RandomImageFormat = 'jpeg',
  { width = 48, height = 32 } = {},
): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();

/** The format and the size of an image, from its bytes. */
export const look = async (bytes: Buffer): Promise<{ format: string; width: number; height: number }> => {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
};
