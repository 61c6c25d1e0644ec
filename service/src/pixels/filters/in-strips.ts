/** Rows worked on at once: floating-point planes of a whole picture would take hundreds of megabytes. */
const STRIP_ROWS = 256;

/** Goes over the rows in strips that see `reach` rows beyond their own on each side. */
export const inStrips = (
  height: number,
  reach: number,
  work: (strip: { top: number; bottom: number; from: number; to: number }) => void,
): void => {
  for (let top = 0; top < height; top += STRIP_ROWS) {
    const bottom = Math.min(height, top + STRIP_ROWS);
    work({ top, bottom, from: Math.max(0, top - reach), to: Math.min(height, bottom + reach) });
  }
};
