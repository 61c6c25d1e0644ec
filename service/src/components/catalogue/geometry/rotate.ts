import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { fillColour, isOpaque, resolveFillColour } from '../../definition/param-kinds.ts';
import { rotatedSize, rotation } from './rotated-size.ts';

export const rotate = component({
  name: 'rotate',
  title: 'Rotate',
  sentence: 'Rotates the image clockwise and fills the corners that become empty.',
  credits: 0,
  params: Type.Object(
    {
      angle: Type.Number({
        minimum: -360,
        maximum: 360,
        default: 90,
        description: 'Degrees, clockwise. Multiples of 90 are lossless.',
      }),
      background: fillColour('The colour of the corners.'),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  sizeAfter: ({ angle }, before) => rotatedSize(before, angle),
  transform: ({ angle }, before) => rotation(before, angle),
  // For angles that are not multiples of 90, sharp rotates after gamma and flatten, unless a resize follows.
  stages: ({ angle }) => ['rotate', isQuarterTurn(angle) ? 'rotate' : 'gamma'],
  alphaAfter: ({ angle, background }, before) =>
    before || (!isQuarterTurn(angle) && !isOpaque(resolveFillColour(background, before))),
  run: (image, { angle, background }, hasAlpha) =>
    image.rotate(angle, { background: resolveFillColour(background, hasAlpha) }),
});

const isQuarterTurn = (angle: number): boolean => angle % 90 === 0;
