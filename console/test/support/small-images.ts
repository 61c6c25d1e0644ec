import { sharp } from '../../../service/src/components/files/sharp-setup.ts';

export type ImageFile = { name: string; mimeType: string; buffer: Buffer };

/** Makes this many small images, each of another colour and so with another hash. */
export const smallImages = (count: number, { prefix = 'photo' } = {}): Promise<ImageFile[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const background = { r: index % 256, g: Math.floor(index / 256), b: prefix.length };
      const image = sharp({ create: { width: 24, height: 16, channels: 3, background } });
      const name = `${prefix}-${String(index + 1).padStart(4, '0')}.png`;
      return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
    }),
  );

/** An image that the service accepts by its header and cannot decode. */
export const brokenImage = async (name: string): Promise<ImageFile> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const whole = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#808080', noise },
  })
    .jpeg()
    .toBuffer();
  // Append the name to the bytes, so that each file has another hash.
  return {
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([whole.subarray(0, whole.length / 3), Buffer.from(name)]),
  };
};
