import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { filling, fillOf, isOpaque } from '../../definition/param-kinds.ts';
import { turnedSize } from './turned-size.ts';

export const rotate = component({
  name: 'rotate',
  title: 'Rotate',
  sentence: 'Turns the image clockwise; corners that open up are filled.',
  credits: 0,
  params: Type.Object(
    {
      angle: Type.Number({
        minimum: -360,
        maximum: 360,
        default: 90,
        description: 'Degrees, clockwise. Quarter turns lose nothing.',
      }),
      background: filling('What fills the corners.'),
    },
    { additionalProperties: false },
  ),
  needs: [],
  sizeAfter: ({ angle }, before) => turnedSize(before, angle),
  // By other than quarter turns sharp rotates after gamma and flatten, unless a resize follows.
  place: ({ angle }) => ['rotate', isQuarterTurn(angle) ? 'rotate' : 'gamma'],
  alphaAfter: ({ angle, background }, before) =>
    before || (!isQuarterTurn(angle) && !isOpaque(fillOf(background, before))),
  run: (image, { angle, background }, hasAlpha) =>
    image.rotate(angle, { background: fillOf(background, hasAlpha) }),
});

const isQuarterTurn = (angle: number): boolean => angle % 90 === 0;
