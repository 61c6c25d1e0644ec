/** The index `steps` pixels away. `way` is 1, -1, width or -width. Returns -1 where a horizontal way leaves the row. */
export const neighbourAt = (from: number, way: number, steps: number, width: number): number => {
  const to = from + way * steps;
  const isLevel = Math.abs(way) === 1;
  return isLevel && Math.floor(to / width) !== Math.floor(from / width) ? -1 : to;
};
