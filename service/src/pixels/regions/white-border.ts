import type { Pixels } from '../pixels.ts';
import { ringOf } from './ring-of.ts';

const WHITE = 250;
const BORDER_SHARE = 0.02;

/** The fraction of the border of an image that is white or transparent, 0 to 1. */
export const whiteBorderOf = ({ width, height, channels, data }: Pixels): number => {
  const deep = Math.max(1, Math.round(Math.min(width, height) * BORDER_SHARE));
  const ring = ringOf(width, height, deep);
  let white = 0;
  for (const place of ring) {
    const at = place * channels;
    const isClear = channels === 4 && data[at + 3]! < 6;
    if (isClear || Math.min(data[at]!, data[at + 1]!, data[at + 2]!) >= WHITE) white += 1;
  }
  return white / ring.length;
};
