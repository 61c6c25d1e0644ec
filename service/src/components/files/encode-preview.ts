import type { Sharp } from 'sharp';
import type { Encoded } from '../definition/component.ts';

/** Encodes a small WebP for a preview: fast, and with the transparency of the image. */
export const encodePreview = (image: Sharp, longestSide: number): Promise<Encoded> =>
  image
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85, effort: 2, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
