import { resample } from '../pixels/filters/resample.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { maskOf } from '../pixels/regions/mask-of.ts';
import { type ConfidenceFeatures, confidenceOf, featuresOf } from './confidence.ts';
import { fineStructure } from './fine-structure.ts';
import { dropFine, type Hints, withHints } from './hints.ts';
import { matteOf } from './matte.ts';
import { objectColours } from './object-colours.ts';
import type { Region } from './region.ts';
import { rowReader } from './row-reader.ts';
import { type Segmentation, segment } from './segment.ts';
import { type WorkImage, workImageOf } from './work-image.ts';

/** An image whose background was removed. */
export type Cutout = {
  width: number;
  height: number;
  /** RGBA, not premultiplied. The colours are those of the object, without the contribution of the background. */
  rgba: Uint8Array;
  /** The probability, 0 to 1, that the cut-out is good: that it covers the object with an IoU of at least 0.9. */
  confidence: number;
  /** The features from which the confidence was computed. */
  features: ConfidenceFeatures;
};

/**
 * The parts of the method. The bench switches them off one by one, to see what each contributes. With `regionPrior`, the
 * matting uses the region's probabilities too, and not the colours alone.
 */
export type Parts = { cut: boolean; fine: boolean; matting: boolean; regionPrior: boolean };

export const ALL_PARTS: Parts = { cut: true, fine: true, matting: true, regionPrior: false };
/** Uses the region as it is and ignores the colours: the method `model`. */
export const REGION_ALONE: Parts = { cut: false, fine: false, matting: false, regionPrior: false };

/**
 * The size in pixels from which the mask of a network is fine enough to be used in the matting too. Measured with ISNet
 * (1024 pixels) on 6 tuning scenes, the edge error was 68.3 for its own mask, 65.2 for matting by colours alone (2
 * scenes worse than the mask), and 61.6 for matting by colours and mask (none worse).
 */
const FINE_NETWORK = 1000;

/**
 * The parts for the region that a network found. If the network is fine, the colours refine its edge and do not
 * replace it.
 */
export const partsFor = ({ width, height }: Region): Parts => ({
  ...ALL_PARTS,
  regionPrior: Math.max(width, height) >= FINE_NETWORK,
});

/**
 * Cuts the object out: the region says where it is, a minimum cut by colour finds its outline at working size, and
 * closed-form matting finds the alpha of the narrow band around the outline at full size.
 */
export const cutOut = (
  pixels: Pixels,
  region: Region,
  work: WorkImage = workImageOf(pixels),
  parts: Parts = ALL_PARTS,
  hints?: Hints,
): Cutout => {
  const found = probabilityOf(region, work);
  const probability = hints ? withHints(found, hints, work) : found;
  const segmentation = parts.cut ? segment(work, probability) : splitAtHalf(probability);
  const { inside } = segmentation;
  const fine = parts.fine ? fineStructure(work, inside) : undefined;
  if (fine && hints) dropFine(fine, hints);
  const matte = parts.matting
    ? matteOf(pixels, work, inside, fine, parts.regionPrior ? probability : undefined)
    : enlarged(parts.cut ? Float32Array.from(inside) : probability, work, pixels);
  // A pixel that a hint decided is certain, so it counts neither for the confidence nor against it.
  const sure = hints ? probability.map((p, i) => (p === found[i] ? p : inside[i]!)) : probability;
  const features = featuresOf(work, sure, segmentation);
  return {
    width: pixels.width,
    height: pixels.height,
    rgba: objectColours(pixels, work, matte),
    confidence: confidenceOf(features),
    features,
  };
};

const probabilityOf = (region: Region, { width, height }: WorkImage): Float32Array => {
  const probability = resample(region.data, region.width, region.height, width, height);
  // The cubic interpolation overshoots, so the values are clamped.
  for (let i = 0; i < probability.length; i++) probability[i] = Math.min(1, Math.max(0, probability[i]!));
  return probability;
};

const splitAtHalf = (probability: Float32Array): Segmentation => ({
  inside: maskOf(probability.length, (i) => probability[i]! > 0.5),
  colourAgreement: 1,
});

const enlarged = (alpha: Float32Array, work: WorkImage, pixels: Pixels): Uint8Array => {
  const { width, height } = pixels;
  const matte = new Uint8Array(width * height);
  const read = rowReader(alpha, work, pixels);
  for (let y = 0; y < height; y++) {
    const row = read(y);
    for (let x = 0; x < width; x++) matte[y * width + x] = Math.round(255 * row[x]!);
  }
  return matte;
};
