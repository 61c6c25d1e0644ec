import type { Sharp } from 'sharp';
import { enlarge, type TileEnlarger } from '../../../pixels/filters/enlarge.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type Size, type StepImageFacts } from '../../definition/component.ts';
import { choice, MAX_SIDE } from '../../definition/param-kinds.ts';
import { pixelsOf, sharpOf } from '../../files/sharp-pixels.ts';
import { reasonOf } from '../../steps/steps-failure.ts';

/** What may come out, whatever goes in. */
const MOST_UPSCALED = 64_000_000;

export const upscale = component({
  name: 'upscale',
  title: 'Upscale',
  sentence:
    'Makes a small image larger: with a model where the operator has configured one, otherwise with Lanczos resampling that firms edges up.',
  credits: 2,
  params: Type.Object(
    {
      factor: Type.Number({
        minimum: 1,
        maximum: 4,
        default: 2,
        description: 'How many times as wide and high; less where the result would exceed 64 megapixels.',
      }),
      minSide: Type.Integer({
        minimum: 0,
        maximum: MAX_SIDE,
        default: 0,
        description: 'Only images whose longer side is below this are made larger, at most to it; 0 for all.',
      }),
      firmness: Type.Number({
        minimum: 0,
        maximum: 2,
        default: 0.6,
        description: 'How much edges are sharpened afterwards; a model draws its own.',
      }),
      method: choice(
        ['auto', 'lanczos', 'model'],
        'auto',
        'auto: the model where there is one, otherwise Lanczos. lanczos: never the model. model: as auto, and the trace says where there was none.',
      ),
    },
    { additionalProperties: false },
  ),
  needs: [],
  enlargement: (params, before) => timesLarger(params, before),
  isForEnlarging: true,
  inPixels: () => ['minSide'],
  sizeAfter: (params, before) => {
    const times = Math.max(1, timesLarger(params, before));
    return { width: Math.round(before.width * times), height: Math.round(before.height * times) };
  },
  place: () => ['resize', 'sharpen'],
  measures: true,
  run: async (image, { factor, minSide, firmness, method }, facts, { models, warn }) => {
    const { width, height } = facts;
    const most = timesLarger({ factor, minSide }, facts);
    if (most <= 1) return image;
    const size = { width: Math.round(width * most), height: Math.round(height * most) };
    if (method !== 'lanczos') {
      const drawn = await drawLarger(image, facts, models.enlarger).catch(
        (error: unknown) => `${reasonOf(error)}.`,
      );
      if (typeof drawn !== 'string') return drawn.resize({ ...size, fit: 'fill', kernel: 'lanczos3' });
      if (models.enlarger || method === 'model')
        warn(`Made larger with Lanczos and not with a model: ${drawn}`);
    }
    const larger = image.resize({ ...size, fit: 'fill', kernel: 'lanczos3' });
    return firmness > 0 ? larger.sharpen({ sigma: 0.5 + most / 4, m1: 0, m2: firmness * 3 }) : larger;
  },
});

const timesLarger = (
  { factor, minSide }: { factor: number; minSide: number },
  { width, height }: Size,
): number =>
  Math.min(
    factor,
    Math.sqrt(MOST_UPSCALED / (width * height)),
    minSide > 0 ? minSide / Math.max(width, height) : factor,
  );

/** The image as the model draws it, at the model's own factor; or why it does not. */
const drawLarger = async (
  image: Sharp,
  { width, height, hasAlpha }: StepImageFacts,
  enlarger: TileEnlarger | undefined,
): Promise<Sharp | string> => {
  if (!enlarger) return 'none is configured.';
  if (hasAlpha) return 'it knows no transparency.';
  if (width * height * enlarger.factor ** 2 > MOST_UPSCALED)
    return `the image would have more than ${MOST_UPSCALED / 1e6} megapixels.`;
  return sharpOf(await enlarge(await pixelsOf(image.clone().removeAlpha()), enlarger));
};
