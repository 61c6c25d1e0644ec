/** Approximates a Gaussian blur with three box filters in each direction. Repeats the border pixels. */
export const blur = (plane: Float32Array, width: number, height: number, sigma: number): Float32Array => {
  const radius = Math.max(1, Math.round(sigma));
  let from = plane.slice();
  let to = new Float32Array(plane.length);
  for (let pass = 0; pass < 3; pass++) {
    boxLines(from, to, height, width, width, 1, radius);
    boxLines(to, from, width, height, 1, width, radius);
  }
  [from, to] = [to, from];
  return to;
};

const boxLines = (
  from: Float32Array,
  to: Float32Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  radius: number,
) => {
  const weight = 1 / (2 * radius + 1);
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    const at = (i: number) => from[start + Math.min(length - 1, Math.max(0, i)) * step]!;
    let sum = 0;
    for (let i = -radius; i <= radius; i++) sum += at(i);
    for (let i = 0; i < length; i++) {
      to[start + i * step] = sum * weight;
      sum += at(i + radius + 1) - at(i - radius);
    }
  }
};
