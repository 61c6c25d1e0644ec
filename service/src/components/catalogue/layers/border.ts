import { translateBy } from '../../../domain/images/transform.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type Size } from '../../definition/component.ts';
import { choice, colour, isOpaque } from '../../definition/param-kinds.ts';

export const border = component({
  name: 'border',
  title: 'Border',
  sentence: 'Adds a frame of one colour to the image.',
  credits: 0,
  params: Type.Object(
    {
      width: Type.Number({
        minimum: 0,
        maximum: 2000,
        default: 3,
        description: 'The width of the frame; at most 50 if the unit is percent.',
      }),
      unit: choice(
        ['percent', 'pixels'],
        'percent',
        "The unit of the width: percent of the image's shorter side, or pixels.",
      ),
      colour: colour('The colour of the frame.', '#1d2a33'),
      place: choice(
        ['outside', 'inside'],
        'outside',
        'outside: the image grows. inside: the frame covers its edge.',
      ),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixelParams: ({ unit }) => (unit === 'pixels' ? ['width'] : []),
  rule: ({ width, unit }) =>
    unit === 'percent' && width > 50 ? 'width must be at most 50 percent' : undefined,
  sizeAfter: (params, before) => {
    const side = params.place === 'outside' ? askedWidth(params, before) : 0;
    return { width: before.width + 2 * side, height: before.height + 2 * side };
  },
  transform: (params, before) => {
    const side = params.place === 'outside' ? askedWidth(params, before) : 0;
    return translateBy(side, side);
  },
  stages: ({ place }) => (place === 'inside' ? ['composite', 'composite'] : ['extend', 'extend']),
  alphaAfter: ({ colour: frame, place }, before) => before || (place === 'outside' && !isOpaque(frame)),
  needsSize: true,
  run: (image, { colour: background, place, ...params }, facts) => {
    const asked = askedWidth(params, facts);
    if (place === 'outside')
      return image.extend({ top: asked, bottom: asked, left: asked, right: asked, background });
    // The frame leaves at least one pixel of the image visible.
    const side = Math.min(asked, Math.floor((shorterOf(facts) - 1) / 2));
    if (side === 0) return image;
    const bar = (left: number, top: number, across: number, down: number) => ({
      input: { create: { width: across, height: down, channels: 4 as const, background } },
      left,
      top,
    });
    return image.composite([
      bar(0, 0, facts.width, side),
      bar(0, facts.height - side, facts.width, side),
      bar(0, side, side, facts.height - 2 * side),
      bar(facts.width - side, side, side, facts.height - 2 * side),
    ]);
  },
});

const shorterOf = ({ width, height }: Size): number => Math.min(width, height);

const askedWidth = ({ width, unit }: { width: number; unit: string }, image: Size): number =>
  Math.round(unit === 'percent' ? (shorterOf(image) * width) / 100 : width);
