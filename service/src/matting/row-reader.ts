export type Size = { width: number; height: number };

/**
 * Reads a plane of the working size at the places of full-size pixels, row by row, by linear interpolation. Each call
 * returns the same array with another row: a plane of the full size would take 48 MB for 12 megapixels.
 */
export const rowReader = (plane: Float32Array, from: Size, to: Size): ((y: number) => Float32Array) => {
  const columns = placesOf(from.width, to.width);
  const rows = placesOf(from.height, to.height);
  const row = new Float32Array(to.width);
  return (y) => {
    const upper = rows.first[y]! * from.width;
    const lower = rows.second[y]! * from.width;
    const down = rows.share[y]!;
    for (let x = 0; x < to.width; x++) {
      const left = columns.first[x]!;
      const right = columns.second[x]!;
      const share = columns.share[x]!;
      const above = plane[upper + left]! + share * (plane[upper + right]! - plane[upper + left]!);
      const below = plane[lower + left]! + share * (plane[lower + right]! - plane[lower + left]!);
      row[x] = above + down * (below - above);
    }
    return row;
  };
};

/** Reads a plane of the working size at the place of one full-size pixel, by linear interpolation. */
export const pointReader = (
  from: Size,
  to: Size,
): ((plane: Float32Array, x: number, y: number) => number) => {
  const columns = placesOf(from.width, to.width);
  const rows = placesOf(from.height, to.height);
  return (plane, x, y) => {
    const upper = rows.first[y]! * from.width;
    const lower = rows.second[y]! * from.width;
    const left = columns.first[x]!;
    const right = columns.second[x]!;
    const share = columns.share[x]!;
    const above = plane[upper + left]! + share * (plane[upper + right]! - plane[upper + left]!);
    const below = plane[lower + left]! + share * (plane[lower + right]! - plane[lower + left]!);
    return above + rows.share[y]! * (below - above);
  };
};

/** For each place: the two samples that it lies between, and the weight of the second. */
const placesOf = (length: number, toLength: number) => {
  const first = new Int32Array(toLength);
  const second = new Int32Array(toLength);
  const share = new Float32Array(toLength);
  for (let n = 0; n < toLength; n++) {
    const at = Math.min(length - 1, Math.max(0, ((n + 0.5) * length) / toLength - 0.5));
    first[n] = Math.floor(at);
    second[n] = Math.min(length - 1, first[n]! + 1);
    share[n] = at - first[n]!;
  }
  return { first, second, share };
};
