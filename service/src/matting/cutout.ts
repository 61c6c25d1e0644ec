export type { Pixels } from '../pixels/pixels.ts';

/** An image whose background was removed. */
export type Cutout = {
  width: number;
  height: number;
  /** RGBA, not premultiplied. The colours are those of the object, without the share of the background. */
  rgba: Uint8Array;
  /** From 0 (a guess) to 1 (certain). */
  confidence: number;
  /** The background is plain, so its colour behind the object is known as well. */
  plain: boolean;
};

/** The output of a model: the probability, 0 to 1, that each pixel belongs to the object. It may have any size. */
export type Region = { width: number; height: number; data: Float32Array };
