export type { Pixels } from '../pixels/pixels.ts';

/** What the confidence is computed from, each from 0 to 1. */
export type Signs = {
  /** The IoU of the region and the cut. */
  agreement: number;
  /** How decided the region is: 1 when no pixel is undecided, 0 when as many are as the object has. */
  decided: number;
  /** The share of undecided pixels whose colour speaks for the side that they are on. */
  colourAgreement: number;
  /** The share of the object's outline where neighbouring colours differ clearly. */
  outline: number;
  /** How compact the object is: the outline of a circle of its size, as a share of its own outline. */
  compact: number;
  /** The share of the image's border that the object covers. */
  border: number;
  /** The share of the image that the object covers. */
  share: number;
};

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
