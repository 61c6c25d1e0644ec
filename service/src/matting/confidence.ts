import { connectedAreas } from '../pixels/regions/connected-areas.ts';
import { type Segmentation, SURE_PROBABILITY } from './segment.ts';
import type { WorkImage } from './work-image.ts';

/** The features of the logistic regression that computes the confidence, each from 0 to 1. */
export type ConfidenceFeatures = {
  /** How well the network's region and the cut agree: their intersection divided by their union. */
  agreement: number;
  /** How few pixels the region leaves undecided: 1 for none, 0 for at least as many as the object has pixels. */
  decided: number;
  /**
   * The fraction of undecided pixels whose colour alone suggests the side (object or background) that the cut put
   * them on.
   */
  colourAgreement: number;
  /** The fraction of the object's outline where neighbouring colours differ clearly. */
  outline: number;
  /**
   * The compactness of the object: the circumference of a circle with the same area, divided by the length of the
   * object's outline.
   */
  compact: number;
  /** The fraction of the image's border that the object covers. */
  border: number;
  /** The fraction of the image that the object covers. */
  share: number;
  /** The fraction of the object that is in its largest piece. */
  largest: number;
};

/** Measures the features of a segmentation. */
export const featuresOf = (
  work: WorkImage,
  probability: Float32Array,
  { inside, colourAgreement }: Segmentation,
): ConfidenceFeatures => {
  const { width, height } = work;
  let [both, either, undecided, area, onBorder] = [0, 0, 0, 0, 0];
  for (let i = 0; i < inside.length; i++) {
    const p = probability[i]!;
    both += Math.min(p, inside[i]!);
    either += Math.max(p, inside[i]!);
    if (p > 1 - SURE_PROBABILITY && p < SURE_PROBABILITY) undecided++;
    if (inside[i] === 0) continue;
    area++;
    const x = i % width;
    if (x === 0 || x === width - 1 || i < width || i >= width * (height - 1)) onBorder++;
  }
  return {
    agreement: both / Math.max(1e-9, either),
    decided: 1 - Math.min(1, undecided / Math.max(1, area)),
    colourAgreement,
    ...outlineOf(work, inside, area),
    border: Math.min(1, onBorder / (2 * (width + height))),
    share: area / inside.length,
    largest: largestPiece(inside, width) / Math.max(1, area),
  };
};

/** A difference of this many levels between neighbouring pixels counts as an edge. */
const EDGE = 24;

const outlineOf = (
  { width, height, red, green, blue }: WorkImage,
  inside: Uint8Array,
  area: number,
): Pick<ConfidenceFeatures, 'outline' | 'compact'> => {
  let length = 0;
  let onEdge = 0;
  const countStep = (i: number, j: number) => {
    if (inside[i] === inside[j]) return;
    length++;
    const step = Math.hypot(red[i]! - red[j]!, green[i]! - green[j]!, blue[i]! - blue[j]!);
    onEdge += Math.min(1, step / EDGE);
  };
  for (let y = 0; y < height; y++)
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (x + 1 < width) countStep(i, i + 1);
      if (y + 1 < height) countStep(i, i + width);
    }
  // Outlines are measured in steps along rows and columns, which makes a circle longer by the factor 4 / pi.
  const circle = (4 / Math.PI) * 2 * Math.sqrt(Math.PI * area);
  return { outline: onEdge / Math.max(1, length), compact: Math.min(1, circle / Math.max(1, length)) };
};

const largestPiece = (inside: Uint8Array, width: number): number => {
  let most = 0;
  for (const piece of connectedAreas(inside, width)) most = Math.max(most, piece.length);
  return most;
};

/**
 * A smaller value of `largest` is raised to this: once a fifth of the object is outside its largest piece, more is no
 * worse.
 */
const LEAST_LARGEST = 0.8;

/**
 * Converts the features to the terms of the regression, with a logarithm for features whose ratios matter and not
 * their differences.
 */
export const termsOf = ({ decided, share, largest, ...features }: ConfidenceFeatures) => ({
  ...features,
  undecided: Math.log(Math.max(1e-3, 1 - decided)),
  size: Math.log(Math.max(1e-3, share)),
  largest: Math.max(LEAST_LARGEST, largest),
});

/** The weights of the terms, fitted by logistic regression on the tuning objects of the bench. */
const CONSTANT = -55.23;
const WEIGHTS: ReturnType<typeof termsOf> = {
  agreement: 17.08,
  colourAgreement: 10.42,
  outline: 2.49,
  compact: -3.1,
  border: -1.39,
  undecided: -1.3,
  size: -0.37,
  largest: 29.71,
};

/**
 * A result that keeps more of the border than this has hardly any background removed. The weights were fitted to
 * scenes that keep at most a third of the border, so they say nothing about such results.
 */
const MOST_BORDER = 0.5;

/**
 * The probability that the cut-out is good, from 0 to 1; 0 when no object was found or hardly any background was
 * removed.
 */
export const confidenceOf = (features: ConfidenceFeatures): number => {
  if (features.share === 0 || features.border > MOST_BORDER) return 0;
  const terms = termsOf(features);
  let sum = CONSTANT;
  for (const [name, weight] of Object.entries(WEIGHTS) as [keyof typeof terms, number][])
    sum += weight * terms[name];
  return 1 / (1 + Math.exp(-sum));
};
