import { lumaAt, type Pixels } from '../pixels.ts';
import { boxMean } from './box-mean.ts';

const WHITE = 255;
const BLACK = 0;
/** The factor by which the blurred letters are amplified to make the rim. */
const STRENGTH = 3;

/** Adds a soft rim around letters, black around light ones and white around dark ones: readable on any background. */
export const withRim = (letters: Pixels, reach: number): Pixels => {
  const width = letters.width + 2 * reach;
  const height = letters.height + 2 * reach;
  const covered = new Float32Array(width * height);
  for (let y = 0; y < letters.height; y += 1)
    for (let x = 0; x < letters.width; x += 1)
      covered[(y + reach) * width + x + reach] = letters.data[(y * letters.width + x) * 4 + 3]! / 255;
  const soft = boxMean(covered, width, height, reach);
  const rimLevel = lumaAt(letters.data, 0) > 127 ? BLACK : WHITE;
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < covered.length; at += 1) {
    const own = covered[at]!;
    const rim = Math.min(1, soft[at]! * STRENGTH) * (1 - own);
    const alpha = own + rim;
    if (alpha === 0) continue;
    for (let i = 0; i < 3; i += 1)
      data[at * 4 + i] = Math.round((own * letters.data[i]! + rim * rimLevel) / alpha);
    data[at * 4 + 3] = Math.round(alpha * 255);
  }
  return { width, height, channels: 4, data };
};
