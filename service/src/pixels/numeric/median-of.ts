/** The value in the middle; 0 of none. */
export const medianOf = (values: ArrayLike<number>): number =>
  new Float64Array(values).sort()[values.length >> 1] ?? 0;
