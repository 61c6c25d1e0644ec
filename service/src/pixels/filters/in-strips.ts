/** The number of rows in a strip. Floating-point planes of a whole image would take hundreds of megabytes. */
const STRIP_ROWS = 256;

/**
 * Calls `work` for each strip of rows. It writes the rows from `top` to `bottom` and may read those from `from` to
 * `to`, which are up to `reach` rows more at both ends.
 */
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
