import { fillSpots } from '../../../pixels/spots/fill-spots.ts';
import { findSpots } from '../../../pixels/spots/find-spots.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice } from '../../definition/param-kinds.ts';

export const spotClean = component({
  name: 'spot-clean',
  title: 'Clean spots',
  sentence:
    'Removes dust and specks from even areas such as a backdrop, and leaves textured areas unchanged.',
  credits: 2,
  params: Type.Object(
    {
      size: Type.Integer({
        minimum: 2,
        maximum: 40,
        default: 12,
        description: 'The diameter of the largest spot, in pixels.',
      }),
      contrast: Type.Integer({
        minimum: 3,
        maximum: 100,
        default: 10,
        description: 'The minimum difference in brightness between a spot and its surroundings, of 255.',
      }),
      evenness: Type.Integer({
        minimum: 1,
        maximum: 40,
        default: 6,
        description: 'How much the brightness of an even area may vary, of 255.',
      }),
      area: choice(
        ['backdrop', 'everywhere'],
        'backdrop',
        'backdrop: only in even areas that reach the edge of the image. everywhere: also in even parts of the object.',
      ),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixelParams: () => ['size'],
  pixels: (pixels, params) => fillSpots(pixels, findSpots(pixels, params)),
});
