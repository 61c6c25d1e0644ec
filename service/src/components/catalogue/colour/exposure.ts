import { applyTables, gainCurve, tableOf } from '../../../pixels/colour/level-tables.ts';
import type { Pixels } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice } from '../../definition/param-kinds.ts';

export const exposure = component({
  name: 'exposure',
  title: 'Exposure',
  sentence: 'Corrects an image that is too dark, too bright or dull, automatically or by a number of stops.',
  credits: 1,
  params: Type.Object(
    {
      method: choice(
        ['auto', 'value'],
        'auto',
        'auto: the brightest parts become white and, in a dull image, the darkest parts black; a bright image of pale objects stays pale. value: by the given stops.',
      ),
      clip: Type.Number({
        minimum: 0,
        maximum: 20,
        default: 0.5,
        description:
          'The share of pixels, in percent, that may be clipped at each end. Used with the method auto.',
      }),
      strength: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 1,
        description:
          'The strength of the correction: 1 uses the full range, 0 changes nothing. Used with the method auto.',
      }),
      stops: Type.Number({
        minimum: -4,
        maximum: 4,
        default: 0,
        description:
          'Stops: each stop above 0 doubles the light, each stop below 0 halves it. Highlights are compressed softly. Used with the method value.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixels: (pixels, { method, clip, strength, stops }) => {
    const table = method === 'auto' ? levels(pixels, clip / 100, strength) : tableOf(gainCurve(2 ** stops));
    return applyTables(pixels, table, table, table);
  },
});

/** The table of levels for automatic exposure. All colours share it, so that gray stays gray. */
const levels = (pixels: Pixels, clip: number, strength: number) => {
  const { black, white } = ends(pixels, clip);
  // In a nearly uniform image, stretching the range of levels would only amplify noise.
  if (white - black < 16) return tableOf((value) => value);
  // Haze makes dark parts lighter and bright parts darker. An image with bright whites has no haze: pale objects simply
  // have no black parts.
  const low = Math.min(black, 255 - white + MOST_BLACK_OF_BRIGHT) * strength;
  const high = 255 - (255 - white) * strength;
  return tableOf((value) => ((value - low) * 255) / (high - low));
};

const MOST_BLACK_OF_BRIGHT = 12;

/** The darkest and the brightest level of the pixels, without the fraction `clip` at each end. */
const ends = ({ data, channels }: Pixels, clip: number): { black: number; white: number } => {
  const darkest = new Uint32Array(256);
  const brightest = new Uint32Array(256);
  let total = 0;
  for (let at = 0; at < data.length; at += channels) {
    if (channels === 4 && data[at + 3]! < 128) continue;
    const red = data[at]!;
    const green = data[at + 1]!;
    const blue = data[at + 2]!;
    darkest[Math.min(red, green, blue)]! += 1;
    brightest[Math.max(red, green, blue)]! += 1;
    total += 1;
  }
  const walk = (counts: Uint32Array, from: number, step: 1 | -1): number => {
    let level = from;
    for (let seen = counts[level]!; seen <= total * clip && level + step >= 0 && level + step < 256; ) {
      level += step;
      seen += counts[level]!;
    }
    return level;
  };
  return { black: walk(darkest, 0, 1), white: walk(brightest, 255, -1) };
};
