import { fillSpots } from '../../../pixels/spots/fill-spots.ts';
import { findSpots } from '../../../pixels/spots/find-spots.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice } from '../../definition/param-kinds.ts';

export const spotClean = component({
  name: 'spot-clean',
  title: 'Clean spots',
  sentence: 'Removes dust and specks from even areas such as a backdrop, and leaves textured ones alone.',
  credits: 2,
  params: Type.Object(
    {
      size: Type.Integer({
        minimum: 2,
        maximum: 40,
        default: 12,
        description: 'The largest spot, in pixels across.',
      }),
      contrast: Type.Integer({
        minimum: 3,
        maximum: 100,
        default: 10,
        description: 'How much darker or brighter than its surroundings a spot is, at least, of 255.',
      }),
      evenness: Type.Integer({
        minimum: 1,
        maximum: 40,
        default: 6,
        description: 'How much the surroundings may vary and still be even, of 255.',
      }),
      area: choice(
        ['backdrop', 'everywhere'],
        'backdrop',
        'backdrop: only what continues the edge of the image. everywhere: on even parts of the object as well.',
      ),
    },
    { additionalProperties: false },
  ),
  needs: [],
  inPixels: () => ['size'],
  pixels: (pixels, params) => fillSpots(pixels, findSpots(pixels, params)),
});
