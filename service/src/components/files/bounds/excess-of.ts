import { withFileWindow } from './file-window.ts';
import { PNG_START, pngExcess } from './png-excess.ts';
import { TIFF_STARTS, tiffExcess } from './tiff-excess.ts';
import { isWebpStart, webpExcess } from './webp-excess.ts';

const LONGEST_START = 12;

/**
 * Finds metadata that takes few bytes in the file but would cost the decoder much time or memory. Returns a sentence
 * for the sender; undefined for an ordinary image and for any other file, which the decoder checks itself.
 */
export const excessOf = (path: string): string | undefined =>
  withFileWindow(path, (file) => {
    const start = file.read(0, LONGEST_START);
    if (!start) return undefined;
    if (start.subarray(0, PNG_START.length).equals(PNG_START)) return pngExcess(file);
    if (TIFF_STARTS.some((tiff) => start.subarray(0, tiff.length).equals(tiff))) return tiffExcess(file);
    return isWebpStart(start) ? webpExcess(file) : undefined;
  });
