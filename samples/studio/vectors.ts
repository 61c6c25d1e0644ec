export type Vec = [number, number, number];

export const add = (a: Vec, b: Vec, scale = 1): Vec => [
  a[0] + b[0] * scale,
  a[1] + b[1] * scale,
  a[2] + b[2] * scale,
];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vec): Vec => {
  const length = Math.sqrt(dot(a, a));
  return [a[0] / length, a[1] / length, a[2] / length];
};
export const mix = (a: Vec, b: Vec, t: number): Vec => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
// This is not Math.hypot, which guards against overflow and is several times slower.
export const length2 = (x: number, y: number): number => Math.sqrt(x * x + y * y);
export const ramp = (from: number, to: number, value: number): number => {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};
export const smoothMin = (a: number, b: number, k: number): number => {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - h * h * k * 0.25;
};
/** The distance to a rounded corner of two sides, from the distances to each side; `soft` is the radius. */
export const softCorner = (beyondOne: number, beyondOther: number, soft: number): number => {
  const [one, other] = [beyondOne + soft, beyondOther + soft];
  return Math.min(Math.max(one, other), 0) + length2(Math.max(one, 0), Math.max(other, 0)) - soft;
};
