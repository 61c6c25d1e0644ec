import type { Encoded } from '../definition/component.ts';
import { StepsFailure } from '../steps/steps-failure.ts';

const LEAST_QUALITY = 1;

/**
 * Encodes with the highest quality, at most `highestQuality`, at which the file is not larger than `maxBytes`. A
 * binary search of at most eight encodings. A higher quality sometimes gives a slightly smaller file; the search may
 * then miss the best quality by a point.
 */
export const encodeWithin = async (
  maxBytes: number,
  highestQuality: number,
  encode: (quality: number) => Promise<Encoded>,
): Promise<Encoded> => {
  const best = await encode(highestQuality);
  if (best.data.length <= maxBytes) return best;
  let fits: Encoded | undefined;
  let smallest = best.data.length;
  let low = LEAST_QUALITY;
  let high = highestQuality - 1;
  while (low <= high) {
    const quality = Math.floor((low + high) / 2);
    const encoded = await encode(quality);
    smallest = Math.min(smallest, encoded.data.length);
    if (encoded.data.length <= maxBytes) {
      fits = encoded;
      low = quality + 1;
    } else high = quality - 1;
  }
  if (!fits)
    throw new StepsFailure(
      'component_failed',
      `The file cannot be that small: even the lowest quality takes ${smallest} bytes, and maxBytes allows ${maxBytes}. ` +
        'Resize the image in a step before, or allow more bytes.',
      'convert',
    );
  return fits;
};
