import type { Colours } from '../background/extrapolate-colours.ts';
import type { Sketch } from '../background/sketch.ts';
import type { Pixels } from '../cutout.ts';
import { meanAround } from './mean-around.ts';

/** What each working pixel is. Only `EDGE` is looked at again at full size. */
export const OUTSIDE = 0;
export const EDGE = 1;
export const INSIDE = 2;

export type Edge = {
  zones: Uint8Array;
  /** Positive inside, negative outside. */
  depth: Float32Array;
  /** The background and the foreground, continued to everywhere. */
  behind: Colours;
  front: Colours;
  /** In levels of 255. */
  noise: number;
  /** The model's opinion, for where colours tell nothing. */
  probability: Float32Array | undefined;
  /** Single pixels matter. */
  hairy: boolean;
  /** The least alpha, where the model is sure of the object. */
  firm: Float32Array | undefined;
};

/**
 * Draws the alpha at full size. At the edge each pixel is a mixture of a known background and a foreground continued
 * from inside: its alpha is where it lies between the two, and its colour is freed from the background's share.
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
      if (contrast < grainy) calm(pixels, x, y, Math.sqrt(contrast), seen);
      const cr = seen[0]! - br;
      const cg = seen[1]! - bg;
      const cb = seen[2]! - bb;
      const distance = Math.sqrt(cr * cr + cg * cg + cb * cb);
      let alpha = probability ? opinion(probability[i]!) : depth[i]! > 0 ? 1 : 0;
      const blind = alpha;
      if (contrast > MIN_CONTRAST * MIN_CONTRAST) {
        const along = (cr * fr + cg * fg + cb * fb) / contrast;
        const length = Math.sqrt(contrast);
        // Levels within the noise are all or nothing.
        const low = Math.min(0.25, (1.2 * noise) / length);
        alpha = (along - low) / (1 - 2 * low);
        const aside = Math.sqrt(Math.max(0, distance * distance - along * along * contrast));
        // A colour that no mixture of the two explains is another colour of the object.
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

// In levels of 255, as a distance in RGB: below the first, colours say nothing; above the second, everything.
const MIN_CONTRAST = 6;
const CLEAR_CONTRAST = 20;
// Below this, the grain of a single pixel would be seen in the alpha.
const GRAINY_CONTRAST = 60;

/** Mixes in the mean of the pixels around: the more, the less contrast there is. */
const calm = (pixels: Pixels, x: number, y: number, contrast: number, seen: Float32Array) => {
  const share = Math.min(1, (GRAINY_CONTRAST - contrast) / (0.5 * GRAINY_CONTRAST));
  meanAround(pixels, x, y, around);
  for (let c = 0; c < 3; c++) seen[c]! += share * (around[c]! - seen[c]!);
};
const around = new Float64Array(3);

const opinion = (probability: number) => Math.min(1, Math.max(0, (probability - 0.5) * 2 + 0.5));

/** The object's own colour in a mixture. Little alpha says little about it: there the continued foreground is taken. */
export const freed = (seen: number, behind: number, front: number, alpha: number): number => {
  const own = Math.min(255, Math.max(0, (seen - (1 - alpha) * behind) / alpha));
  const trust = Math.min(1, Math.max(0, (alpha - 0.15) / 0.5));
  return Math.round(trust * own + (1 - trust) * front);
};
