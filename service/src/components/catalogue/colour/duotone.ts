import { applyRamp } from '../../../pixels/colour/level-tables.ts';
import { rgbaOf } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { solidColour } from '../../definition/param-kinds.ts';

export const duotone = component({
  name: 'duotone',
  title: 'Duotone',
  sentence: 'Shows the image in two colours: one for the shadows, one for the highlights.',
  credits: 1,
  params: Type.Object(
    {
      shadows: solidColour('The colour that black becomes.', '#14213d'),
      lights: solidColour('The colour that white becomes.', '#fbf3e4'),
      strength: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 1,
        description: 'Strength: 1 replaces the colours of the image completely, 0 not at all.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixels: (pixels, { shadows, lights, strength }) => {
    const dark = rgbaOf(shadows);
    const light = rgbaOf(lights);
    const between = (luma: number, i: 0 | 1 | 2) => dark[i] + ((light[i] - dark[i]) * luma) / 255;
    return applyRamp(pixels, (luma) => [between(luma, 0), between(luma, 1), between(luma, 2)], { strength });
  },
});
