import { fillHidden } from '../../../pixels/filters/fill-hidden.ts';
import { guidedFilter } from '../../../pixels/filters/guided-filter.ts';
import { inStrips } from '../../../pixels/filters/in-strips.ts';
import { smoothColour } from '../../../pixels/filters/smooth-colour.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';

export const denoise = component({
  name: 'denoise',
  title: 'Denoise',
  sentence: 'Removes noise from even areas and keeps edges.',
  credits: 2,
  params: Type.Object(
    {
      strength: Type.Number({
        minimum: 0,
        maximum: 60,
        default: 8,
        description: 'Differences in brightness up to about this value, of 255, count as noise.',
      }),
      colour: Type.Number({
        minimum: 0,
        maximum: 60,
        default: 16,
        description:
          'The same for differences in colour. It can be high, because edges that are visible in brightness or in clear colours are kept.',
      }),
      radius: Type.Integer({
        minimum: 1,
        maximum: 8,
        default: 2,
        description:
          'The radius around each pixel that is compared, in pixels; 6 more for colour, because colour noise is coarser.',
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

/** Colour noise is coarser, so its radius is this many pixels larger. */
const FURTHER = 6;

const level = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
