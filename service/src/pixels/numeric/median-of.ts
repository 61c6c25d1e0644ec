/** The median (the upper one of two); 0 for no values. */
export const medianOf = (values: ArrayLike<number>): number =>
  new Float64Array(values).sort()[values.length >> 1] ?? 0;
