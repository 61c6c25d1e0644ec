import type { Pixels } from '../pixels.ts';

/** A model that makes a square of 8-bit RGB `factor` times as wide and high. */
export type TileEnlarger = { size: number; factor: number; enlarge(square: Uint8Array): Promise<Uint8Array> };

/** The margin on each side of a tile, in pixels. It is cut off the result; without a margin, seams would show. */
const marginOf = (size: number): number => Math.min(16, size >> 3);

/** Enlarges an opaque image tile by tile. */
export const enlarge = async (
  { width, height, data }: Pixels,
  { size, factor, enlarge: larger }: TileEnlarger,
): Promise<Pixels> => {
  const margin = marginOf(size);
  const step = size - 2 * margin;
  const result = Buffer.alloc(width * height * factor ** 2 * 3);
  const square = new Uint8Array(size * size * 3);
  for (let top = 0; top < height; top += step)
    for (let left = 0; left < width; left += step) {
      copySquare(square, size, { width, height, data }, left - margin, top - margin);
      const made = await larger(square);
      const columns = Math.min(step, width - left) * factor;
      const rows = Math.min(step, height - top) * factor;
      for (let row = 0; row < rows; row += 1) {
        const from = ((margin * factor + row) * size + margin) * factor * 3;
        const to = ((top * factor + row) * width + left) * factor * 3;
        result.set(made.subarray(from, from + columns * 3), to);
      }
    }
  return { width: width * factor, height: height * factor, channels: 3, data: result };
};

/** Copies the square at this position. Pixels outside the image repeat its border. */
const copySquare = (
  square: Uint8Array,
  size: number,
  { width, height, data }: Pick<Pixels, 'width' | 'height' | 'data'>,
  left: number,
  top: number,
): void => {
  for (let y = 0; y < size; y += 1) {
    const row = Math.max(0, Math.min(height - 1, top + y)) * width;
    for (let x = 0; x < size; x += 1) {
      const from = (row + Math.max(0, Math.min(width - 1, left + x))) * 3;
      const to = (y * size + x) * 3;
      square[to] = data[from]!;
      square[to + 1] = data[from + 1]!;
      square[to + 2] = data[from + 2]!;
    }
  }
};
