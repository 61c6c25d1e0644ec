import { paintLab } from '../../pixels/colour/lab-planes.ts';
import type { Pixels } from '../cutout.ts';

/** A small copy of the image in planes of RGB and Lab. The object is found on it; only the edge is drawn at full size. */
export type Sketch = {
  width: number;
  height: number;
  /** How many full-size pixels one working pixel is wide and high. */
  factor: number;
  red: Float32Array;
  green: Float32Array;
  blue: Float32Array;
  l: Float32Array;
  a: Float32Array;
  b: Float32Array;
};

/** The longer side of a sketch is at most this, in pixels. */
export const WORKING_SIDE = 1000;

/** Makes the small copy by averaging blocks of pixels. */
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
  paintLab(sketch, sketch);
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
