export type Point = { x: number; y: number };

/** Marks the convex hull of a mask. */
export const convexHull = (mask: Uint8Array, width: number): Uint8Array => {
  const height = mask.length / width;
  const lowest: Point[] = [];
  const highest: Point[] = [];
  for (let x = 0; x < width; x++) {
    let [first, last] = [0, height - 1];
    while (first < height && mask[first * width + x] === 0) first++;
    if (first === height) continue;
    while (mask[last * width + x] === 0) last--;
    lowest.push({ x, y: last });
    highest.push({ x, y: -first });
  }
  const [bottom, top] = [rowsOf(lowerHull(lowest), width), rowsOf(lowerHull(highest), width)];
  const hull = new Uint8Array(mask.length);
  for (let x = 0; x < width; x++)
    for (let y = Math.ceil(-top[x]!); y <= bottom[x]!; y++) hull[y * width + x] = 1;
  return hull;
};

/** The lower convex hull of points that are sorted by x. */
export const lowerHull = (points: Point[]): Point[] => {
  const hull: Point[] = [];
  for (const point of points) {
    while (hull.length > 1 && !isLower(hull.at(-1)!, hull.at(-2)!, point)) hull.pop();
    hull.push(point);
  }
  return hull;
};

const isLower = (point: Point, left: Point, right: Point): boolean =>
  (point.y - left.y) * (right.x - left.x) > (right.y - left.y) * (point.x - left.x);

/** The row of a hull in each column; minus infinity in columns beside the hull. */
const rowsOf = (hull: Point[], width: number): Float64Array => {
  const rows = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  for (const [n, from] of hull.entries()) {
    const to = hull[n + 1] ?? from;
    for (let x = from.x; x <= to.x; x++)
      rows[x] = from.y + ((to.y - from.y) * (x - from.x)) / Math.max(1, to.x - from.x);
  }
  return rows;
};
