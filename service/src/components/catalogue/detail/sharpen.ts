import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice } from '../../definition/param-kinds.ts';

export const sharpen = component({
  name: 'sharpen',
  title: 'Sharpen',
  sentence: 'Sharpens edges, usually as the last step after a resize.',
  credits: 1,
  params: Type.Object(
    {
      method: choice(
        ['fast', 'fine'],
        'fast',
        'fast: one mild pass. fine: sharpens only the lightness, with the other parameters; several times slower.',
      ),
      radius: Type.Number({
        minimum: 0.5,
        maximum: 10,
        default: 1,
        description: 'The width of the edges that are sharpened, in pixels. Used with the method fine.',
      }),
      flat: Type.Number({
        minimum: 0,
        maximum: 10,
        default: 1,
        description: 'Strength in flat areas. Used with the method fine.',
      }),
      edges: Type.Number({
        minimum: 0,
        maximum: 20,
        default: 2,
        description: 'Strength at edges. Used with the method fine.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixelParams: () => ['radius'],
  stages: () => ['sharpen', 'sharpen'],
  run: (image, { method, radius, flat, edges }) =>
    method === 'fast' ? image.sharpen() : image.sharpen({ sigma: radius, m1: flat, m2: edges }),
});
