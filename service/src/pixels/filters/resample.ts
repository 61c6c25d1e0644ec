/**
 * Resizes a plane: a triangle filter makes it smaller, cubic interpolation (Catmull-Rom) makes it larger. Cubic
 * interpolation overshoots: values may lie slightly outside the range of the input.
 */
export const resample = (
  plane: Float32Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
): Float32Array => {
  const across = new Float32Array(toWidth * height);
  const columns = tapsFor(width, toWidth);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < toWidth; x++) {
      const { from, weights } = columns[x]!;
      let sum = 0;
      for (let k = 0; k < weights.length; k++) sum += weights[k]! * plane[y * width + from + k]!;
      across[y * toWidth + x] = sum;
    }
  const result = new Float32Array(toWidth * toHeight);
  tapsFor(height, toHeight).forEach(({ from, weights }, y) => {
    for (let k = 0; k < weights.length; k++) {
      const start = (from + k) * toWidth;
      const weight = weights[k]!;
      for (let x = 0; x < toWidth; x++) result[y * toWidth + x]! += weight * across[start + x]!;
    }
  });
  return result;
};

type Taps = { from: number; weights: number[] };

/** The filter weights of each output sample. */
const tapsFor = (length: number, toLength: number): Taps[] => {
  const step = length / toLength;
  const reach = step > 1 ? step : 2;
  const weightAt = step > 1 ? (away: number) => Math.max(1e-6, 1 - away / step) : catmullRom;
  return Array.from({ length: toLength }, (_, n) => {
    const centre = (n + 0.5) * step - 0.5;
    const from = Math.max(0, Math.ceil(centre - reach));
    const to = Math.min(length - 1, Math.floor(centre + reach));
    const weights: number[] = [];
    for (let i = from; i <= to; i++) weights.push(weightAt(Math.abs(i - centre)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { from, weights: weights.map((weight) => weight / total) };
  });
};

const catmullRom = (away: number): number =>
  away < 1 ? (1.5 * away - 2.5) * away * away + 1 : away < 2 ? ((2.5 - 0.5 * away) * away - 4) * away + 2 : 0;
