import sharp from 'sharp';

// Two encoders' rounding; another pipeline would differ by far more.
const MAX_MEAN_DIFFERENCE = 0.5;

/** Speeds are only comparable when the pictures are the same. */
export const checkSamePixels = async (one: Buffer, other: Buffer): Promise<void> => {
  const pixelsOf = (picture: Buffer) => sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  const sizes = [a, b].map(({ info }) => `${info.width}x${info.height}, ${info.channels} channels`);
  if (sizes[0] !== sizes[1]) throw new Error(`the pictures differ: ${sizes.join(' and ')}`);
  const sum = a.data.reduce((total, value, index) => total + Math.abs(value - b.data[index]!), 0);
  if (sum / a.data.length > MAX_MEAN_DIFFERENCE)
    throw new Error(`the pictures differ by ${(sum / a.data.length).toFixed(2)} on average`);
};
