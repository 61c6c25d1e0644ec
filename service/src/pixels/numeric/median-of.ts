/** The median; the upper of the two middle values for an even number of values, and 0 for no values. */
export const medianOf = (values: ArrayLike<number>): number =>
  new Float64Array(values).sort()[values.length >> 1] ?? 0;
