import { join } from 'node:path';
import sharp from 'sharp';
import { openOtherInputs, openSample } from '../../samples/open-sample.ts';
import { randomFrom } from '../matting/random.ts';
import type { Inputs } from './step-timer.ts';

/** The amplitude of the noise in levels. Without camera noise, encoders would have too little to do. */
const GRAIN = 4;

type Format = 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif' | 'gif';

export type CostedImage = { inputs: Inputs; width: number; height: number; megapixels: number };

/** Writes the sample photo at this width to a file, with the other inputs that steps may need. */
export const makeCostedImage = async (
  folder: string,
  width: number,
  { cutout = false, format = cutout ? 'webp' : 'jpeg' }: { format?: Format; cutout?: boolean } = {},
): Promise<CostedImage> => {
  const { data, info } = await (await openSample(cutout ? 'cutout' : 'photo', width))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const random = randomFrom(width);
  const levels = cutout ? data : data.map((level) => clamp(level + random.between(-GRAIN, GRAIN)));
  const path = join(folder, `${width}${cutout ? '-cutout' : ''}.${format}`);
  await sharp(levels, { raw: info })
    .toFormat(format, format === 'avif' ? { effort: 0 } : {})
    .toFile(path);
  const inputs: Inputs = { default: path };
  // The other inputs in their original size: a logo, another photo, a colour table.
  for (const [name, image] of Object.entries(openOtherInputs(OTHERS_WIDTH))) {
    inputs[name] = join(folder, `other-${name}.png`);
    await image.png().toFile(inputs[name]);
  }
  const { height } = info;
  return { inputs, width, height, megapixels: (width * height) / 1e6 };
};

const OTHERS_WIDTH = 800;
const clamp = (level: number): number => Math.max(0, Math.min(255, level));
