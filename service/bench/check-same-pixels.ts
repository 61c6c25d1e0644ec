import sharp from 'sharp';

// Allows for different rounding in two encoders; a different pipeline would differ by far more.
const MAX_MEAN_DIFFERENCE = 0.5;

/** Throws if two images differ, because speeds are comparable only for the same result. */
export const checkSamePixels = async (one: Buffer, other: Buffer): Promise<void> => {
  const pixelsOf = (image: Buffer) => sharp(image).raw().toBuffer({ resolveWithObject: true });
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  const sizes = [a, b].map(({ info }) => `${info.width}x${info.height}, ${info.channels} channels`);
  if (sizes[0] !== sizes[1]) throw new Error(`the images differ: ${sizes.join(' and ')}`);
  const sum = a.data.reduce((total, value, index) => total + Math.abs(value - b.data[index]!), 0);
  if (sum / a.data.length > MAX_MEAN_DIFFERENCE)
    throw new Error(`the images differ by ${(sum / a.data.length).toFixed(2)} on average`);
};
