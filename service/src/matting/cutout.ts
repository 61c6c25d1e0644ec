export type { Pixels } from '../pixels/pixels.ts';

/** A picture without its background. */
export type Cutout = {
  width: number;
  height: number;
  /** Straight (not premultiplied) RGBA whose colours are those of the object alone. */
  rgba: Uint8Array;
  /** From 0 (a guess) to 1 (as sure as one can be). */
  confidence: number;
  /** The background is so plain that it is known behind the object as well. */
  plain: boolean;
};

/** A map of the probability that a pixel belongs to the object, 0 to 1, of any size. */
export type Region = { width: number; height: number; data: Float32Array };
