import { applyRamp } from '../../../pixels/colour/level-tables.ts';
import { LUMA } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';

const weight = (value: number, name: string) =>
  Type.Number({
    minimum: 0,
    maximum: 1,
    default: value,
    description: `The weight of ${name} relative to the other two colours. The defaults match human vision.`,
  });

export const grayscale = component({
  name: 'grayscale',
  title: 'Grayscale',
  sentence: 'Makes a black and white image; the weights work like a coloured filter on the lens.',
  credits: 1,
  params: Type.Object(
    {
      red: weight(LUMA[0], 'red'),
      green: weight(LUMA[1], 'green'),
      blue: weight(LUMA[2], 'blue'),
      strength: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 1,
        description: 'Strength: 1 removes all colour, 0 none.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  rule: ({ red, green, blue }) => (red + green + blue > 0 ? undefined : 'one of the weights must be above 0'),
  pixels: (pixels, { red, green, blue, strength }) => {
    const sum = red + green + blue;
    return applyRamp(pixels, (luma) => [luma, luma, luma], {
      weights: [red / sum, green / sum, blue / sum],
      strength,
    });
  },
});
