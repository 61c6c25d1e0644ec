/** The median of a plane along the border: the border is mostly background, so this is the background's own level. */
export const borderMedian = (plane: Float32Array, width: number, height: number): number => {
  const ring = Math.max(2, Math.round(Math.min(width, height) * 0.03));
  const values: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x += 1) {
      if (y >= ring && y < height - ring && x === ring && width > 2 * ring) x = width - ring;
      values.push(plane[y * width + x]!);
    }
  return Float32Array.from(values).sort()[values.length >> 1]!;
};
