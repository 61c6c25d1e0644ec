import { Type } from 'typebox';
import { labOf, rgbOf } from '../pixels/lab.ts';
import { applyLut, lutOf } from '../pixels/lut3d.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { shrink } from '../pixels/shrink.ts';
import { component } from './component.ts';
import { choice, otherInput } from './param-kinds.ts';
import { pixelsOf } from './sharp-pixels.ts';

const JUDGED_SIDE = 256;
const GRID = 33;

export const matchColour = component({
  name: 'match-colour',
  title: 'Match colour',
  sentence:
    'Gives the picture the lightness, contrast and colour of another input, for a series that belongs together.',
  credits: 2,
  params: Type.Object(
    {
      input: otherInput('Which input is the example:'),
      of: choice(
        ['all', 'colour'],
        'all',
        'all: lightness and colour. colour: only colour, the lightness stays as it is.',
      ),
      strength: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0.8,
        description: '1 matches fully, 0 not at all.',
      }),
    },
    { additionalProperties: false },
  ),
  needs: ['input'],
  pixels: async (pixels, { input, of, strength }, { open }) => {
    const example = await pixelsOf(
      (await open(input)).resize({ width: JUDGED_SIDE, height: JUDGED_SIDE, fit: 'inside' }),
    );
    const own = statisticsOf(shrink(pixels, JUDGED_SIDE));
    const other = statisticsOf(example);
    if (!own || !other) return pixels;
    const moved = (value: number, i: 0 | 1 | 2) => {
      // A nearly even picture must not be torn apart, nor a rich one be made flat.
      const gain = Math.max(0.5, Math.min(2, other.spread[i] / Math.max(0.5, own.spread[i])));
      return (value - own.mean[i]) * gain + other.mean[i];
    };
    const lut = lutOf(GRID, (red, green, blue) => {
      const [l, a, b] = labOf(red, green, blue);
      const light = of === 'all' ? Math.max(0, Math.min(100, moved(l, 0))) : l;
      return rgbOf([light, moved(a, 1), moved(b, 2)]);
    });
    return applyLut(pixels, lut, strength);
  },
});

type Triple = [number, number, number];

/** Mean and spread of Lab over what can be seen. */
const statisticsOf = ({ data, channels }: Pixels): { mean: Triple; spread: Triple } | undefined => {
  const sum: Triple = [0, 0, 0];
  const squares: Triple = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < data.length; at += channels) {
    if (channels === 4 && data[at + 3]! < 128) continue;
    const lab = labOf(data[at]!, data[at + 1]!, data[at + 2]!);
    for (let i = 0; i < 3; i += 1) {
      sum[i]! += lab[i]!;
      squares[i]! += lab[i]! ** 2;
    }
    count += 1;
  }
  if (count === 0) return undefined;
  const mean = sum.map((value) => value / count) as Triple;
  const spread = squares.map((value, i) => Math.sqrt(Math.max(0, value / count - mean[i]! ** 2))) as Triple;
  return { mean, spread };
};
