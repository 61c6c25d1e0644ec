import type { Pixels } from './cutout.ts';
import { borderOf } from './region/flood.ts';

// Rounded corners alone are less of the border than this.
const CLEAR_SHARE = 0.2;
const CLEAR = 8;

/** Whether somebody has cut the object out before: then much of the picture's border is transparent. */
export const isAlreadyCutOut = ({ width, height, channels, data }: Pixels): boolean => {
  if (channels !== 4) return false;
  const border = borderOf(width, height);
  let clear = 0;
  for (const i of border) if (data[i * 4 + 3]! < CLEAR) clear++;
  return clear > CLEAR_SHARE * border.length;
};
