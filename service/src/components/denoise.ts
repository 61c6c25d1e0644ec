import { Type } from 'typebox';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { inStrips } from '../pixels/in-strips.ts';
import { component } from './component.ts';

export const denoise = component({
  name: 'denoise',
  title: 'Denoise',
  sentence: 'Takes grain out of even areas and leaves edges as they are.',
  credits: 2,
  params: Type.Object(
    {
      strength: Type.Number({
        minimum: 0,
        maximum: 60,
        default: 8,
        description: 'Differences in brightness up to about this, of 255, are taken for grain.',
      }),
      colour: Type.Number({
        minimum: 0,
        maximum: 60,
        default: 16,
        description: 'The same for differences in colour, which can be smoothed more.',
      }),
      radius: Type.Integer({
        minimum: 1,
        maximum: 8,
        default: 2,
        description: 'How far around a pixel is looked, in pixels.',
      }),
    },
    { additionalProperties: false },
  ),
  needs: [],
  inPixels: () => ['radius'],
  pixels: (pixels, { strength, colour, radius }) => {
    const { width, height, channels } = pixels;
    const data = Uint8Array.from(pixels.data);
    inStrips(height, 2 * radius, ({ top, bottom, from, to }) => {
      const size = width * (to - from);
      const planes = [new Float32Array(size), new Float32Array(size), new Float32Array(size)] as const;
      for (let at = 0, source = from * width * channels; at < size; at += 1, source += channels) {
        const [red, green, blue] = [pixels.data[source]!, pixels.data[source + 1]!, pixels.data[source + 2]!];
        // Brightness and two differences of colour: grain in colour is the coarser one.
        planes[0][at] = (red + 2 * green + blue) / 4;
        planes[1][at] = red - green;
        planes[2][at] = blue - green;
      }
      const [light, redness, blueness] = planes.map((plane, i) => {
        const spread = i === 0 ? strength : colour;
        return spread > 0 ? guidedFilter(plane, width, to - from, radius, spread) : plane;
      }) as [Float32Array, Float32Array, Float32Array];
      for (let y = top; y < bottom; y += 1)
        for (let x = 0; x < width; x += 1) {
          const at = (y - from) * width + x;
          const target = (y * width + x) * channels;
          const green = light[at]! - (redness[at]! + blueness[at]!) / 4;
          data[target] = level(green + redness[at]!);
          data[target + 1] = level(green);
          data[target + 2] = level(green + blueness[at]!);
        }
    });
    return { ...pixels, data };
  },
});

const level = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
