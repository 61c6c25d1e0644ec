import type { ModelDeclaration } from './model-declaration.ts';
import type { Region } from './pixels.ts';
import type { Sketch } from './sketch.ts';

/** The sketch squeezed into the square that the network takes, 8-bit RGB. */
export const squareOf = (sketch: Sketch, size: number): Uint8Array => {
  const square = new Uint8Array(size * size * 3);
  [sketch.red, sketch.green, sketch.blue].forEach((plane, channel) => {
    const shrunk = resample(plane, sketch.width, sketch.height, size, size);
    for (let i = 0; i < shrunk.length; i++) square[i * 3 + channel] = Math.round(shrunk[i]!);
  });
  return square;
};

/** Area average when shrinking, linear when growing; along rows first, then along columns. */
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

/** A triangle as wide as the step between samples, at least two pixels. */
const tapsFor = (length: number, toLength: number): Taps[] => {
  const step = length / toLength;
  const reach = Math.max(1, step);
  return Array.from({ length: toLength }, (_, n) => {
    const centre = (n + 0.5) * step - 0.5;
    const from = Math.max(0, Math.ceil(centre - reach));
    const to = Math.min(length - 1, Math.floor(centre + reach));
    const weights: number[] = [];
    for (let i = from; i <= to; i++) weights.push(Math.max(1e-6, 1 - Math.abs(i - centre) / reach));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { from, weights: weights.map((weight) => weight / total) };
  });
};

export const tensorOf = (
  square: Uint8Array,
  { size, layout, scale, mean, std }: ModelDeclaration,
): { data: Float32Array; dims: number[] } => {
  const data = new Float32Array(size * size * 3);
  const area = size * size;
  for (let i = 0; i < area; i++)
    for (let c = 0; c < 3; c++) {
      const value = (square[i * 3 + c]! * scale - mean[c]!) / std[c]!;
      data[layout === 'nchw' ? c * area + i : i * 3 + c] = value;
    }
  return { data, dims: layout === 'nchw' ? [1, 3, size, size] : [1, size, size, 3] };
};

/** The network's answer as a probability for each pixel of its square. */
export const regionOf = (raw: Float32Array, { size, output }: ModelDeclaration): Region => {
  if (raw.length < size * size)
    throw new Error(`The model answered ${raw.length} values for ${size} x ${size}.`);
  const data = raw.slice(0, size * size);
  let low = 0;
  let range = 1;
  if (output === 'min-max') {
    low = Math.min(...chunkEnds(data, Math.min));
    range = Math.max(...chunkEnds(data, Math.max)) - low || 1;
  }
  for (let i = 0; i < data.length; i++) {
    const value = output === 'logits' ? 1 / (1 + Math.exp(-data[i]!)) : (data[i]! - low) / range;
    data[i] = value < 0 ? 0 : value > 1 ? 1 : value;
  }
  return { width: size, height: size, data };
};

/** The extreme of every thousand values: a call cannot take a million arguments. */
const chunkEnds = (data: Float32Array, extreme: (...values: number[]) => number): number[] => {
  const ends: number[] = [];
  for (let i = 0; i < data.length; i += 1000) ends.push(extreme(...data.subarray(i, i + 1000)));
  return ends;
};
