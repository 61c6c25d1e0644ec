import { translateBy } from '../../../domain/images/transform.ts';
import { compositeOver, solidImage } from '../../../pixels/composite.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type Size } from '../../definition/component.ts';
import { choice, colour, isOpaque, otherInput } from '../../definition/param-kinds.ts';
import { pixelsOf } from '../../files/sharp-pixels.ts';
import { refuseTooLarge } from '../geometry/most-pixels.ts';

const roomFor = (gap: number, { width, height }: Size): number =>
  Math.round((Math.min(width, height) * gap) / 100);

const resultSize = (
  { arrangement, gap }: { arrangement: 'beside' | 'above' | 'split'; gap: number },
  { width, height }: Size,
): Size => {
  const room = roomFor(gap, { width, height });
  if (arrangement === 'split') return { width, height };
  return arrangement === 'beside'
    ? { width: 2 * width + room, height }
    : { width, height: 2 * height + room };
};

export const compare = component({
  name: 'compare',
  title: 'Compare',
  sentence: 'Shows the image and another input together, for example before and after.',
  credits: 1,
  params: Type.Object(
    {
      input: otherInput('The input to compare with:'),
      arrangement: choice(
        ['beside', 'above', 'split'],
        'beside',
        'beside: the other input on the left, the image on the right. above: the other input above the image. split: the left half of the other input and the right half of the image.',
      ),
      gap: Type.Number({
        minimum: 0,
        maximum: 20,
        default: 1,
        description: "Space between the two images, in percent of the image's shorter side.",
      }),
      background: colour('The colour between the two images.'),
    },
    { additionalProperties: false },
  ),
  inputParams: ['input'],
  sizeAfter: resultSize,
  transform: ({ arrangement, gap }, before) => {
    const room = roomFor(gap, before);
    if (arrangement === 'beside') return translateBy(before.width + room, 0);
    return translateBy(0, arrangement === 'above' ? before.height + room : 0);
  },
  alphaAfter: ({ background }) => !isOpaque(background),
  pixels: async (pixels, params, { open }) => {
    const { input, arrangement, gap, background } = params;
    const { width, height } = pixels;
    const size = resultSize(params, pixels);
    refuseTooLarge('compare', size, pixels);
    const room = roomFor(gap, pixels);
    const other = await pixelsOf((await open(input)).resize({ width, height, fit: 'contain', background }));
    if (arrangement === 'beside') {
      const result = solidImage(size, background);
      compositeOver(result, other, { left: 0, top: 0 });
      compositeOver(result, pixels, { left: width + room, top: 0 });
      return result;
    }
    if (arrangement === 'above') {
      const result = solidImage(size, background);
      compositeOver(result, other, { left: 0, top: 0 });
      compositeOver(result, pixels, { left: 0, top: height + room });
      return result;
    }
    const result = solidImage(size, background);
    // At least one column of the image stays visible, even when the result is very narrow.
    const left = Math.min(Math.round(width / 2) - Math.floor(room / 2), width - room - 1);
    const right = left + room;
    compositeOver(result, other, { left: 0, top: 0 }, { left: 0, top: 0, width: left, height });
    compositeOver(
      result,
      pixels,
      { left: right, top: 0 },
      { left: right, top: 0, width: width - right, height },
    );
    return result;
  },
});
