import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';

/** The gradient of the colour at each pixel, in Lab per pixel. */
export const slopes = ({ l, a, b, width, height }: LabPlanes): Float32Array => {
  const slope = new Float32Array(l.length);
  for (let y = 0; y < height; y++) {
    const up = y > 0 ? -width : 0;
    const down = y + 1 < height ? width : 0;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const left = x > 0 ? i - 1 : i;
      const right = x + 1 < width ? i + 1 : i;
      const lx = l[right]! - l[left]!;
      const ly = l[i + down]! - l[i + up]!;
      const ax = a[right]! - a[left]!;
      const ay = a[i + down]! - a[i + up]!;
      const bx = b[right]! - b[left]!;
      const by = b[i + down]! - b[i + up]!;
      slope[i] = 0.5 * Math.sqrt(lx * lx + ly * ly + ax * ax + ay * ay + bx * bx + by * by);
    }
  }
  return slope;
};

/** The largest value among each pixel and its eight neighbours, which closes gaps of up to two pixels in an outline. */
export const largestAround = (plane: Float32Array, width: number, height: number): Float32Array => {
  const across = new Float32Array(plane.length);
  const largest = new Float32Array(plane.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      let value = plane[i]!;
      if (x > 0 && plane[i - 1]! > value) value = plane[i - 1]!;
      if (x + 1 < width && plane[i + 1]! > value) value = plane[i + 1]!;
      across[i] = value;
    }
  for (let y = 0; y < height; y++)
    for (let i = y * width; i < (y + 1) * width; i++) {
      let value = across[i]!;
      if (y > 0 && across[i - width]! > value) value = across[i - width]!;
      if (y + 1 < height && across[i + width]! > value) value = across[i + width]!;
      largest[i] = value;
    }
  return largest;
};
