import { medianOf } from '../../../pixels/numeric/median-of.ts';
import type { Pixels } from '../../../pixels/pixels.ts';
import { ringOf } from '../../../pixels/regions/ring-of.ts';

type Colour = readonly [number, number, number];

/** The fraction of the shorter side that counts as the border of an image. */
export const BORDER_SHARE = 0.06;
/** A pixel whose alpha (0 to 255) is below this counts as transparent, and its colour is ignored. */
export const OPAQUE_FROM = 200;

// The limits below are distances in hue: each colour is divided by its brightness, and the largest difference of a
// channel counts.
const NEUTRAL = 0.06;
const EVEN_HUE = 0.1;
/**
 * Light alone does not make a border this colourful: a gray wall in lamp light, with the camera set to daylight, is
 * half as colourful.
 */
const COLOURFUL = 0.5;
/**
 * In even light, the brightness of the border differs from its median by at most this factor. In each sample photo,
 * less than 5 percent of the border differs more.
 */
const EVEN_LIGHT = 1.15;
/** The fraction of the border that may differ from the median, because the object may reach the edge. */
const DIFFERENT_SHARE = 0.15;

/**
 * True when the border does not show the colour of the light reliably: it is neither neutral nor even, like a wooden
 * table, or it is too colourful for a gray wall in coloured light. Takes a small version of the image, in which grain
 * is averaged out.
 */
export const isDoubtfulBorder = ({ width, height, channels, data }: Pixels): boolean => {
  const deep = Math.max(1, Math.round(Math.min(width, height) * BORDER_SHARE));
  const colours: Colour[] = [];
  for (const place of ringOf(width, height, deep)) {
    const at = place * channels;
    if (channels === 4 && data[at + 3]! < OPAQUE_FROM) continue;
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
