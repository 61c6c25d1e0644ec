export type { Pixels } from '../pixels/pixels.ts';

/** The values from which the confidence is computed, each from 0 to 1. */
export type Signs = {
  /** How well the network's region and the cut agree: their intersection divided by their union. */
  agreement: number;
  /**
   * The decidedness of the region: 1 when it leaves no pixel undecided, 0 when it leaves as many undecided as the
   * object has.
   */
  decided: number;
  /** The share of undecided pixels whose colour speaks for the side that they are on. */
  colourAgreement: number;
  /** The share of the object's outline where neighbouring colours differ clearly. */
  outline: number;
  /** The compactness of the object: the outline of a circle of its size, as a share of its own outline. */
  compact: number;
  /** The share of the image's border that the object covers. */
  border: number;
  /** The share of the image that the object covers. */
  share: number;
  /** The share of the object that is in its largest piece. */
  largest: number;
};

/** An image whose background was removed. */
export type Cutout = {
  width: number;
  height: number;
  /** RGBA, not premultiplied. The colours are those of the object, without the share of the background. */
  rgba: Uint8Array;
  /** The probability, 0 to 1, that the cut-out is good: that it covers the object with an IoU of at least 0.9. */
  confidence: number;
  /** The values from which the confidence was computed. */
  signs: Signs;
};

/** The probability, 0 to 1, that each pixel belongs to the object. The plane may have any size. */
export type Region = { width: number; height: number; data: Float32Array };
