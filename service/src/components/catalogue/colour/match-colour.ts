import { labOf, rgbOf } from '../../../pixels/colour/lab.ts';
import { applyTables, gainCurve, tableOf, toLinear } from '../../../pixels/colour/level-tables.ts';
import { applyLut, lutOf } from '../../../pixels/colour/lut3d.ts';
import { shrink } from '../../../pixels/filters/shrink.ts';
import { medianOf } from '../../../pixels/numeric/median-of.ts';
import { lumaOf, type Pixels } from '../../../pixels/pixels.ts';
import { ringOf } from '../../../pixels/regions/ring-of.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice, otherInput } from '../../definition/param-kinds.ts';
import { pixelsOf } from '../../files/sharp-pixels.ts';
import { BORDER_SHARE, isDoubtfulBorder } from './is-doubtful-border.ts';

const SMALL_SIDE = 256;
const GRID = 33;

export const matchColour = component({
  name: 'match-colour',
  title: 'Match colour',
  sentence: 'Gives the image the lightness, contrast and colour of another input, for a consistent series.',
  credits: 2,
  params: Type.Object(
    {
      input: otherInput('The input to match:'),
      by: choice(
        ['image', 'backdrop'],
        'image',
        'image: match the whole image and its contrast, for photos of the same object. backdrop: match only the edges, as if under the same light; the objects may differ.',
      ),
      of: choice(
        ['all', 'colour'],
        'all',
        'What is matched. all: lightness and colour. colour: only the colour; the lightness stays as it is.',
      ),
      strength: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0.8,
        description: 'Strength: 1 matches fully, 0 not at all.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: ['input'],
  pixels: async (pixels, { input, by, of, strength }, { open, warn }) => {
    const example = await pixelsOf(
      (await open(input)).resize({ width: SMALL_SIDE, height: SMALL_SIDE, fit: 'inside' }),
    );
    const own = shrink(pixels, SMALL_SIDE);
    if (by === 'backdrop')
      for (const [name, small] of [
        ['the image', own],
        [`input ${input}`, example],
      ] as const)
        if (isDoubtfulBorder(small)) warn(doubtfulBorder(name));
    const match = by === 'image' ? matchStatistics : matchBackdrop;
    return match(pixels, own, example, { of, strength });
  },
});

const doubtfulBorder = (name: string): string =>
  `The border of ${name} is neither neutral nor even, so it may not show a backdrop. If colours look wrong, match by image.`;

type Triple = [number, number, number];
type Match = { of: 'all' | 'colour'; strength: number };

const matchStatistics = (pixels: Pixels, small: Pixels, example: Pixels, { of, strength }: Match): Pixels => {
  const own = statisticsOf(small);
  const other = statisticsOf(example);
  if (!own || !other) return pixels;
  const moved = (value: number, i: 0 | 1 | 2) => {
    // The gain is limited: a nearly even image must not become harsh, nor a contrasty one flat.
    const gain = Math.max(0.5, Math.min(2, other.spread[i] / Math.max(0.5, own.spread[i])));
    return (value - own.mean[i]) * gain + other.mean[i];
  };
  const lut = lutOf(GRID, (red, green, blue) => {
    const [l, a, b] = labOf(red, green, blue);
    const light = of === 'all' ? Math.max(0, Math.min(100, moved(l, 0))) : l;
    return rgbOf([light, moved(a, 1), moved(b, 2)]);
  });
  return applyLut(pixels, lut, strength);
};

const MOST_GAIN = 4;

const matchBackdrop = (pixels: Pixels, small: Pixels, example: Pixels, { of, strength }: Match): Pixels => {
  const own = backdropOf(small);
  const other = backdropOf(example);
  if (!own || !other) return pixels;
  const brighter = of === 'all' ? 1 : lumaOf(...other) / lumaOf(...own);
  const [red, green, blue] = own.map((light, i) => {
    const gain = Math.max(1 / MOST_GAIN, Math.min(MOST_GAIN, other[i]! / light / brighter)) ** strength;
    // The curve bends only above the level of the backdrop, so brighter parts keep their detail.
    return tableOf(gainCurve(gain, light * gain));
  });
  return applyTables(pixels, red!, green!, blue!);
};

/** The smallest light, 0 to 1, that a backdrop is taken to have, because the gain is divided by it. */
const LEAST_LIGHT = 1e-3;

/** The median light along the edges. Up to half of the edge may be something other than the backdrop. */
const backdropOf = ({ width, height, channels, data }: Pixels): Triple | undefined => {
  const deep = Math.max(1, Math.round(Math.min(width, height) * BORDER_SHARE));
  const seen: [number[], number[], number[]] = [[], [], []];
  for (const place of ringOf(width, height, deep)) {
    const at = place * channels;
    if (channels === 4 && data[at + 3]! < 128) continue;
    for (let i = 0; i < 3; i += 1) seen[i]!.push(data[at + i]!);
  }
  if (seen[0].length === 0) return undefined;
  return seen.map((levels) => Math.max(LEAST_LIGHT, toLinear(medianOf(levels)))) as Triple;
};

/** The mean and the standard deviation in Lab of the pixels that are not transparent. */
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
