import type { Signs } from './confidence.ts';

export type { Pixels } from '../pixels/pixels.ts';

/** An image whose background was removed. */
export type Cutout = {
  width: number;
  height: number;
  /** RGBA, not premultiplied. The colours are those of the object, without the share of the background. */
  rgba: Uint8Array;
  /** The probability, 0 to 1, that the cut-out is good: that it covers the object with an IoU of at least 0.9. */
  confidence: number;
  /** What the confidence was computed from. */
  signs: Signs;
};

/** Where the object is: the probability, 0 to 1, that each pixel belongs to it. It may have any size. */
export type Region = { width: number; height: number; data: Float32Array };
