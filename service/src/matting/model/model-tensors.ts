import { resample } from '../../pixels/filters/resample.ts';
import type { Region } from '../region.ts';
import type { WorkImage } from '../work-image.ts';
import type { EnlargerDeclaration, ModelDeclaration, NetworkDeclaration } from './model-declaration.ts';

/** Stretches the image to the square that the network takes, as 8-bit RGB. */
export const squareOf = (work: WorkImage, size: number): Uint8Array => {
  const square = new Uint8ClampedArray(size * size * 3);
  [work.red, work.green, work.blue].forEach((plane, channel) => {
    const shrunk = resample(plane, work.width, work.height, size, size);
    for (let i = 0; i < shrunk.length; i++) square[i * 3 + channel] = shrunk[i]!;
  });
  return new Uint8Array(square.buffer);
};

/** Converts the square to the input tensor of the network. */
export const tensorOf = (
  square: Uint8Array,
  { size, layout, scale, mean, std }: NetworkDeclaration,
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

/** Converts the output of an enlarging network to 8-bit RGB. */
export const enlargedRgbOf = (
  raw: Float32Array,
  { size, factor, layout, scale, mean, std }: EnlargerDeclaration,
): Uint8Array => {
  const side = size * factor;
  const area = side ** 2;
  if (raw.length !== area * 3)
    throw new Error(
      `the model returned ${raw.length} values instead of ${area * 3}, 3 for each of ${side} x ${side} pixels`,
    );
  const levels = new Uint8ClampedArray(area * 3);
  for (let i = 0; i < area; i++)
    for (let c = 0; c < 3; c++) {
      const value = raw[layout === 'nchw' ? c * area + i : i * 3 + c]!;
      levels[i * 3 + c] = (value * std[c]! + mean[c]!) / scale;
    }
  return new Uint8Array(levels.buffer);
};

/** Converts the output of a network to a probability for each pixel of its square. */
export const regionOf = (raw: Float32Array, { size, output }: ModelDeclaration): Region => {
  if (raw.length < size * size)
    throw new Error(
      `The model returned ${raw.length} values instead of ${size * size}, 1 for each of ${size} x ${size} pixels.`,
    );
  const data = raw.slice(0, size * size);
  let [low, high] = [0, 1];
  if (output === 'min-max') {
    [low, high] = [data[0]!, data[0]!];
    for (const value of data) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  const range = high - low || 1;
  for (let i = 0; i < data.length; i++) {
    const value = output === 'logits' ? 1 / (1 + Math.exp(-data[i]!)) : (data[i]! - low) / range;
    data[i] = Math.min(1, Math.max(0, value));
  }
  return { width: size, height: size, data };
};
