import type { Pixels } from '../pixels/pixels.ts';
import { borderOf } from './background/flood.ts';

// Above this fraction of transparent border pixels, the image is a cut-out. Rounded corners alone give a smaller
// fraction.
const CLEAR_SHARE = 0.2;
const CLEAR_ALPHA = 8;

/** True when the image is already a cut-out: much of its border is transparent. */
export const isAlreadyCutOut = ({ width, height, channels, data }: Pixels): boolean => {
  if (channels !== 4) return false;
  const border = borderOf(width, height);
  let clear = 0;
  for (const i of border) if (data[i * 4 + 3]! < CLEAR_ALPHA) clear++;
  return clear > CLEAR_SHARE * border.length;
};
