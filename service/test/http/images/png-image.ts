import sharp from 'sharp';

const PIXELS = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

/** A real PNG. Decoders ignore the bytes after its end, which make one file differ from another. */
export const pngImage = (rest: string | Buffer = ''): Buffer => Buffer.concat([PIXELS, Buffer.from(rest)]);
