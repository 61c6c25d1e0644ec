import { randomFrom } from './random.ts';

const EXPOSURE = 1.06;
const GRAIN = 0.011;

/** A film-like curve: soft in the highlights, a little depth in the shadows. */
const develop = (light: number): number => {
  const x = light * EXPOSURE;
  const curve = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
  return Math.max(0, Math.min(1, curve)) ** (1 / 2.2);
};

/** Averages each pixel with neighbours of similar brightness, which removes sampling noise and keeps edges. */
export const denoise = (light: Float32Array, width: number, height: number): Float32Array => {
  const denoised = new Float32Array(light.length);
  const brightness = (at: number) => Math.log(0.02 + light[at]! + 2 * light[at + 1]! + light[at + 2]!);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const at = (row * width + column) * 3;
      const own = brightness(at);
      let weights = 0;
      for (let y = Math.max(0, row - 3); y <= Math.min(height - 1, row + 3); y += 1)
        for (let x = Math.max(0, column - 3); x <= Math.min(width - 1, column + 3); x += 1) {
          const other = (y * width + x) * 3;
          const difference = (brightness(other) - own) / 0.16;
          const weight = Math.exp(-difference * difference - ((x - column) ** 2 + (y - row) ** 2) / 6);
          weights += weight;
          for (let i = 0; i < 3; i += 1) denoised[at + i]! += light[other + i]! * weight;
        }
      for (let i = 0; i < 3; i += 1) denoised[at + i]! /= weights;
    }
  return denoised;
};

/** Converts light to levels from 0 to 255, with vignette and grain. */
export const expose = (light: Float32Array, width: number, height: number): Uint8Array => {
  const random = randomFrom(7);
  return Uint8Array.from(light, (value, index) => {
    const pixel = Math.floor(index / 3);
    const u = ((pixel % width) / width) * 2 - 1;
    const v = (Math.floor(pixel / width) / height) * 2 - 1;
    const vignette = 1 - 0.1 * (u * u + v * v);
    const grain = (random() + random() + random() - 1.5) * GRAIN;
    return Math.max(0, Math.min(255, Math.round((develop(value * vignette) + grain) * 255)));
  });
};
