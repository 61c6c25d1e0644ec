/** The place so many steps away; -1 where a level way leaves the row. A way is 1, -1, the width, or its opposite. */
export const neighbourAt = (from: number, way: number, steps: number, width: number): number => {
  const to = from + way * steps;
  const isLevel = Math.abs(way) === 1;
  return isLevel && Math.floor(to / width) !== Math.floor(from / width) ? -1 : to;
};
