import { Type } from 'typebox';
import { component } from './component.ts';
import { choice, colour, isOpaque, otherInput } from './param-kinds.ts';
import { layerOf, pixelsOf, sharpOf } from './sharp-pixels.ts';
import { sharp } from './sharp-setup.ts';

type Layer = ReturnType<typeof layerOf> & { left: number; top: number };

export const compare = component({
  name: 'compare',
  title: 'Compare',
  sentence: 'Shows the picture and another input together, for before and after.',
  credits: 1,
  params: Type.Object(
    {
      input: otherInput('Which input it is compared with:'),
      arrangement: choice(
        ['beside', 'above', 'split'],
        'beside',
        'beside: the other input left, the picture right. above: the other on top. split: half of each, in one picture.',
      ),
      gap: Type.Number({
        minimum: 0,
        maximum: 20,
        default: 1,
        description: "Room between them, in percent of the picture's shorter side.",
      }),
      background: colour('What shows between them.'),
    },
    { additionalProperties: false },
  ),
  needs: ['input'],
  sizeAfter: ({ arrangement }, { width, height }) => ({
    width: arrangement === 'beside' ? 2 * width : width,
    height: arrangement === 'above' ? 2 * height : height,
  }),
  pixels: async (pixels, { input, arrangement, gap, background }, { open }) => {
    const { width, height } = pixels;
    const room = Math.round((Math.min(width, height) * gap) / 100);
    const other = await pixelsOf(
      (await open(input)).resize({ width, height, fit: 'contain', background }).ensureAlpha(),
    );
    const own = layerOf(pixels);
    const half = Math.round(width / 2);
    const left = Math.max(0, half - Math.floor(room / 2));
    const sizes = {
      beside: { width: 2 * width + room, height },
      above: { width, height: 2 * height + room },
      split: { width, height },
    };
    const places = {
      beside: [
        { ...layerOf(other), left: 0, top: 0 },
        { ...own, left: width + room, top: 0 },
      ],
      above: [
        { ...layerOf(other), left: 0, top: 0 },
        { ...own, left: 0, top: height + room },
      ],
      split: [] as Layer[],
    };
    if (arrangement === 'split' && left > 0 && left + room < width) {
      const start = { left: 0, top: 0, width: left, height };
      const end = { left: left + room, top: 0, width: width - left - room, height };
      places.split.push(
        { ...layerOf(await pixelsOf(sharpOf(other).extract(start))), left: 0, top: 0 },
        { ...layerOf(await pixelsOf(sharpOf(pixels).extract(end))), left: end.left, top: 0 },
      );
    }
    const sheet = sharp({ create: { ...sizes[arrangement], channels: 4, background } }).composite(
      places[arrangement],
    );
    return pixelsOf(isOpaque(background) ? sheet.removeAlpha() : sheet);
  },
});
