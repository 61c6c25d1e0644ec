import { fillHidden } from '../../../pixels/filters/fill-hidden.ts';
import { guidedFilter } from '../../../pixels/filters/guided-filter.ts';
import { inStrips } from '../../../pixels/filters/in-strips.ts';
import { smoothColour } from '../../../pixels/filters/smooth-colour.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';

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
        description:
          'The same for differences in colour. Edges that brightness or clear colours show stay, so it can be high.',
      }),
      radius: Type.Integer({
        minimum: 1,
        maximum: 8,
        default: 2,
        description:
          'How far around a pixel is looked, in pixels; for colour 6 more, because its grain is coarser.',
      }),
    },
    { additionalProperties: false },
  ),
  needs: [],
  inPixels: () => ['radius'],
  pixels: (pixels, { strength, colour, radius }) => {
    const { width, height, channels } = pixels;
    const data = Uint8Array.from(pixels.data);
    fillHidden(pixels);
    const colourOf = smoothColour(pixels, radius + FURTHER, colour);
    inStrips(height, 2 * radius, ({ top, bottom, from, to }) => {
      const grainy = new Float32Array(width * (to - from));
      for (let at = 0, source = from * width * channels; at < grainy.length; at += 1, source += channels)
        grainy[at] = (pixels.data[source]! + 2 * pixels.data[source + 1]! + pixels.data[source + 2]!) / 4;
      const smooth = strength > 0 ? guidedFilter(grainy, width, to - from, radius, strength) : grainy;
      for (let y = top; y < bottom; y += 1) {
        const light = smooth.subarray((y - from) * width, (y - from + 1) * width);
        const { redness, blueness } = colourOf(y, light);
        for (let x = 0, target = y * width * channels; x < width; x += 1, target += channels) {
          if (channels === 4 && data[target + 3] === 0) continue;
          const green = light[x]! - (redness[x]! + blueness[x]!) / 4;
          data[target] = level(green + redness[x]!);
          data[target + 1] = level(green);
          data[target + 2] = level(green + blueness[x]!);
        }
      }
    });
    return { ...pixels, data };
  },
});

/** Grain of colour is the coarser one: it is looked for this much further around, in pixels. */
const FURTHER = 6;

const level = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
