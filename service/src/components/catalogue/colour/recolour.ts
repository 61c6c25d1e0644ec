import { type Lab, labOf, rgbOf } from '../../../pixels/colour/lab.ts';
import { mapColours } from '../../../pixels/colour/map-colours.ts';
import { denoised } from '../../../pixels/filters/denoised.ts';
import { shrink } from '../../../pixels/filters/shrink.ts';
import { medianOf } from '../../../pixels/numeric/median-of.ts';
import { type Pixels, rgbaOf } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { solidColour } from '../../definition/param-kinds.ts';
import { StepsFailure } from '../../steps/steps-failure.ts';
import { smoothCurve } from './smooth-curve.ts';

const SMALL_SIDE = 256;
const SEEN_ALPHA = 128;
/** The noise of a photo in low light. It is removed before the shades are mapped and added again afterwards. */
const GRAIN = { strength: 8, colour: 16, radius: 2 };

export const recolour = component({
  name: 'recolour',
  title: 'Recolour',
  sentence:
    'Gives the object, or all parts of one colour, another colour. Shading, highlights and texture stay as they are.',
  credits: 2,
  params: Type.Object(
    {
      to: solidColour('The new colour, as it looks in even light.', '#2f5d8a'),
      sample: Type.String({
        pattern: '^(#[0-9a-fA-F]{6})?$',
        default: '',
        examples: ['#b23a2e', '#e9e4da'],
        description:
          'The colour to replace, as #rrggbb, taken from the image. Empty: the main colour of the object, in an image whose background is transparent.',
      }),
      tolerance: Type.Number({
        minimum: 1,
        maximum: 100,
        default: 30,
        description:
          'How much a colour may differ from the one to replace, in units of delta E, apart from its lightness. Colours near this limit change in part.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixels: (pixels, { to, sample, tolerance }, { warn }) => {
    const small = shrink(pixels, SMALL_SIDE);
    const seen = coloursOf(small);
    if (sample === '' && seen.length === small.width * small.height)
      throw new StepsFailure(
        'component_failed',
        'The background is not transparent, so the object to recolour is not known. Add a remove-background step before this one, or give the sample.',
        'recolour',
      );
    const wanted = sample === '' ? mainColour(seen, tolerance) : labOf(...rgbOfHex(sample));
    const base = wanted && centreOf(seen, wanted, tolerance);
    if (!base) {
      warn('No part of the image has the colour to replace, so nothing was changed.');
      return pixels;
    }
    const target = labOf(...rgbOfHex(to));
    const mapped = shadesOf(base, target);
    // A lighter colour makes the differences between dark shades larger, and the grain of the photo with them.
    const withoutGrain = target[0] > base[0] ? denoised(pixels, GRAIN) : pixels.data;
    return mapColours(
      pixels,
      (red, green, blue) => {
        const from = labOf(red, green, blue);
        const share = shareOf(distanceFrom(base, from), tolerance);
        if (share === 0) return [red, green, blue];
        const shade = mapped(from);
        return rgbOf([0, 1, 2].map((i) => from[i]! + share * (shade[i]! - from[i]!)) as Lab);
      },
      withoutGrain,
    );
  },
});

const rgbOfHex = (colour: string): [number, number, number] => {
  const [red, green, blue] = rgbaOf(colour);
  return [red, green, blue];
};

/** The colours of the visible pixels. */
const coloursOf = ({ data, channels }: Pixels): Lab[] => {
  const colours: Lab[] = [];
  for (let at = 0; at < data.length; at += channels)
    if (channels === 3 || data[at + 3]! >= SEEN_ALPHA)
      colours.push(labOf(data[at]!, data[at + 1]!, data[at + 2]!));
  return colours;
};

/** Colours are grouped by hue, into squares with this side in the a-b plane of Lab. */
const CELL = 8;

/** The median colour of the surface with the most frequent hue, including its shadows and its lit parts. */
const mainColour = (colours: readonly Lab[], tolerance: number): Lab | undefined => {
  const cells = Map.groupBy(colours, ([, a, b]) => `${Math.round(a / CELL)} ${Math.round(b / CELL)}`);
  const [first, ...others] = cells.values();
  if (!first) return undefined;
  const most = medianColour(others.reduce((most, cell) => (cell.length > most.length ? cell : most), first));
  return medianColour(colours.filter((colour) => distanceFrom(most, colour) <= tolerance / 2));
};

/** Parts of the object whose lightness differs by at most this count as equally lit. */
const SAME_LIGHT = 12;

/** The median of the colours near the wanted one: the colour that the flat parts of the object really have. */
const centreOf = (colours: readonly Lab[], wanted: Lab, tolerance: number): Lab | undefined => {
  const near = colours.filter(
    (colour) =>
      Math.abs(colour[0] - wanted[0]) <= SAME_LIGHT && distanceFrom(wanted, colour) <= tolerance / 2,
  );
  return near.length > 0 ? medianColour(near) : undefined;
};

const medianColour = (colours: readonly Lab[]): Lab =>
  [0, 1, 2].map((i) => medianOf(colours.map((colour) => colour[i]!))) as Lab;

/** A lighter shade gains at most this many times the lightness: the noise of a white object must not become harsh. */
const STEEPEST = 2;
/** The range of lightness over which a hue fades to white is at least this. */
const LEAST_ROOM = 25;

/**
 * The strength, 0 to 1, that a hue of lightness `own` has at another lightness: it fades towards black, like the colour
 * of a surface in shadow, and over `room` towards white, like a highlight.
 */
const fade = (lightness: number, own: number, room: number): number =>
  lightness <= own ? lightness / Math.max(1, own) : Math.max(0, 1 - (lightness - own) / room);

/** Below the chroma NO_HUE, a base colour has no hue to compare with; from CLEAR_HUE on, its hue is clear. */
const NO_HUE = 4;
const CLEAR_HUE = 12;
/** How clear the hue of a base colour is, 0 to 1. */
const hueOf = ([, a, b]: Lab): number =>
  Math.min(1, Math.max(0, (Math.hypot(a, b) - NO_HUE) / (CLEAR_HUE - NO_HUE)));

/** The chroma of a colour in the direction of the base, as a fraction of the chroma of the base. */
const chromaAlong = ([, a, b]: Lab, [, baseA, baseB]: Lab): number =>
  Math.max(0, a * baseA + b * baseB) / Math.max(1, baseA ** 2 + baseB ** 2);

/**
 * A colour that is lighter than the base by more than LIGHTER is another surface or a highlight, and stays as it is.
 * If the base has a clear hue, the colour may also be the same surface in strong light: it is when it has at least
 * KEPT_CHROMA of the chroma of the base, and it is not when it has LOST_CHROMA or less.
 */
const LIGHTER = 20;
const LOST_CHROMA = 0.4;
const KEPT_CHROMA = 0.7;

/** The distance of a colour from the shade of the base colour that has the same lightness. */
const distanceFrom = (base: Lab, colour: Lab): number => {
  const [lightness, a, b] = colour;
  const strength = fade(lightness, base[0], Math.max(LEAST_ROOM, 100 - base[0]));
  const kept = (chromaAlong(colour, base) - LOST_CHROMA) / (KEPT_CHROMA - LOST_CHROMA);
  const lit = hueOf(base) * Math.min(1, Math.max(0, kept));
  const lighter = (1 - lit) * Math.max(0, lightness - base[0] - LIGHTER);
  return Math.hypot(a - base[1] * strength, b - base[2] * strength, lighter);
};

/**
 * The fraction of the change that a colour gets: all of it within half of the tolerance, none beyond the tolerance,
 * and a smooth transition between.
 */
const shareOf = (distance: number, tolerance: number): number => {
  const t = Math.min(1, Math.max(0, (tolerance - distance) / (tolerance / 2)));
  return t * t * (3 - 2 * t);
};

/** A colour may be more saturated than the base by this factor. */
const MOST_SATURATED = 1.5;
/**
 * The saturation of a pixel relative to a shade of the base. Up to LIGHT_ALONE, the pixel shows only light, as a
 * reflection or a grey background does, and its lightness stays. From OBJECT_ALONE on, it shows only the object.
 */
const LIGHT_ALONE = 0.15;
const OBJECT_ALONE = 0.7;

/** Maps a shade of the base to the same shade of the target. Black, white and grey highlights stay neutral. */
const shadesOf = (base: Lab, target: Lab): ((from: Lab) => Lab) => {
  const own = Math.max(1, base[0]);
  const free = Math.max(1, 100 - target[0]);
  const room = Math.max(LEAST_ROOM, 100 - own, free / STEEPEST);
  // A smooth curve has no kink at the base, so the contrast does not change abruptly there.
  const lightnessOf = smoothCurve([
    [0, 0],
    [own, target[0]],
    [own + room, 100],
  ]);
  const chroma = Math.hypot(base[1], base[2]);
  const hue = hueOf(base);
  // A pixel that deviates from the hue of the base, such as a texture, deviates from the new hue in the same way. It
  // deviates less when the new colour is less saturated: on a white object, the same texture shows hardly any colour.
  const paler = Math.min(1, Math.hypot(target[1], target[2]) / Math.max(1, chroma));
  return (from) => {
    const [lightness, a, b] = from;
    const before = fade(lightness, own, room);
    // The saturation of the pixel relative to a shade of the base: 1 for the base itself, 0 for a grey reflection or an
    // opposite hue.
    const along = chromaAlong(from, base);
    const relative = Math.min(MOST_SATURATED, along / Math.max(0.05, before));
    const ofObject = Math.min(1, Math.max(0, (relative - LIGHT_ALONE) / (OBJECT_ALONE - LIGHT_ALONE)));
    const level = lightness + (hue * ofObject + 1 - hue) * (lightnessOf(lightness) - lightness);
    const strength = fade(level, target[0], free) * (hue * relative + 1 - hue);
    const deviating = 1 - hue * ofObject * (1 - paler);
    const [asideA, asideB] =
      hue === 0 ? [a - base[1] * before, b - base[2] * before] : [a - along * base[1], b - along * base[2]];
    return [level, target[1] * strength + deviating * asideA, target[2] * strength + deviating * asideB];
  };
};
