import { applyRamp } from '../../../pixels/colour/level-tables.ts';
import { lumaOf, rgbaOf } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { solidColour } from '../../definition/param-kinds.ts';

export const tint = component({
  name: 'tint',
  title: 'Tint',
  sentence: 'Tints the image with a colour. Black, white and the lightness of every pixel stay as they are.',
  credits: 1,
  params: Type.Object(
    {
      colour: solidColour('The colour of the tint.', '#a4783c'),
      strength: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0.5,
        description: 'Strength: 1 is the full tint, 0 none.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixels: (pixels, { colour, strength }) => {
    const [red, green, blue] = rgbaOf(colour);
    const own = Math.min(254, Math.max(1, lumaOf(red, green, blue)));
    const at = (luma: number, level: number) =>
      luma <= own ? (level * luma) / own : level + ((255 - level) * (luma - own)) / (255 - own);
    return applyRamp(pixels, (luma) => [at(luma, red), at(luma, green), at(luma, blue)], { strength });
  },
});
