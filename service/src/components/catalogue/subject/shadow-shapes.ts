import { type Box, type Pixels, rgbaOf } from '../../../pixels/pixels.ts';
import { boxAbove } from '../../../pixels/regions/box-above.ts';
import { blurPlane } from '../../files/sharp-pixels.ts';

/** A shadow: the darkness of each pixel in a box. */
type ShadowShape = Box & { data: Uint8Array };

/** A blur reaches about three times its sigma. */
const REACH = 3;
/** The softness of the wide part of a contact shadow, as a multiple of the requested softness. */
const WIDER = 1.6;
/** The part of an object that can touch the ground, from its lowest pixel up, as a fraction of its height. */
const FOOT = 0.06;
const MOST_DEPTH = 0.12;
const FLATNESS = 0.22;
/**
 * A darkness (0 to 255) up to this is invisible. It is subtracted, so that a soft shadow does not extend far outside.
 */
const UNSEEN = 3;

/** The box of the visible part of a shadow at this opacity. Undefined if nothing is visible. */
export const visiblePart = (
  { left, top, width, height, data }: ShadowShape,
  opacity: number,
): Box | undefined => {
  const seen = boxAbove({ width, height, data, step: 1 }, 0.5 / opacity);
  return seen && { ...seen, left: left + seen.left, top: top + seen.top };
};

export type DropSize = { softness: number; distance: number; angle: number };

/**
 * The box of the whole drop shadow: the object's box, moved in the direction of the light, with space for the softness.
 */
export const dropBox = (subject: Box, { softness, distance, angle }: DropSize): Box => {
  const pad = padFor(softness);
  const radians = (angle * Math.PI) / 180;
  return {
    left: subject.left - pad + Math.round(Math.sin(radians) * distance),
    top: subject.top - pad - Math.round(Math.cos(radians) * distance),
    width: subject.width + 2 * pad,
    height: subject.height + 2 * pad,
  };
};

const padFor = (softness: number): number => Math.ceil(softness * REACH) + 1;

/** The object's shape, moved in the direction of the light and softened. */
export const dropShadow = async (pixels: Pixels, subject: Box, size: DropSize): Promise<ShadowShape> => {
  const pad = padFor(size.softness);
  const box = dropBox(subject, size);
  const { width, height } = box;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < subject.height; y += 1)
    for (let x = 0; x < subject.width; x += 1)
      data[(y + pad) * width + x + pad] = alphaAt(pixels, subject.left + x, subject.top + y);
  return { ...box, data: fadedOut(await blurPlane({ width, height, data }, size.softness)) };
};

/** The box of the whole contact shadow of an object that touches the ground with `base` of its columns. */
export const contactBox = (subject: Box, softness: number, base = subject.width): Box => {
  const { pad, above, depth } = contactMeasures(subject, softness, base);
  return {
    left: subject.left - pad,
    top: subject.top + subject.height - 1 - above,
    width: subject.width + 2 * pad,
    height: above + depth + pad,
  };
};

const contactMeasures = (subject: Box, softness: number, base: number) => {
  const depth = Math.max(2, Math.round(Math.min(base * FLATNESS, subject.height * MOST_DEPTH)));
  const pad = padFor(softness * WIDER);
  return { depth, pad, above: footOf(subject) + depth + pad };
};

/** A shadow along the bottom of the object: a wide faint one, and a narrow dark one where it touches the ground. */
export const contactShadow = async (pixels: Pixels, subject: Box, softness: number): Promise<ShadowShape> => {
  const soles = solesOf(pixels, subject);
  const base = soles.filter((sole) => sole !== undefined).length;
  const { depth, pad, above } = contactMeasures(subject, softness, base);
  const box = contactBox(subject, softness, base);
  const { width, height } = box;
  /** A band along the ground line, from `under * depth` above it to `before * depth` below it. */
  const band = (under: number, before: number): Uint8Array => {
    const data = new Uint8Array(width * height);
    for (const [x, sole] of soles.entries()) {
      if (sole === undefined) continue;
      const touches = above - sole;
      for (let y = Math.round(touches - under * depth); y <= Math.round(touches + before * depth); y += 1)
        data[y * width + x + pad] = 255;
    }
    return data;
  };
  const wide = await blurPlane({ width, height, data: band(0.6, 0.2) }, softness * WIDER);
  const narrow = await blurPlane({ width, height, data: band(0.4, 0.05) }, softness * 0.5);
  return {
    ...box,
    data: fadedOut(
      wide.map((value, at) => 255.5 - ((255 - value * 0.55) * (255 - narrow[at]! * 0.75)) / 255),
    ),
  };
};

/** Subtracts the invisible darkness (UNSEEN) and scales the rest, so that 255 stays 255. Changes the data in place. */
const fadedOut = (data: Uint8Array): Uint8Array => {
  const levels = Uint8Array.from({ length: 256 }, (_, level) =>
    Math.round((Math.max(0, level - UNSEEN) * 255) / (255 - UNSEEN)),
  );
  for (let at = 0; at < data.length; at += 1) data[at] = levels[data[at]!]!;
  return data;
};

/**
 * For each column of pixels, how far the lowest pixel of the object is above the object's bottom. Undefined for a column
 * in which that is too far to stand on the ground.
 */
const solesOf = (pixels: Pixels, subject: Box): (number | undefined)[] => {
  const foot = footOf(subject);
  return Array.from({ length: subject.width }, (_, x) => {
    for (let sole = 0; sole < foot; sole += 1)
      if (alphaAt(pixels, subject.left + x, subject.top + subject.height - 1 - sole) >= 128) return sole;
    return undefined;
  });
};

const footOf = ({ height }: Box): number => Math.max(1, Math.round(height * FOOT));

const alphaAt = ({ width, data }: Pixels, x: number, y: number): number => data[(y * width + x) * 4 + 3]!;

/** Draws the shadow below the object. Changes the pixels in place. */
export const layUnder = (
  pixels: Pixels,
  shape: ShadowShape,
  { colour, opacity }: { colour: string; opacity: number },
): Pixels => {
  const { width, height, data } = pixels;
  const ink = rgbaOf(colour);
  const bottom = Math.min(height, shape.top + shape.height);
  const right = Math.min(width, shape.left + shape.width);
  for (let y = Math.max(0, shape.top); y < bottom; y += 1)
    for (let x = Math.max(0, shape.left); x < right; x += 1) {
      const at = (y * width + x) * 4;
      const own = data[at + 3]! / 255;
      const under = (shape.data[(y - shape.top) * shape.width + x - shape.left]! / 255) * opacity * (1 - own);
      const alpha = own + under;
      if (under === 0) continue;
      for (let i = 0; i < 3; i += 1) data[at + i] = (data[at + i]! * own + ink[i]! * under) / alpha + 0.5;
      data[at + 3] = alpha * 255 + 0.5;
    }
  return pixels;
};
