import { compose, scaleTo, translateBy } from '../../../domain/images/transform.ts';
import { type Box, cutBox, type Pixels, rgbaOf, withAlpha } from '../../../pixels/pixels.ts';
import { boxOfAlpha } from '../../../pixels/regions/box-above.ts';
import { boxOfContrast } from '../../../pixels/regions/box-of-contrast.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type Size } from '../../definition/component.ts';
import { choice, fillColour, isOpaque, MAX_SIDE, resolveFillColour } from '../../definition/param-kinds.ts';
import { pixelsOf, sharpOf } from '../../files/sharp-pixels.ts';

const percent = (fallback: number, description: string) =>
  Type.Number({ minimum: 0, maximum: 100, default: fallback, description });

export const alignSeries = component({
  name: 'align-series',
  title: 'Align series',
  sentence:
    'Gives the object the same scale, baseline and centre in every image of a series, so that a catalogue page looks even.',
  credits: 2,
  params: Type.Object(
    {
      width: Type.Integer({ minimum: 1, maximum: MAX_SIDE, default: 1600, description: 'Width in pixels.' }),
      height: Type.Integer({
        minimum: 1,
        maximum: MAX_SIDE,
        default: 1600,
        description: 'Height in pixels.',
      }),
      measure: choice(
        ['height', 'width', 'area'],
        'height',
        'What is the same in every image. height, width: of the object, in percent of the height or the width of the image. area: of the object, in percent of the area of the image, for objects of different shapes.',
      ),
      size: Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        default: 70,
        description: 'The size of the object in every image, in percent, as measure defines it.',
      }),
      baseline: percent(88, 'Where the object stands: the distance from the top, in percent of the height.'),
      centre: percent(50, 'The middle of the object: the distance from the left, in percent of the width.'),
      balance: choice(
        ['box', 'mass'],
        'box',
        'How the middle of the object is found. box: half of its width. mass: half of its area, so that a handle or a spout does not push it aside.',
      ),
      reference: Type.String({
        pattern: '^([1-9][0-9]*)?$',
        default: '',
        examples: ['1', '2'],
        description:
          'An input whose object gives size, baseline and centre instead of the values above. 1, 2, 3, ...; empty for none. If that input is optional and not given, the values are used.',
      }),
      enlarge: Type.Boolean({ default: true, description: 'Also enlarge smaller objects.' }),
      background: fillColour(
        'The colour around the object. An opaque colour also fills transparent parts of the image.',
      ),
    },
    { additionalProperties: false },
  ),
  inputParams: ['reference'],
  optionalInputParams: ['reference'],
  pixelParams: () => ['width', 'height'],
  sizeAfter: ({ width, height }) => ({ width, height }),
  alphaAfter: ({ background }, before) => !isOpaque(resolveFillColour(background, before)),
  pixels: async (pixels, params, { open, reportTransform, warn }) => {
    const found = objectIn(pixels, params.balance);
    if (!found) warn(NOTHING_FOUND);
    const object = found ?? wholeImage(pixels);
    const wanted =
      params.reference === '' ? params : await valuesOf(await pixelsOf(await open(params.reference)), params);
    if (!wanted) {
      warn('No object was found in the reference image, so the step used its own size, baseline and centre.');
    }
    const { scale, limited } = scaleFor(object, wanted ?? params, params);
    if (limited) warn(limited);
    const { baseline, centre } = wanted ?? params;
    const scaled = {
      width: Math.max(1, Math.round(pixels.width * scale)),
      height: Math.max(1, Math.round(pixels.height * scale)),
    };
    const bottom = object.box.top + object.box.height;
    const left = Math.round((params.width * centre) / 100 - (object.middle * scaled.width) / pixels.width);
    const top = Math.round((params.height * baseline) / 100 - (bottom * scaled.height) / pixels.height);
    reportTransform(compose(scaleTo(pixels, scaled), translateBy(left, top)));
    return place(pixels, { left, top, ...scaled }, params);
  },
});

const NOTHING_FOUND = 'No object was found to align, so the whole image was aligned.';
/** Pixels with less alpha than this are ignored: they are faint traces of a shadow or of a cut-out. */
const SEEN_ALPHA = 128;

type Balance = 'box' | 'mass';
type Values = { measure: 'height' | 'width' | 'area'; size: number; baseline: number; centre: number };
type SeriesObject = { box: Box; middle: number; area: number };

const objectIn = (pixels: Pixels, balance: Balance): SeriesObject | undefined => {
  const hasAlpha = pixels.channels === 4;
  const box = (hasAlpha && boxOfAlpha(pixels, SEEN_ALPHA)) || (hasAlpha ? undefined : boxOfContrast(pixels));
  if (!box) return undefined;
  const columns = new Float64Array(box.width);
  for (let y = box.top; y < box.top + box.height; y += 1)
    for (let x = 0; x < box.width; x += 1)
      columns[x]! += hasAlpha ? pixels.data[(y * pixels.width + box.left + x) * 4 + 3]! / 255 : 1;
  const area = columns.reduce((sum, value) => sum + value, 0);
  return { box, middle: box.left + (balance === 'box' ? box.width / 2 : medianColumn(columns, area)), area };
};

const wholeImage = ({ width, height }: Size): SeriesObject => ({
  box: { left: 0, top: 0, width, height },
  middle: width / 2,
  area: width * height,
});

/** The position, from the left, that divides the area of the object into two equal halves. */
const medianColumn = (columns: Float64Array, area: number): number => {
  let before = 0;
  for (const [x, value] of columns.entries()) {
    if (before + value >= area / 2) return x + (area / 2 - before) / Math.max(1e-9, value);
    before += value;
  }
  return columns.length;
};

/** The values to align to: size, baseline and centre of the object in the reference image, in percent of that image. */
const valuesOf = (
  reference: Pixels,
  { measure, balance }: Values & { balance: Balance },
): Values | undefined => {
  const object = objectIn(reference, balance);
  if (!object) return undefined;
  return {
    measure,
    size: 100 * measured(object, reference, measure),
    baseline: (100 * (object.box.top + object.box.height)) / reference.height,
    centre: (100 * object.middle) / reference.width,
  };
};

const measured = (
  { box, area }: SeriesObject,
  { width, height }: Size,
  measure: Values['measure'],
): number => {
  if (measure === 'height') return box.height / height;
  return measure === 'width' ? box.width / width : area / (width * height);
};

/** The scale that gives the object the wanted size, or the largest one at which it stays inside the image. */
const scaleFor = (
  object: SeriesObject,
  { measure, size, baseline, centre }: Values,
  { width, height, enlarge }: Size & { enlarge: boolean },
): { scale: number; limited?: string } => {
  const times = size / 100 / measured(object, { width, height }, measure);
  const scale = measure === 'area' ? Math.sqrt(times) : times;
  const { box, middle } = object;
  const room = Math.min(
    (height * baseline) / 100 / box.height,
    (width * centre) / 100 / Math.max(1e-9, middle - box.left),
    (width * (1 - centre / 100)) / Math.max(1e-9, box.left + box.width - middle),
  );
  if (scale > room * ROUNDING)
    return {
      scale: Math.max(1e-3, room),
      limited:
        'The object would not fit into the image at this size, so it was made smaller than the others of the series.',
    };
  if (scale > 1 && !enlarge)
    return {
      scale: 1,
      limited: 'The object is smaller than the others of the series, because enlarging is switched off.',
    };
  return { scale };
};
const ROUNDING = 1.001;

/** Scales the image and puts it onto a canvas of the wanted size; parts outside the canvas are cut off. */
const place = async (
  pixels: Pixels,
  scaled: Box,
  { width, height, background }: Size & { background: string },
): Promise<Pixels> => {
  const fill = resolveFillColour(background, pixels.channels === 4);
  const image = sharpOf(pixels).resize({ width: scaled.width, height: scaled.height, fit: 'fill' });
  const seen = await pixelsOf(isOpaque(fill) ? image.flatten({ background: fill }) : image);
  const box = { left: -scaled.left, top: -scaled.top, width, height };
  return cutBox(isOpaque(fill) ? seen : withAlpha(seen), box, rgbaOf(fill));
};
