import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

export type ImageSize = { name: string; width: number; height: number };

export const TINY: ImageSize = { name: '64x64', width: 64, height: 64 };
export const SMALL: ImageSize = { name: '640x480', width: 640, height: 480 };
export const LARGE: ImageSize = { name: '12 MP', width: 4000, height: 3000 };

// The grain is coarse enough to compress like a photo (about 2 bits a pixel), and fine enough that no two
// results are the same.
const PIXELS_PER_GRAIN = 8;
const AT_ONCE = 2;

/** Writes JPEG files, each with different content. */
export const makeImages = async (folder: string, size: ImageSize, count: number): Promise<string[]> => {
  await mkdir(folder, { recursive: true });
  const paths = Array.from({ length: count }, (_, index) => join(folder, `${index}.jpg`));
  let next = 0;
  const maker = async () => {
    for (let path = paths[next++]; path; path = paths[next++]) await makeImage(path, size);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, maker));
  return paths;
};

const makeImage = async (path: string, { width, height }: ImageSize): Promise<void> => {
  const grain = { width: width / PIXELS_PER_GRAIN, height: height / PIXELS_PER_GRAIN, channels: 3 as const };
  const noise = randomBytes(grain.width * grain.height * 3);
  await sharp(noise, { raw: grain })
    .resize(width, height, { kernel: 'linear' })
    .jpeg({ quality: 85 })
    .toFile(path);
};
