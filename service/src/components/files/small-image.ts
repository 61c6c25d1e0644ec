import type { Sharp } from 'sharp';
import type { Encoded } from '../definition/component.ts';

/** An image to look at: small, quickly made, and transparent where it is. */
export const smallImage = (image: Sharp, longestSide: number): Promise<Encoded> =>
  image
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85, effort: 2, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
