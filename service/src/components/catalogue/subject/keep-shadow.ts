import type { Sharp } from 'sharp';
import { shrink } from '../../../pixels/filters/shrink.ts';
import { lumaAt, type Pixels, type Plane } from '../../../pixels/pixels.ts';
import { connectedAreas } from '../../../pixels/regions/connected-areas.ts';
import { distanceTo } from '../../../pixels/regions/distance-to.ts';
import { coordinateOf, fitSurface, type Surface } from '../../../pixels/regions/fit-surface.ts';
import { maskOf } from '../../../pixels/regions/mask-of.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { solidColour } from '../../definition/param-kinds.ts';
import { blurPlane, pixelsOf, sharpOf } from '../../files/sharp-pixels.ts';
import { StepsFailure } from '../../steps/steps-failure.ts';
import { layUnder } from './shadow-shapes.ts';

export const keepShadow = component({
  name: 'keep-shadow',
  title: 'Keep shadow',
  sentence:
    "Brings the photo's own shadow back under a cut-out object, as a transparent layer that darkens any new background as it darkened the old one.",
  credits: 3,
  params: Type.Object(
    {
      photo: Type.String({
        pattern: '^(default|[1-9][0-9]*)$',
        default: 'default',
        examples: ['default', '1'],
        description:
          'The input with the photo that the object was cut out of: default, or 1, 2, 3, ... It must show the same part as the image, so this step comes before every step that crops, extends or turns it.',
      }),
      strength: Type.Number({
        minimum: 0,
        maximum: 2,
        default: 1,
        description: 'Strength: 1 keeps the shadow as dark as in the photo, 0 removes it.',
      }),
      colour: solidColour('The colour of the shadow. Black darkens as in the photo.', '#000000'),
    },
    { additionalProperties: false },
  ),
  inputParams: ['photo'],
  needsTransparency: true,
  pixels: async (pixels, { photo: input, strength, colour }, { open, warn, reportConfidence }) => {
    if (pixels.channels !== 4)
      throw impossible(
        'The image has no transparent background. Add a remove-background step before this one.',
      );
    const photo = await photoFor(pixels, await open(input));
    const surface = backgroundOf(photo, pixels);
    if (!surface) {
      warn('The background is too small or too uneven to measure a shadow, so none was kept.');
      return pixels;
    }
    if (surface.deviation > MOST_DEVIATION) {
      warn('The background of the photo is not plain, so parts of it may look like shadow. Check the image.');
      reportConfidence(UNSURE_CONFIDENCE);
    }
    const shadow = await shadowOf(photo, pixels, surface);
    for (let i = 0; i < shadow.data.length; i += 1)
      shadow.data[i] = Math.min(255, shadow.data[i]! * strength);
    return layUnder(pixels, { left: 0, top: 0, ...shadow }, { colour, opacity: 1 });
  },
});

/** The aspect ratios of the photo and of the image may differ by this fraction, because their sizes are rounded. */
const SAME_SHAPE = 0.01;

/**
 * Returns the photo at the size of the image. Refuses a photo with another aspect ratio, because its object would be
 * at another place.
 */
const photoFor = async ({ width, height }: Pixels, photo: Sharp): Promise<Pixels> => {
  const whole = await pixelsOf(photo.removeAlpha());
  if (whole.width === width && whole.height === height) return whole;
  if (Math.abs((whole.width * height) / (whole.height * width) - 1) > SAME_SHAPE)
    throw impossible(
      `The photo has ${whole.width} x ${whole.height} pixels and the image ${width} x ${height}. Move this step before the steps that crop or extend the image.`,
    );
  return pixelsOf(sharpOf(whole).resize({ width, height, fit: 'fill' }));
};

const SMALL_SIDE = 384;
/** A background that deviates from a smooth surface by more than this, in levels, is not plain. */
const MOST_DEVIATION = 6;
const UNSURE_CONFIDENCE = 0.5;
/**
 * A pixel that is darker than the background by less than the larger of these two limits counts as noise and fades
 * out: NOISE_TIMES deviations of the background, and LEAST_LEVELS levels.
 */
const NOISE_TIMES = 2;
const LEAST_LEVELS = 2;
/**
 * A pixel whose alpha is above SEEN_ALPHA belongs to the object. From an opacity of SEEN_SHADOW on, a pixel belongs
 * to a shadow.
 */
const SEEN_ALPHA = 12;
const SEEN_SHADOW = 5;

/**
 * The light of the background without its shadows: a smooth surface through the brighter parts of the photo where the
 * cut-out is transparent.
 */
const backgroundOf = (photo: Pixels, cutout: Pixels): Surface | undefined => {
  const small = shrink(photo, SMALL_SIDE);
  const mask = shrink(cutout, SMALL_SIDE);
  const light = Float32Array.from({ length: small.width * small.height }, (_, i) =>
    lumaAt(small.data, i * small.channels),
  );
  return fitSurface(
    { width: small.width, height: small.height, data: light },
    (i) => mask.data[i * 4 + 3] === 0,
  );
};

/** The opacity of a black layer that darkens the background as the shadow did, 0 to 255. */
const shadowOf = async (photo: Pixels, cutout: Pixels, surface: Surface): Promise<Plane> => {
  const { width, height } = photo;
  const opacity = new Uint8Array(width * height);
  const unknown = new Uint8Array(width * height).fill(1);
  const least = Math.max(LEAST_LEVELS, NOISE_TIMES * surface.deviation);
  // Close to the object, the shadow is not measured: where the cut-out is a little too tight, the photo shows the
  // object itself there.
  const rim = Math.max(LEAST_RIM, Math.max(width, height) / RIM_PARTS);
  const object = maskOf(width * height, (i) => cutout.data[i * 4 + 3] !== 0);
  const away = distanceTo(object, 1, width, height, rim + 1);
  for (let y = 0, i = 0; y < height; y += 1) {
    const down = coordinateOf(y, height);
    for (let x = 0; x < width; x += 1, i += 1) {
      if (away[i]! <= rim) continue;
      const light = surface.at(coordinateOf(x, width), down);
      const darker = light - lumaAt(photo.data, i * 3);
      // Below the noise the layer fades to nothing, so that the background stays clean.
      const kept = darker * Math.min(1, Math.max(0, darker / least - 0.5));
      opacity[i] = Math.min(255, Math.max(0, (255 * kept) / Math.max(1, light)));
      unknown[i] = 0;
    }
  }
  // Under the edge of the object, the shadow gets the values that it has beside the object.
  fillInwards({ width, height, data: opacity }, unknown, Math.ceil(3 * rim));
  const smooth = await blurPlane({ width, height, data: opacity }, Math.max(width, height) / SMOOTHED);
  return onlyBesideObject({ width, height, data: smooth }, cutout);
};

/**
 * Gives unknown pixels the mean of their known neighbours, from the edge of the unknown area inwards, up to `depth`
 * pixels deep. Changes the plane in place.
 */
const fillInwards = ({ width, data }: Plane, unknown: Uint8Array, depth: number): void => {
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  /**
   * The neighbours of a pixel that have this mark. The comparison of columns leaves out pixels at the other end of a
   * row.
   */
  const besides = (i: number, mark: 0 | 1) =>
    around
      .map((step) => i + step)
      .filter((j) => unknown[j] === mark && Math.abs((i % width) - (j % width)) <= 1);
  let layer = new Set<number>();
  for (let i = 0; i < unknown.length; i += 1)
    if (unknown[i] === 1 && around.some((step) => unknown[i + step] === 0)) layer.add(i);
  for (let deep = 0; deep < depth && layer.size > 0; deep += 1) {
    const means = [...layer].map((i) => {
      const known = besides(i, 0);
      return known.reduce((sum, j) => sum + data[j]!, 0) / Math.max(1, known.length);
    });
    [...layer].forEach((i, n) => {
      data[i] = means[n]!;
      unknown[i] = 0;
    });
    layer = new Set([...layer].flatMap((i) => besides(i, 1)));
  }
};

const SMOOTHED = 1200;
const LEAST_RIM = 2;
const RIM_PARTS = 500;

/** Removes dark spots that are not connected to the object. Changes the shadow in place. */
const onlyBesideObject = (shadow: Plane, cutout: Pixels): Plane => {
  const { width, height, data } = shadow;
  const factor = Math.max(1, Math.ceil(Math.max(width, height) / SMALL_SIDE));
  const [columns, rows] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const object = new Uint8Array(columns * rows);
  const marked = new Uint8Array(columns * rows);
  for (let y = 0, i = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, i += 1) {
      const cell = Math.floor(y / factor) * columns + Math.floor(x / factor);
      if (cutout.data[i * 4 + 3]! > SEEN_ALPHA) object[cell] = 1;
      if (object[cell] === 1 || data[i]! >= SEEN_SHADOW) marked[cell] = 1;
    }
  const kept = new Uint8Array(columns * rows);
  for (const area of connectedAreas(marked, columns))
    if (area.some((cell) => object[cell] === 1)) for (const cell of area) grow(kept, cell, columns);
  for (let y = 0, i = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, i += 1)
      if (kept[Math.floor(y / factor) * columns + Math.floor(x / factor)] === 0) data[i] = 0;
  return shadow;
};

/**
 * Marks a cell and its neighbours up to two cells away: the faint end of a shadow lies outside the cells that are
 * clearly shadow.
 */
const grow = (kept: Uint8Array, cell: number, columns: number): void => {
  for (let dy = -2; dy <= 2; dy += 1)
    for (let dx = -2; dx <= 2; dx += 1) {
      const x = (cell % columns) + dx;
      const at = cell + dy * columns + dx;
      if (x >= 0 && x < columns && at >= 0 && at < kept.length) kept[at] = 1;
    }
};

const impossible = (reason: string) =>
  new StepsFailure('component_failed', `The shadow cannot be kept. ${reason}`, 'keep-shadow');
