import type { Pixels } from '../pixels.ts';
import { fillHidden } from './fill-hidden.ts';
import { guidedFilter } from './guided-filter.ts';
import { inStrips } from './in-strips.ts';
import { smoothColour } from './smooth-colour.ts';

/**
 * The noise of an image: the largest differences in brightness and in colour that it makes, in levels, and its radius
 * in pixels.
 */
export type Noise = { strength: number; colour: number; radius: number };

/** Colour noise is coarser, so its radius is this many pixels larger. */
const EXTRA_COLOUR_RADIUS = 6;

/** The data of the image without its noise. Edges and hidden pixels stay. */
export const denoised = (pixels: Pixels, { strength, colour, radius }: Noise): Uint8Array => {
  const { width, height, channels } = pixels;
  const data = Uint8Array.from(pixels.data);
  fillHidden(pixels);
  const colourOf = smoothColour(pixels, radius + EXTRA_COLOUR_RADIUS, colour);
  inStrips(height, 2 * radius, ({ top, bottom, from, to }) => {
    const grainy = new Float32Array(width * (to - from));
    for (let at = 0, source = from * width * channels; at < grainy.length; at += 1, source += channels)
      grainy[at] = (pixels.data[source]! + 2 * pixels.data[source + 1]! + pixels.data[source + 2]!) / 4;
    const smooth = strength > 0 ? guidedFilter(grainy, width, to - from, radius, strength) : grainy;
    for (let y = top; y < bottom; y += 1) {
      const light = smooth.subarray((y - from) * width, (y - from + 1) * width);
      const { redness, blueness } = colourOf(y, light);
      for (let x = 0, target = y * width * channels; x < width; x += 1, target += channels) {
        if (channels === 4 && data[target + 3] === 0) continue;
        const green = light[x]! - (redness[x]! + blueness[x]!) / 4;
        data[target] = level(green + redness[x]!);
        data[target + 1] = level(green);
        data[target + 2] = level(green + blueness[x]!);
      }
    }
  });
  if (channels === 4)
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 0) pixels.data.set(data.subarray(at, at + 3), at);
  return data;
};

const level = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
