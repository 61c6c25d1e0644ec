/** The indexes of the pixels within `deep` pixels of the border of an image, row by row. */
export const ringOf = (width: number, height: number, deep: number): Int32Array => {
  const inside = Math.max(0, width - 2 * deep) * Math.max(0, height - 2 * deep);
  const ring = new Int32Array(width * height - inside);
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    const isCut = y >= deep && y < height - deep && width > 2 * deep;
    for (let x = 0; x < width; x += 1) {
      if (isCut && x === deep) x = width - deep;
      ring[count++] = y * width + x;
    }
  }
  return ring;
};
