import { resample } from '../../pixels/filters/resample.ts';
import { extrapolateColours } from '../background/extrapolate-colours.ts';
import { type Sketch, sketchOf } from '../background/sketch.ts';
import type { Cutout, Pixels, Region } from '../cutout.ts';
import { keepTransparency } from '../edge/draw-cutout.ts';
import { freed } from '../edge/draw-edge.ts';

/** The method `model`: the output of the model, stretched to the image. Its edge is no finer than the model's pixels. */
export const cutOutModel = (pixels: Pixels, region: Region, sketch: Sketch = sketchOf(pixels)): Cutout => {
  const { width, height, channels, data } = pixels;
  const { factor } = sketch;
  const coarse = resample(region.data, region.width, region.height, sketch.width, sketch.height);
  const behind = extrapolateColours(
    sketch,
    coarse.map((p) => (p < 0.04 ? 1 : 0)),
    sketch.width,
    sketch.height,
  );
  const front = extrapolateColours(
    sketch,
    coarse.map((p) => (p > 0.96 ? 1 : 0)),
    sketch.width,
    sketch.height,
  );
  const probability = resample(region.data, region.width, region.height, width, height);
  const rgba = new Uint8Array(width * height * 4);
  let decided = 0;
  let found = 1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const alpha = probability[i]!;
      if (alpha > 0.5) found++;
      if (alpha > 0.85) decided++;
      const level = Math.round(alpha * 255);
      if (level === 0) continue;
      const from = i * channels;
      const to = i * 4;
      const near = ((y / factor) | 0) * sketch.width + ((x / factor) | 0);
      rgba[to] = freed(data[from]!, behind.red[near]!, front.red[near]!, alpha);
      rgba[to + 1] = freed(data[from + 1]!, behind.green[near]!, front.green[near]!, alpha);
      rgba[to + 2] = freed(data[from + 2]!, behind.blue[near]!, front.blue[near]!, alpha);
      rgba[to + 3] = level;
    }
  return keepTransparency(pixels, { width, height, rgba, confidence: decided / found, plain: false });
};
