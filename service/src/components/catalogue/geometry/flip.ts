import { mirrorImage } from '../../../domain/images/transform.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice } from '../../definition/param-kinds.ts';

export const flip = component({
  name: 'flip',
  title: 'Flip',
  sentence: 'Mirrors the image.',
  credits: 0,
  params: Type.Object(
    {
      axis: choice(
        ['horizontal', 'vertical', 'both'],
        'horizontal',
        'horizontal: left becomes right. vertical: top becomes bottom. both: both of these.',
      ),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  transform: ({ axis }, before) => mirrorImage(before, axis !== 'vertical', axis !== 'horizontal'),
  // sharp mirrors after resizing and before rotating, so no resize or rotation may be pending.
  stages: () => ['resize', 'resize'],
  needsSize: true,
  run: (image, { axis }) => image.flop(axis !== 'vertical').flip(axis !== 'horizontal'),
});
