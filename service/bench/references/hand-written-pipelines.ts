import sharp from 'sharp';
import { FIT_ON_WHITE } from '../fit-on-white.ts';
import { FUSED_PIPELINES } from './fused-pipelines.ts';

export type HandWrittenPipeline = (path: string, logo: string) => Promise<Buffer>;

const MARGIN = 0.03;

/** Workflows written by hand for sharp, by name. */
export const HAND_WRITTEN_PIPELINES: Record<string, HandWrittenPipeline> = {
  [FIT_ON_WHITE.name]: FUSED_PIPELINES.fitOnWhite,
  'Pass-through': FUSED_PIPELINES.passThrough,
  'Web resize': (path) =>
    sharp(path, { autoOrient: true })
      .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer(),
  'Logo overlay': async (path, logo) => {
    const image = sharp(path, { autoOrient: true });
    const { width, height } = await image.metadata();
    const { data, info } = await sharp(logo)
      .resize({ width: Math.round(width / 4), height, fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const margin = Math.round(Math.min(width, height) * MARGIN);
    const place = { left: width - info.width - margin, top: height - info.height - margin };
    return image
      .composite([{ input: data, raw: info, ...place }])
      .jpeg({ quality: 90 })
      .toBuffer();
  },
};
