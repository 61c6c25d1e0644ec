import { LUMA, type Pixels } from '../pixels.ts';

/** A look-up table: the output level of each of the 256 input levels. */
export type Table = Uint8Array;

/** Makes a look-up table by evaluating `level`, rounded and clamped. */
export const tableOf = (level: (value: number) => number): Table =>
  Uint8Array.from({ length: 256 }, (_, value) => Math.max(0, Math.min(255, Math.round(level(value)))));

/** Converts an sRGB level (0 to 255) to linear light (0 to 1). */
export const toLinear = (level: number): number => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Converts linear light (0 to 1) to an sRGB level (0 to 255, not clamped above). */
export const fromLinear = (light: number): number => {
  const value = Math.max(0, light);
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
};

const SHOULDER = 0.7;

/**
 * Makes a curve that multiplies the linear light of a level by `gain`. Above a shoulder the curve bends and approaches
 * white, so that highlights keep their detail. Light up to `exactUpTo` after the gain is never bent.
 */
export const gainCurve = (gain: number, exactUpTo = 0) => {
  const shoulder = Math.max(SHOULDER, exactUpTo);
  return (level: number): number => {
    const light = toLinear(level) * gain;
    if (gain <= 1 || light <= shoulder || shoulder >= 1) return fromLinear(light);
    const over = (light - shoulder) / (1 - shoulder);
    const most = (gain - shoulder) / (1 - shoulder);
    return fromLinear(shoulder + (1 - shoulder) * ((over * (1 + over / most ** 2)) / (1 + over)));
  };
};

/** Applies one look-up table to each colour channel, in place. */
export const applyTables = (pixels: Pixels, red: Table, green: Table, blue: Table): Pixels => {
  const { data, channels } = pixels;
  for (let at = 0; at < data.length; at += channels) {
    data[at] = red[data[at]!]!;
    data[at + 1] = green[data[at + 1]!]!;
    data[at + 2] = blue[data[at + 2]!]!;
  }
  return pixels;
};

/** Replaces each pixel by the colour that `ramp` gives for its luma, in place (a gradient map). */
export const applyRamp = (
  pixels: Pixels,
  ramp: (luma: number) => readonly [number, number, number],
  { weights = LUMA as readonly [number, number, number], strength = 1 } = {},
): Pixels => {
  const { data, channels } = pixels;
  const colours = new Uint8ClampedArray(256 * 3);
  for (let luma = 0; luma < 256; luma += 1) colours.set(ramp(luma), luma * 3);
  const [red, green, blue] = weights;
  const own = 1 - strength;
  for (let at = 0; at < data.length; at += channels) {
    const luma = red * data[at]! + green * data[at + 1]! + blue * data[at + 2]!;
    const from = Math.max(0, Math.min(255, Math.round(luma))) * 3;
    if (own === 0) {
      data[at] = colours[from]!;
      data[at + 1] = colours[from + 1]!;
      data[at + 2] = colours[from + 2]!;
    } else {
      data[at] = own * data[at]! + strength * colours[from]! + 0.5;
      data[at + 1] = own * data[at + 1]! + strength * colours[from + 1]! + 0.5;
      data[at + 2] = own * data[at + 2]! + strength * colours[from + 2]! + 0.5;
    }
  }
  return pixels;
};
