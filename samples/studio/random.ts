import { ramp } from './vectors.ts';

export type Random = () => number;

export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
};

export const hashAt = (x: number, y: number, z: number): number => {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(z | 0, 2147483647 - 40503);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
};
export const noise = (x: number, y: number, z: number): number => {
  const [x0, y0, z0] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [ramp(0, 1, x - x0), ramp(0, 1, y - y0), ramp(0, 1, z - z0)];
  let sum = 0;
  for (let corner = 0; corner < 8; corner += 1) {
    const [i, j, k] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const weight = (i ? u : 1 - u) * (j ? v : 1 - v) * (k ? w : 1 - w);
    sum += weight * hashAt(x0 + i, y0 + j, z0 + k);
  }
  return sum;
};
