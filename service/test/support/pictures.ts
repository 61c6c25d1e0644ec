import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';

/** A small picture unlike every other. */
export const picture = (format: PictureFormat = 'jpeg', { width = 48, height = 32 } = {}): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();

/** What the bytes of a picture say about it. */
export const look = async (bytes: Buffer): Promise<{ format: string; width: number; height: number }> => {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
};
