import sharp from 'sharp';
import { blur } from '../blur.ts';
import type { Random } from '../random.ts';
import type { Canvas } from './compose.ts';
import type { Stamp } from './stamps.ts';

/**
 * The difficulties of a scene. Hard scenes have one. They serve to fit the confidence: many of their cut-outs
 * are bad, and the fit needs bad ones.
 */
export const DIFFICULTIES = [
  /** The background has the colours of the object. */
  'similar',
  /** Other objects lie around. */
  'clutter',
  /** The whole image has little contrast. */
  'faint',
  /** The object casts a dark shadow with a hard edge. */
  'shadow',
  /** The image is out of focus. */
  'blurred',
  /** JPEG with a quality of 30 and below. */
  'jpeg',
  /** The border of the image cuts through the object. */
  'cropped',
  'small',
  'small-clutter',
  'faint-similar',
] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/**
 * Moves the colours of the background to those of the object, and reduces its contrast to 30 % to 70 %, in
 * place.
 */
export const sameColours = (behind: Float32Array, { alpha, front, random }: Canvas): void => {
  const contrast = random.between(0.3, 0.7);
  for (let c = 0; c < 3; c++) {
    let [own, total, mean] = [0, 1e-9, 0];
    for (let i = 0; i < alpha.length; i++) {
      own += alpha[i]! * front[i * 3 + c]!;
      total += alpha[i]!;
      mean += behind[i * 3 + c]! / alpha.length;
    }
    const wanted = own / total + random.between(-10, 10);
    for (let i = c; i < behind.length; i += 3) behind[i] = wanted + contrast * (behind[i]! - mean);
  }
};

/** Darkens the background, in place, by a shadow that is the shifted shape of the object. */
export const hardShadow = (behind: Float32Array, { width, height, alpha, random }: Canvas): void => {
  const size = Math.max(width, height);
  const shadow = blur(alpha, width, height, size * random.between(0.001, 0.006));
  const dx = Math.round(size * random.between(0.04, 0.15) * random.pick([-1, 1]));
  const dy = Math.round(size * random.between(-0.02, 0.1));
  const strength = random.between(0.35, 0.75);
  for (let y = Math.max(0, dy); y < Math.min(height, height + dy); y++)
    for (let x = Math.max(0, dx); x < Math.min(width, width + dx); x++) {
      const light = 1 - strength * shadow[(y - dy) * width + x - dx]!;
      for (let c = 0; c < 3; c++) behind[(y * width + x) * 3 + c]! *= light;
    }
};

/** Lays other objects on the background, in place. The object itself comes on top of them. */
export const clutter = async (
  behind: Float32Array,
  { width, height, random }: Canvas,
  others: Stamp[],
): Promise<void> => {
  const count = 3 + Math.floor(random.between(0, 4));
  for (let n = 0; n < count; n++) {
    const side = Math.round(Math.max(width, height) * random.between(0.15, 0.4));
    const { data, info } = await sharp(random.pick(others).path)
      .resize(side, side, { fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const left = Math.round(random.between(-0.2, 0.9) * width);
    const top = Math.round(random.between(-0.2, 0.9) * height);
    for (let y = Math.max(0, -top); y < Math.min(info.height, height - top); y++)
      for (let x = Math.max(0, -left); x < Math.min(info.width, width - left); x++) {
        const to = ((y + top) * width + x + left) * 3;
        const from = (y * info.width + x) * 4;
        const share = data[from + 3]! / 255;
        for (let c = 0; c < 3; c++) behind[to + c]! += share * (data[from + c]! - behind[to + c]!);
      }
  }
};

/** The image with little contrast, as through fog. */
export const veiled = (clean: Float32Array, random: Random): Float32Array => {
  const contrast = random.between(0.12, 0.35);
  const level = random.between(90, 190);
  return clean.map((value) => level + contrast * (value - 128));
};

/** The image and its alpha out of focus. */
export const softened = (clean: Float32Array, { width, height, alpha, random }: Canvas) => {
  const sigma = Math.max(width, height) * random.between(0.003, 0.01);
  const soft = new Float32Array(clean.length);
  for (let c = 0; c < 3; c++) {
    const plane = blur(
      alpha.map((_, i) => clean[i * 3 + c]!),
      width,
      height,
      sigma,
    );
    for (let i = 0; i < plane.length; i++) soft[i * 3 + c] = plane[i]!;
  }
  return { clean: soft, alpha: blur(alpha, width, height, sigma) };
};
