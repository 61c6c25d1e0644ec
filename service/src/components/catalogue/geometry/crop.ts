import { translateBy } from '../../../domain/images/transform.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type Size } from '../../definition/component.ts';
import { choice, MAX_SIDE, POSITIONS, placeBox } from '../../definition/param-kinds.ts';

export const crop = component({
  name: 'crop',
  title: 'Crop',
  sentence: 'Crops the image to a size or an aspect ratio.',
  credits: 0,
  params: Type.Object(
    {
      by: choice(
        ['ratio', 'pixels'],
        'ratio',
        'ratio: the largest part with this aspect ratio. pixels: a part of this size, or less if the image is smaller.',
      ),
      width: Type.Number({
        exclusiveMinimum: 0,
        maximum: MAX_SIDE,
        default: 1,
        description: 'Width in pixels, or the first number of the ratio.',
      }),
      height: Type.Number({
        exclusiveMinimum: 0,
        maximum: MAX_SIDE,
        default: 1,
        description: 'Height in pixels, or the second number of the ratio.',
      }),
      position: choice(POSITIONS, 'center', 'Which part of the image is kept.'),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixelParams: ({ by }) => (by === 'pixels' ? ['width', 'height'] : []),
  sizeAfter: (params, before) => partOf(params, before),
  transform: (params, before) => {
    const { left, top } = placeBox(params.position, before, partOf(params, before));
    return translateBy(-left, -top);
  },
  stages: () => ['extract', 'extract'],
  needsSize: true,
  run: (image, params, facts) => {
    const kept = partOf(params, facts);
    return image.extract({ ...kept, ...placeBox(params.position, facts, kept) });
  },
});

const partOf = ({ by, width, height }: Size & { by: 'ratio' | 'pixels' }, whole: Size): Size => {
  const scale = by === 'ratio' ? Math.min(whole.width / width, whole.height / height) : 1;
  return {
    width: Math.max(1, Math.min(whole.width, Math.round(width * scale))),
    height: Math.max(1, Math.min(whole.height, Math.round(height * scale))),
  };
};
