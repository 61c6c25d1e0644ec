export type Point = readonly [x: number, y: number];

const ROWS_PER_PIXEL = 5;

/** The fraction of each pixel that a polygon covers (even-odd rule): exact along x, sampled along y. */
export const coverage = (polygon: readonly Point[], width: number, height: number): Float32Array => {
  const covered = new Float32Array(width * height);
  for (let row = 0; row < height * ROWS_PER_PIXEL; row++) {
    const y = (row + 0.5) / ROWS_PER_PIXEL;
    const start = Math.floor(row / ROWS_PER_PIXEL) * width;
    const crossings = crossingsAt(polygon, y);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2)
      addSpan(covered, start, width, crossings[pair]!, crossings[pair + 1]!);
  }
  return covered;
};

const crossingsAt = (polygon: readonly Point[], y: number): number[] => {
  const crossings: number[] = [];
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!;
    const [xj, yj] = polygon[j]!;
    if (yi > y !== yj > y) crossings.push(xi + ((y - yi) / (yj - yi)) * (xj - xi));
  }
  return crossings.sort((a, b) => a - b);
};

const addSpan = (covered: Float32Array, start: number, width: number, from: number, to: number) => {
  const left = Math.max(0, from);
  const right = Math.min(width, to);
  for (let x = Math.floor(left); x < right; x++)
    covered[start + x]! += Math.max(0, Math.min(right, x + 1) - Math.max(left, x)) / ROWS_PER_PIXEL;
};

/** A closed Catmull-Rom curve through the points. */
export const smooth = (points: readonly Point[], stepsPerPoint = 10): Point[] => {
  const count = points.length;
  const curve: Point[] = [];
  for (let i = 0; i < count; i++) {
    const [p0, p1, p2, p3] = [-1, 0, 1, 2].map((k) => points[(i + k + count) % count]!) as [
      Point,
      Point,
      Point,
      Point,
    ];
    for (let step = 0; step < stepsPerPoint; step++) {
      const t = step / stepsPerPoint;
      curve.push([catmullRom(p0[0], p1[0], p2[0], p3[0], t), catmullRom(p0[1], p1[1], p2[1], p3[1], t)]);
    }
  }
  return curve;
};

const catmullRom = (a: number, b: number, c: number, d: number, t: number) =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);

/** The side view of a body of revolution, from its half widths from top to bottom. */
export const lathe = (profile: readonly (readonly [halfWidth: number, y: number])[]): Point[] => {
  const right: Point[] = [];
  for (let i = 0; i + 1 < profile.length; i++) {
    const [w0, y0] = profile[i]!;
    const [w1, y1] = profile[i + 1]!;
    for (let step = 0; step < 12; step++) {
      const t = step / 12;
      const eased = t * t * (3 - 2 * t);
      right.push([w0 + (w1 - w0) * eased, y0 + (y1 - y0) * t]);
    }
  }
  const [lastWidth, lastY] = profile.at(-1)!;
  right.push([lastWidth, lastY]);
  return [...right, ...right.toReversed().map(([x, y]): Point => [-x, y])];
};

export const ellipse = (cx: number, cy: number, rx: number, ry: number): Point[] =>
  Array.from({ length: 96 }, (_, i) => {
    const angle = (i / 96) * 2 * Math.PI;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });

/** The outline of a bent line whose width changes from one end to the other. */
export const stroke = (line: readonly Point[], fromWidth: number, toWidth: number): Point[] => {
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach(([x, y], i) => {
    const [ax, ay] = line[Math.max(0, i - 1)]!;
    const [bx, by] = line[Math.min(line.length - 1, i + 1)]!;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const half = (fromWidth + ((toWidth - fromWidth) * i) / (line.length - 1)) / 2;
    const nx = (-(by - ay) / length) * half;
    const ny = ((bx - ax) / length) * half;
    left.push([x + nx, y + ny]);
    right.push([x - nx, y - ny]);
  });
  return [...left, ...right.toReversed()];
};
