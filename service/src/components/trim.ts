import { Type } from '../schema/typebox.ts';
import { component } from './component.ts';

export const trim = component({
  name: 'trim',
  title: 'Trim borders',
  sentence: 'Cuts away borders of one colour, or transparent ones, on every side.',
  credits: 1,
  params: Type.Object(
    {
      threshold: Type.Integer({
        minimum: 0,
        maximum: 255,
        default: 10,
        description: 'How far a pixel may differ from the colour of the top left corner and still be border.',
      }),
      margin: Type.Integer({
        minimum: 0,
        maximum: 1000,
        default: 0,
        description: 'How much of the border stays, in pixels.',
      }),
    },
    { additionalProperties: false },
  ),
  needs: [],
  inPixels: () => ['margin'],
  place: () => ['rotate', 'extract'],
  measures: true,
  // What is smaller has no border, and sharp would refuse it.
  run: (image, { threshold, margin }, { width, height }) =>
    Math.min(width, height) < 3 ? image : image.trim({ threshold, margin }),
});
