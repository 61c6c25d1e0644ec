/**
 * A monotone cubic curve through points in ascending order of x, without the overshoot of a plain cubic
 * (Fritsch and Carlson, 1980). It is constant before the first and after the last point.
 */
export const smoothCurve = (points: readonly (readonly [number, number])[]): ((x: number) => number) => {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const last = points.length - 1;
  const slopes = xs.slice(1).map((x, i) => (ys[i + 1]! - ys[i]!) / (x - xs[i]!));
  const tangents = xs.map((_, i) => {
    if (i === 0) return slopes[0]!;
    if (i === last) return slopes[last - 1]!;
    const before = slopes[i - 1]!;
    const after = slopes[i]!;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  return (x) => {
    if (x <= xs[0]!) return ys[0]!;
    if (x >= xs[last]!) return ys[last]!;
    const i = xs.findIndex((next) => next > x) - 1;
    const width = xs[i + 1]! - xs[i]!;
    const t = (x - xs[i]!) / width;
    const s = 1 - t;
    return (
      ys[i]! * s * s * (1 + 2 * t) +
      tangents[i]! * width * t * s * s +
      ys[i + 1]! * t * t * (1 + 2 * s) -
      tangents[i + 1]! * width * t * t * s
    );
  };
};
