/**
 * The difference of two images: the mean difference per channel and the fraction of pixels that visibly differ, both
 * from 0 to 1.
 */
export type Difference = { mean: number; changed: number };

/** A difference of up to this many levels of 255 is not visible. */
const VISIBLE = 6;
/** Small differences are shown brighter, or they would look black. */
const GAIN = 4;
const SIDE = 512;

/**
 * Compares the RGBA pixels of two images of the same size, and writes the difference into `shown`: black where they
 * are equal, and brighter where they differ more. Differences of colour are weighted by opacity.
 */
export const differenceOf = (
  one: Uint8ClampedArray,
  other: Uint8ClampedArray,
  shown: Uint8ClampedArray,
): Difference => {
  let sum = 0;
  let changed = 0;
  for (let at = 0; at < one.length; at += 4) {
    const [alpha, otherAlpha] = [one[at + 3]! / 255, other[at + 3]! / 255];
    let largest = Math.abs(one[at + 3]! - other[at + 3]!);
    sum += largest;
    for (let channel = 0; channel < 3; channel += 1) {
      const difference = Math.abs(one[at + channel]! * alpha - other[at + channel]! * otherAlpha);
      sum += difference;
      largest = Math.max(largest, difference);
    }
    shown.fill(largest * GAIN, at, at + 3);
    shown[at + 3] = 255;
    if (largest > VISIBLE) changed += 1;
  }
  const pixels = one.length / 4;
  return { mean: sum / (pixels * 4 * 255), changed: changed / pixels };
};

export type Compared = Difference & { shown: ImageData; sizes: [one: string, other: string] };

/** Compares two image files. Images of different sizes are fitted into the same square first. */
export const compareFiles = async (one: Blob, other: Blob): Promise<Compared> => {
  const [first, second] = await Promise.all([createImageBitmap(one), createImageBitmap(other)]);
  const [a, b] = [pixelsOf(first), pixelsOf(second)];
  const shown = new ImageData(SIDE, SIDE);
  const difference = differenceOf(a.data, b.data, shown.data);
  return { ...difference, shown, sizes: [sizeOf(first), sizeOf(second)] };
};

const sizeOf = ({ width, height }: ImageBitmap): string => `${width} × ${height}`;

const pixelsOf = (image: ImageBitmap): ImageData => {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot compare images. Use a newer browser.');
  const scale = SIDE / Math.max(image.width, image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  context.drawImage(image, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
  return context.getImageData(0, 0, SIDE, SIDE);
};
