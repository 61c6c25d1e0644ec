import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice, otherInput, POSITIONS, placeBox } from '../../definition/param-kinds.ts';

export const overlay = component({
  name: 'overlay',
  title: 'Overlay',
  sentence: 'Places another input, such as a logo, on the image.',
  credits: 2,
  params: Type.Object(
    {
      input: otherInput('The input to place on the image:'),
      position: choice(POSITIONS, 'southeast', 'Where the other input is placed.'),
      scale: Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        default: 0.25,
        description:
          "The width of the other input as a share of the image's width; its height never exceeds the image's height.",
      }),
      margin: Type.Number({
        minimum: 0,
        maximum: 50,
        default: 3,
        description: "Distance from the edges, in percent of the image's shorter side.",
      }),
      opacity: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 1,
        description: 'Opacity: 1 is opaque, 0 is invisible.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: ['input'],
  stages: () => ['composite', 'composite'],
  needsSize: true,
  run: async (image, { input, position, scale, margin, opacity }, facts, { open }) => {
    const other = await open(input);
    const { data, info } = await other
      .resize({ width: Math.max(1, Math.round(facts.width * scale)), height: facts.height, fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (opacity < 1) fade(data, opacity);
    const distance = Math.round((Math.min(facts.width, facts.height) * margin) / 100);
    return image.composite([
      {
        input: data,
        raw: { width: info.width, height: info.height, channels: info.channels },
        ...placeBox(position, facts, info, distance),
      },
    ]);
  },
});

const fade = (rgba: Buffer, opacity: number): void => {
  for (let at = 3; at < rgba.length; at += 4) rgba[at] = Math.round(rgba[at]! * opacity);
};
