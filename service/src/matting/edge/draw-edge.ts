import type { Colours } from '../background/extrapolate-colours.ts';
import type { Sketch } from '../background/sketch.ts';
import type { Pixels } from '../cutout.ts';
import { meanAround } from './mean-around.ts';

/** The zones of working pixels. Only pixels of `EDGE` are computed at full size. */
export const OUTSIDE = 0;
export const EDGE = 1;
export const INSIDE = 2;

/** Everything that is needed to draw the edge. */
export type Edge = {
  zones: Uint8Array;
  /** The distance from the outline: positive inside, negative outside. */
  depth: Float32Array;
  /** The colours of the background and of the object, extrapolated to all pixels. */
  behind: Colours;
  front: Colours;
  /** The noise of the image, in levels of 255. */
  noise: number;
  /** The probability of the model, used where colours show no contrast. */
  probability: Float32Array | undefined;
  /** The edge has strands of hair, so single pixels are not smoothed. */
  hairy: boolean;
  /** The least alpha of each pixel, above 0 where the model is sure of the object. */
  firm: Float32Array | undefined;
};

/**
 * Draws the cut-out at full size. Each pixel of the edge is a mixture of the known background and the object's colour,
 * extrapolated from inside: its alpha is its position between the two. The share of the background is removed from its
 * colour.
 */
export const drawEdge = (pixels: Pixels, sketch: Sketch, edge: Edge): Uint8Array => {
  const { zones, depth, behind, front, noise, probability, hairy, firm } = edge;
  const { data, width, height, channels } = pixels;
  const { factor } = sketch;
  const rgba = new Uint8Array(width * height * 4);
  const seen = new Float32Array(3);
  const grainy = hairy ? 0 : GRAINY_CONTRAST * GRAINY_CONTRAST;
  for (let y = 0; y < height; y++) {
    const row = (y / factor) | 0;
    for (let x = 0; x < width; x++) {
      const i = row * sketch.width + ((x / factor) | 0);
      const zone = zones[i]!;
      if (zone === OUTSIDE) continue;
      const at = (y * width + x) * channels;
      const to = (y * width + x) * 4;
      const r = data[at]!;
      const g = data[at + 1]!;
      const b = data[at + 2]!;
      if (zone === INSIDE) {
        rgba[to] = r;
        rgba[to + 1] = g;
        rgba[to + 2] = b;
        rgba[to + 3] = 255;
        continue;
      }
      const br = behind.red[i]!;
      const bg = behind.green[i]!;
      const bb = behind.blue[i]!;
      const fr = front.red[i]! - br;
      const fg = front.green[i]! - bg;
      const fb = front.blue[i]! - bb;
      const contrast = fr * fr + fg * fg + fb * fb;
      seen[0] = r;
      seen[1] = g;
      seen[2] = b;
      if (contrast < grainy) reduceGrain(pixels, x, y, Math.sqrt(contrast), seen);
      const cr = seen[0]! - br;
      const cg = seen[1]! - bg;
      const cb = seen[2]! - bb;
      const distance = Math.sqrt(cr * cr + cg * cg + cb * cb);
      let alpha = probability ? alphaOfModel(probability[i]!) : depth[i]! > 0 ? 1 : 0;
      const blind = alpha;
      if (contrast > MIN_CONTRAST * MIN_CONTRAST) {
        const along = (cr * fr + cg * fg + cb * fb) / contrast;
        const length = Math.sqrt(contrast);
        // Within the noise of either colour, alpha is 0 or 1.
        const low = Math.min(0.25, (1.2 * noise) / length);
        alpha = (along - low) / (1 - 2 * low);
        const aside = Math.sqrt(Math.max(0, distance * distance - along * along * contrast));
        // A colour that is no mixture of the two is another colour of the object.
        const foreign = (aside - 0.22 * length - 3 * noise) / (0.25 * length);
        if (foreign > 0) alpha = Math.max(alpha, Math.min(1, foreign));
        alpha = Math.min(1, Math.max(0, alpha));
        const clear = Math.min(1, (length - MIN_CONTRAST) / (CLEAR_CONTRAST - MIN_CONTRAST));
        alpha = clear * alpha + (1 - clear) * blind;
      }
      if (firm && firm[i]! > alpha) alpha = firm[i]!;
      const level = Math.round(alpha * 255);
      if (level === 0) continue;
      rgba[to] = freed(r, br, front.red[i]!, alpha);
      rgba[to + 1] = freed(g, bg, front.green[i]!, alpha);
      rgba[to + 2] = freed(b, bb, front.blue[i]!, alpha);
      rgba[to + 3] = level;
    }
  }
  return rgba;
};

// Distances in RGB, in levels of 255: below the first, colours are ignored; above the second, they decide alone.
const MIN_CONTRAST = 6;
const CLEAR_CONTRAST = 20;
// Below this contrast, the grain of single pixels would show in the alpha.
const GRAINY_CONTRAST = 60;

/** Mixes the mean of the neighbours into a colour: the lower the contrast, the more. */
const reduceGrain = (pixels: Pixels, x: number, y: number, contrast: number, seen: Float32Array) => {
  const share = Math.min(1, (GRAINY_CONTRAST - contrast) / (0.5 * GRAINY_CONTRAST));
  meanAround(pixels, x, y, around);
  for (let c = 0; c < 3; c++) seen[c]! += share * (around[c]! - seen[c]!);
};
const around = new Float64Array(3);

const alphaOfModel = (probability: number) => Math.min(1, Math.max(0, (probability - 0.5) * 2 + 0.5));

/**
 * The object's own level in a mixture, without the share of the background. With little alpha it is imprecise, so the
 * extrapolated object colour is mixed in.
 */
export const freed = (seen: number, behind: number, front: number, alpha: number): number => {
  const own = Math.min(255, Math.max(0, (seen - (1 - alpha) * behind) / alpha));
  const trust = Math.min(1, Math.max(0, (alpha - 0.15) / 0.5));
  return Math.round(trust * own + (1 - trust) * front);
};
