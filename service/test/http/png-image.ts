import sharp from 'sharp';

const PIXELS = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

/** A real PNG. What follows its end is not looked at, and makes one differ from another. */
export const pngImage = (rest: string | Buffer = ''): Buffer => Buffer.concat([PIXELS, Buffer.from(rest)]);
