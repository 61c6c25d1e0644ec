import { labTables } from './lab-tables.ts';
import type { Pixels } from './pixels.ts';

/** The picture at working size, in planes. Finding the object needs no more; the edge is drawn at full size. */
export type Sketch = {
  width: number;
  height: number;
  /** Full-size pixels along one side of a working pixel. */
  factor: number;
  red: Float32Array;
  green: Float32Array;
  blue: Float32Array;
  l: Float32Array;
  a: Float32Array;
  b: Float32Array;
};

export const WORKING_SIDE = 1000;

export const sketchOf = (pixels: Pixels, workingSide = WORKING_SIDE): Sketch => {
  const factor = Math.max(1, Math.ceil(Math.max(pixels.width, pixels.height) / workingSide));
  const width = Math.ceil(pixels.width / factor);
  const height = Math.ceil(pixels.height / factor);
  const plane = () => new Float32Array(width * height);
  const sketch = {
    width,
    height,
    factor,
    red: plane(),
    green: plane(),
    blue: plane(),
    l: plane(),
    a: plane(),
    b: plane(),
  };
  average(pixels, sketch);
  toLab(sketch);
  return sketch;
};

const average = ({ data, width, height, channels }: Pixels, sketch: Sketch) => {
  const { factor, red, green, blue } = sketch;
  for (let row = 0; row < sketch.height; row++) {
    const toY = Math.min(height, (row + 1) * factor);
    for (let column = 0; column < sketch.width; column++) {
      const toX = Math.min(width, (column + 1) * factor);
      let r = 0;
      let g = 0;
      let b = 0;
      let count = 0;
      for (let y = row * factor; y < toY; y++)
        for (let x = column * factor, at = (y * width + x) * channels; x < toX; x++, at += channels) {
          r += data[at]!;
          g += data[at + 1]!;
          b += data[at + 2]!;
          count++;
        }
      const i = row * sketch.width + column;
      red[i] = r / count;
      green[i] = g / count;
      blue[i] = b / count;
    }
  }
};

const toLab = ({ red, green, blue, l, a, b }: Sketch) => {
  const { linear, root, LINEAR_STEPS, ROOT_STEPS } = labTables();
  for (let i = 0; i < l.length; i++) {
    const lr = linear[(red[i]! * LINEAR_STEPS) | 0]!;
    const lg = linear[(green[i]! * LINEAR_STEPS) | 0]!;
    const lb = linear[(blue[i]! * LINEAR_STEPS) | 0]!;
    const x = root[((0.433953 * lr + 0.3762194 * lg + 0.1898276 * lb) * ROOT_STEPS) | 0]!;
    const y = root[((0.2126729 * lr + 0.7151522 * lg + 0.072175 * lb) * ROOT_STEPS) | 0]!;
    const z = root[((0.0177578 * lr + 0.1094766 * lg + 0.8727656 * lb) * ROOT_STEPS) | 0]!;
    l[i] = 116 * y - 16;
    a[i] = 500 * (x - y);
    b[i] = 200 * (y - z);
  }
};
