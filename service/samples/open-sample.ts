/**
 * Opens the sample photos, unchanged or with a defect (noise, dust, tilt, colour cast), and colour tables, for docs,
 * tests and benchmarks.
 */
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { filmTable } from './film-table.ts';

const SAMPLES = import.meta.dirname;

type Raw = { data: Buffer; info: { width: number; height: number } };

/** Pseudo-random numbers from 0 to 1, the same on every machine. */
export const pseudoRandom = () => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

const ofRaw = (data: Buffer, { width, height }: Raw['info']) =>
  sharp(data, { raw: { width, height, channels: 3 } });

/** The image with the noise of a camera in too little light. */
const grainy = ({ data, info }: Raw) => {
  const random = pseudoRandom();
  const levels = data.map((level) =>
    Math.max(0, Math.min(255, level + (random() + random() + random() - 1.5) * 36)),
  );
  return ofRaw(Buffer.from(levels), info);
};

/** The image with the colour cast of lamplight developed as daylight. */
const warm = (image: Sharp) => image.linear([0.95, 0.8, 0.6], [0, 0, 0]);

/** The image with dark and bright specks of 2 to 5 pixels. */
const dusty = ({ data, info }: Raw, specks = 24) => {
  const random = pseudoRandom();
  const levels = Buffer.from(data);
  for (let speck = 0; speck < specks; speck += 1) {
    const x = 6 + Math.floor(random() * (info.width - 12));
    const y = 6 + Math.floor(random() * (info.height - 12));
    const radius = 1 + random() * 1.5;
    const light = random() < 0.7 ? 0.65 : 1.25;
    for (let v = -3; v <= 3; v += 1)
      for (let u = -3; u <= 3; u += 1)
        if (Math.hypot(u, v) < radius)
          for (let i = 0; i < 3; i += 1) {
            const at = ((y + v) * info.width + x + u) * 3 + i;
            levels[at] = Math.min(255, levels[at]! * light);
          }
  }
  return ofRaw(levels, info);
};

/** The carton from a camera that is not level: rotated, then cropped to leave out the empty corners. */
const tilted = async (width: number) => {
  const turned = await sharp(join(SAMPLES, 'carton.jpg')).rotate(TILT_DEGREES).removeAlpha().png().toBuffer();
  const side = 1108;
  const edge = Math.round(((await sharp(turned).metadata()).width - side) / 2);
  return sharp(turned).extract({ left: edge, top: edge, width: side, height: side }).resize(width);
};
const TILT_DEGREES = 4;

/** A colour table that makes images warmer, as an image strip. */
const warmTable = (size: number) => {
  const levels = Buffer.alloc(size ** 3 * 3);
  const level = (step: number) => (step * 255) / (size - 1);
  for (let blue = 0; blue < size; blue += 1)
    for (let green = 0; green < size; green += 1)
      for (let red = 0; red < size; red += 1)
        levels.set(
          [Math.min(255, level(red) + 18), level(green), level(blue) * 0.8],
          (green * size * size + blue * size + red) * 3,
        );
  return ofRaw(levels, { width: size * size, height: size });
};

/**
 * The names of the samples. Those that name no product show the stoneware mug, except `tilted`, which shows the
 * carton.
 */
export type Sample =
  | 'photo'
  | 'cutout'
  | 'warm'
  | 'dull'
  | 'grainy'
  | 'dusty'
  | 'tilted'
  | 'small'
  | 'bottle-cutout'
  | 'warm-carton'
  | 'bottle'
  | 'carton'
  | 'dress'
  | 'tumbler';

/** Opens a sample at a width in pixels. */
export const openSample = async (sample: Sample, width: number): Promise<Sharp> => {
  const open = (file: string) => sharp(join(SAMPLES, file)).resize(width);
  const photo = () => open('stoneware.jpg');
  const raw = () => photo().raw().toBuffer({ resolveWithObject: true });
  switch (sample) {
    case 'photo':
      return photo();
    case 'cutout':
      return open('stoneware-cutout.webp');
    case 'bottle-cutout':
      return open('bottle-cutout.webp');
    case 'bottle':
    case 'carton':
    case 'dress':
    case 'tumbler':
      return open(`${sample}.jpg`);
    case 'warm':
      return warm(photo());
    case 'warm-carton':
      return warm(open('carton.jpg'));
    case 'dull':
      return photo().linear(0.5, 50);
    case 'grainy':
      return grainy(await raw());
    case 'dusty':
      return dusty(await raw());
    case 'tilted':
      return tilted(width);
    case 'small':
      return photo().resize(Math.round(width / 4));
  }
};

/** Opens the further inputs of the examples: a logo, a small logo, the photo, a colour table, the other products. */
export const openOtherInputs = (width: number): Record<'1' | '2' | '3' | '4' | '6' | '7' | '8', Sharp> => ({
  1: sharp(join(SAMPLES, 'logo.png')),
  2: sharp(join(SAMPLES, 'logo.png')).resize(Math.round(width / 4)),
  3: sharp(join(SAMPLES, 'stoneware.jpg')).resize(width),
  4: warmTable(16),
  6: sharp(join(SAMPLES, 'bottle.jpg')).resize(width),
  7: sharp(join(SAMPLES, 'carton.jpg')).resize(width),
  8: sharp(join(SAMPLES, 'dress.jpg')).resize(width),
});

/** Opens the further inputs that are not images: a .cube file. */
export const openOtherTableInputs = (): Record<'5', string> => ({ 5: filmTable(17) });
