import { medianOf } from '../../../pixels/numeric/median-of.ts';
import type { Pixels } from '../../../pixels/pixels.ts';
import { ringOf } from '../../../pixels/regions/ring-of.ts';

type Colour = readonly [number, number, number];

/** The share of the shorter side that counts as the border of an image. */
export const BORDER_SHARE = 0.06;

// How far a colour is from another in hue: the largest difference of a channel, as a share of the brightness.
const NEUTRAL = 0.06;
const EVEN_HUE = 0.1;
/** Twice as much colour as the light of a lamp, taken for daylight, gives to a gray wall. */
const COLOURFUL = 0.5;
/** As a ratio to the usual brightness: less than 5 percent of the border of each sample photo is beyond this. */
const EVEN_LIGHT = 1.15;
/** Where the object reaches the edge, that part of the border differs. */
const DIFFERENT_SHARE = 0.15;

/**
 * Whether the border is a bad witness of the light: neither neutral nor even, as a wooden table is, or more colourful
 * than light makes a wall. Takes the image made smaller, so that grain does not count.
 */
export const isDoubtfulBorder = ({ width, height, channels, data }: Pixels): boolean => {
  const deep = Math.max(1, Math.round(Math.min(width, height) * BORDER_SHARE));
  const colours: Colour[] = [];
  for (const place of ringOf(width, height, deep)) {
    const at = place * channels;
    if (channels === 4 && data[at + 3]! < 200) continue;
    colours.push([data[at]!, data[at + 1]!, data[at + 2]!]);
  }
  if (colours.length === 0) return false;
  const channel = (i: 0 | 1 | 2) => medianOf(colours.map((colour) => colour[i]));
  const usual: Colour = [channel(0), channel(1), channel(2)];
  const cast = hueDistance(usual, [1, 1, 1]);
  if (cast < NEUTRAL) return false;
  if (cast > COLOURFUL) return true;
  const differs = (colour: Colour) => {
    const light = brightnessOf(colour) / brightnessOf(usual);
    return hueDistance(colour, usual) > EVEN_HUE || light > EVEN_LIGHT || light < 1 / EVEN_LIGHT;
  };
  return colours.filter(differs).length > colours.length * DIFFERENT_SHARE;
};

const brightnessOf = (colour: Colour): number => Math.max(1, (colour[0] + colour[1] + colour[2]) / 3);

const hueDistance = (one: Colour, other: Colour): number => {
  const [light, otherLight] = [brightnessOf(one), brightnessOf(other)];
  return Math.max(...one.map((level, i) => Math.abs(level / light - other[i]! / otherLight)));
};
