import { applyTables, fromLinear, tableOf, toLinear } from '../../../pixels/colour/level-tables.ts';
import { shrink } from '../../../pixels/filters/shrink.ts';
import { lumaOf, type Pixels, rgbaOf } from '../../../pixels/pixels.ts';
import { ringOf } from '../../../pixels/regions/ring-of.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type StepContext } from '../../definition/component.ts';
import { choice, solidColour } from '../../definition/param-kinds.ts';
import { BORDER_SHARE, isDoubtfulBorder, OPAQUE_FROM } from './is-doubtful-border.ts';

type Colour = [number, number, number];

export const whiteBalance = component({
  name: 'white-balance',
  title: 'White balance',
  sentence: 'Removes the colour cast of the light, so that white and gray are neutral.',
  credits: 1,
  params: Type.Object(
    {
      method: choice(
        ['neutral', 'border', 'value'],
        'neutral',
        'How the cast is measured. neutral: from areas that are nearly gray. border: from the edges, where the backdrop is. value: from the given colour. An image with a pure white backdrop has no cast and stays as it is.',
      ),
      gray: solidColour('A colour in the image that should be gray. Used with the method value.', '#808080'),
      warmth: Type.Number({
        minimum: -100,
        maximum: 100,
        default: 0,
        description: 'Makes the result warmer above 0, cooler below 0.',
      }),
      strength: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 1,
        description: 'Strength: 1 removes the whole cast, 0 none of it.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  rule: ({ method, gray }) =>
    method === 'value' && Math.max(...rgbaOf(gray).slice(0, 3)) < LEAST_GRAY_LEVEL
      ? 'gray must not be black, because black does not show the colour of the light: take a brighter colour from the image'
      : undefined,
  pixels: (pixels, { method, gray, warmth, strength }, { warn }) => {
    const found = method === 'value' ? rgbaOf(gray) : castOf(shrink(pixels, SMALL_SIDE), method, warn);
    if (!found)
      warn(
        'No nearly gray area was found, so the colours were left as they are. If there is a cast, use the method value with a colour that should be gray.',
      );
    const cast = found ?? NO_CAST;
    const light = [toLinear(cast[0]), toLinear(cast[1]), toLinear(cast[2])] as const;
    const luma = lumaOf(...light);
    const table = (i: 0 | 1 | 2, warm: number) => {
      const gain = Math.max(1 / MOST_GAIN, Math.min(MOST_GAIN, luma / Math.max(light[i], 1e-4)));
      const full = gain ** strength * 2 ** ((warm * warmth) / 400);
      return tableOf((value) => fromLinear(toLinear(value) * full));
    };
    return applyTables(pixels, table(0, 1), table(1, 0), table(2, -1));
  },
});

const DOUBTFUL_BORDER =
  'The border of the image is neither neutral nor even, so its colour may not come from the light. If colours look wrong, use the method neutral or value.';

const NO_CAST: Colour = [128, 128, 128];
const MOST_GAIN = 4;
/** The method `value` refuses a gray whose brightest channel (0 to 255) is below this. */
const LEAST_GRAY_LEVEL = 8;
const SMALL_SIDE = 300;
/** For each round of the estimate: only colours at most this far from gray are used. */
const NEARNESS = [0.7, 0.4, 0.25, 0.16, 0.12];
/** For a cut-out object, only colours that are already gray are used: a blue dress does not mean blue light. */
const NEARNESS_OF_CUTOUT = [0.08];
const NEARNESS_OF_GRAY = 0.05;
const NEARNESS_OF_BORDER = [0.5, 0.5, 0.5, 0.5, 0.5];

/** Estimates the colour that gray has under the light of the image; undefined when there are no usable colours. */
const castOf = (
  small: Pixels,
  method: 'neutral' | 'border',
  warn: StepContext['warn'],
): Colour | undefined => {
  if (method === 'border' && isDoubtfulBorder(small)) warn(DOUBTFUL_BORDER);
  const { usable, white, opaque, all } = countColours(small, method === 'border');
  // When more than half of the pixels are pure white, the backdrop is white and there is no cast. Fewer white pixels
  // may just be overexposed.
  if (white > opaque / 2) return NO_CAST;
  // A gray backdrop proves that the light is white, whatever colour most of the product has.
  if (method === 'neutral' && isGray(countColours(small, true))) return NO_CAST;
  const ofNeutral = opaque < all ? NEARNESS_OF_CUTOUT : NEARNESS;
  let cast: Colour | undefined;
  // Each round takes the mean of the colours that are near gray according to the previous round.
  for (const limit of method === 'border' ? NEARNESS_OF_BORDER : ofNeutral) {
    const near = usable.filter((colour) => chromaticityDistance(colour, cast ?? NO_CAST) < limit);
    if (near.length === 0 || near.length < usable.length * 0.01) return cast;
    cast = meanOf(near);
  }
  return cast;
};

const isGray = ({ usable, white, opaque }: ColourCounts): boolean => {
  const gray = usable.filter((colour) => chromaticityDistance(colour, NO_CAST) < NEARNESS_OF_GRAY).length;
  return opaque > 0 && gray + white > opaque * 0.8;
};

/**
 * The difference in chromaticity between a colour and the cast: both are divided by the mean of their channels, and
 * the largest difference of a channel counts.
 */
const chromaticityDistance = (colour: Colour, cast: Colour): number => {
  const own = (colour[0] + colour[1] + colour[2]) / 3;
  const other = (cast[0] + cast[1] + cast[2]) / 3;
  return Math.max(...colour.map((level, i) => Math.abs(level / own - cast[i]! / other)));
};

type ColourCounts = {
  /** The colours that are neither dark, nor overexposed, nor transparent. */
  usable: Colour[];
  white: number;
  opaque: number;
  all: number;
};

/** A colour is overexposed when one channel has at least this level, and white when all three have. */
const OVEREXPOSED_FROM = 252;
/** A colour with a channel at this level or below is too dark to show the cast. */
const DARK_TO = 24;

const countColours = ({ width, height, channels, data }: Pixels, onlyBorder: boolean): ColourCounts => {
  const counts: ColourCounts = { usable: [], white: 0, opaque: 0, all: 0 };
  const shorter = Math.min(width, height);
  const deep = onlyBorder ? Math.max(1, Math.round(shorter * BORDER_SHARE)) : shorter;
  for (const place of ringOf(width, height, deep)) {
    counts.all += 1;
    const at = place * channels;
    const colour: Colour = [data[at]!, data[at + 1]!, data[at + 2]!];
    if (channels === 4 && data[at + 3]! < OPAQUE_FROM) continue;
    counts.opaque += 1;
    if (Math.min(...colour) >= OVEREXPOSED_FROM) counts.white += 1;
    else if (Math.max(...colour) < OVEREXPOSED_FROM && Math.min(...colour) > DARK_TO)
      counts.usable.push(colour);
  }
  return counts;
};

/**
 * The mean, weighted by brightness: a bright colour, such as that of china, is more often truly neutral than a darker
 * one, such as that of a table.
 */
const meanOf = (list: readonly Colour[]): Colour => {
  const sum: Colour = [0, 0, 0];
  let weights = 0;
  for (const [red, green, blue] of list) {
    const weight = (red + green + blue) ** 2;
    weights += weight;
    sum[0] += weight * red;
    sum[1] += weight * green;
    sum[2] += weight * blue;
  }
  return [sum[0] / weights, sum[1] / weights, sum[2] / weights];
};
