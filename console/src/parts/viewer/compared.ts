import { type Geometry, IDENTITY, type Matrix } from './geometry.ts';
import { useBestImage, type ViewerSource } from './layer.tsx';
import type { Size } from './view.ts';

type Shown = ReturnType<typeof useBestImage>;

/** Two images to compare: the copies that are loaded, both sizes, and the map from one image to the other. */
export type Compared = {
  before: Shown;
  after: Shown;
  originalSize: Size;
  resultSize: Size;
  matrix: Matrix;
  /** False when the geometry is not known, or the sizes are not known yet. */
  isAligned: boolean;
};

const UNKNOWN: Size = { width: 1000, height: 1000 };

const naturalSize = (image: Shown): Size | undefined =>
  image && { width: image.element.naturalWidth, height: image.element.naturalHeight };

/** Loads both images. Takes the size of an image from the image itself if the trace lacks it. */
export const useCompared = (
  { original, result }: { original: ViewerSource; result: ViewerSource },
  geometry: Geometry | undefined,
): Compared => {
  const before = useBestImage(original);
  const after = useBestImage(result);
  const whole = (image: Shown, { src }: ViewerSource) =>
    image?.url === src ? naturalSize(image) : undefined;
  const originalSize = geometry?.original ?? whole(before, original);
  const resultSize = geometry?.result ?? whole(after, result);
  const isAligned = geometry !== undefined && originalSize !== undefined && resultSize !== undefined;
  return {
    before,
    after,
    // Until the size is known, use that of a smaller copy, which has at least the right aspect ratio.
    originalSize: originalSize ?? naturalSize(before) ?? UNKNOWN,
    resultSize: resultSize ?? naturalSize(after) ?? UNKNOWN,
    matrix: isAligned ? geometry.matrix : IDENTITY,
    isAligned,
  };
};
