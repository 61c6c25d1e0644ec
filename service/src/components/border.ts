import { Type } from '../schema/typebox.ts';
import { component } from './component.ts';
import { choice, colour, isOpaque } from './param-kinds.ts';

export const border = component({
  name: 'border',
  title: 'Border',
  sentence: 'Puts a frame of one colour around the picture.',
  credits: 0,
  params: Type.Object(
    {
      width: Type.Number({
        minimum: 0,
        maximum: 2000,
        default: 3,
        description: 'How wide the frame is; percent at most 50.',
      }),
      unit: choice(
        ['percent', 'pixels'],
        'percent',
        "percent: of the picture's shorter side. pixels: as given.",
      ),
      colour: colour('What the frame is made of.', '#1d2a33'),
      place: choice(
        ['outside', 'inside'],
        'outside',
        'outside: the picture grows. inside: the frame covers its edge.',
      ),
    },
    { additionalProperties: false },
  ),
  needs: [],
  inPixels: ({ unit }) => (unit === 'pixels' ? ['width'] : []),
  rule: ({ width, unit }) =>
    unit === 'percent' && width > 50 ? 'width must be at most 50 percent' : undefined,
  sizeAfter: ({ width, unit, place }, before) => {
    const shorter = Math.min(before.width, before.height);
    const side = place === 'outside' ? (unit === 'percent' ? (shorter * width) / 100 : width) : 0;
    return { width: before.width + 2 * side, height: before.height + 2 * side };
  },
  place: ({ place }) => (place === 'inside' ? ['composite', 'composite'] : ['extend', 'extend']),
  alphaAfter: ({ colour: frame, place }, before) => before || (place === 'outside' && !isOpaque(frame)),
  measures: true,
  run: (image, { width, unit, colour: background, place }, facts) => {
    const shorter = Math.min(facts.width, facts.height);
    const asked = Math.round(unit === 'percent' ? (shorter * width) / 100 : width);
    // One pixel of the picture stays, whatever is asked.
    const side = place === 'inside' ? Math.min(asked, Math.floor((shorter - 1) / 2)) : asked;
    if (place === 'outside')
      return image.extend({ top: side, bottom: side, left: side, right: side, background });
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
