import type { Sharp } from 'sharp';
import { scaleTo } from '../../../domain/images/transform.ts';
import { enlarge, type TileEnlarger } from '../../../pixels/filters/enlarge.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type Size, type StepImageFacts } from '../../definition/component.ts';
import { choice, MAX_SIDE } from '../../definition/param-kinds.ts';
import { pixelsOf, sharpOf } from '../../files/sharp-pixels.ts';
import { reasonOf } from '../../steps/steps-failure.ts';

/** The maximum number of pixels in the result. */
const MOST_UPSCALED = 64_000_000;

export const upscale = component({
  name: 'upscale',
  title: 'Upscale',
  sentence:
    'Enlarges a small image: with a model if the operator has configured one, otherwise with Lanczos resampling and sharpened edges.',
  credits: 2,
  params: Type.Object(
    {
      factor: Type.Number({
        minimum: 1,
        maximum: 4,
        default: 2,
        description: 'The factor for width and height; less if the result would exceed 64 megapixels.',
      }),
      minSide: Type.Integer({
        minimum: 0,
        maximum: MAX_SIDE,
        default: 0,
        description:
          'Only images whose longer side is below this, in pixels, are enlarged, and at most to this size; 0 enlarges all images.',
      }),
      firmness: Type.Number({
        minimum: 0,
        maximum: 2,
        default: 0.6,
        description: 'How much edges are sharpened afterwards. Not used with a model.',
      }),
      method: choice(
        ['auto', 'lanczos', 'model'],
        'auto',
        'auto: the model if there is one, otherwise Lanczos. lanczos: never the model. model: like auto, with a warning in the trace if there is no model.',
      ),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  enlargement: (params, before) => timesLarger(params, before),
  isForEnlarging: true,
  pixelParams: () => ['minSide'],
  sizeAfter: (params, before) => largerSize(params, before),
  transform: (params, before) => scaleTo(before, largerSize(params, before)),
  stages: () => ['resize', 'sharpen'],
  needsSize: true,
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
        warn(`The image was enlarged with Lanczos and not with a model: ${drawn}`);
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

const largerSize = (params: { factor: number; minSide: number }, before: Size): Size => {
  const times = Math.max(1, timesLarger(params, before));
  return { width: Math.round(before.width * times), height: Math.round(before.height * times) };
};

/** The image enlarged by the model, at the model's own factor; or the reason why the model cannot be used. */
const drawLarger = async (
  image: Sharp,
  { width, height, hasAlpha }: StepImageFacts,
  enlarger: TileEnlarger | undefined,
): Promise<Sharp | string> => {
  if (!enlarger) return 'no model is configured.';
  if (hasAlpha) return 'the model does not support transparency.';
  if (width * height * enlarger.factor ** 2 > MOST_UPSCALED)
    return `the image would have more than ${MOST_UPSCALED / 1e6} megapixels.`;
  return sharpOf(await enlarge(await pixelsOf(image.clone().removeAlpha()), enlarger));
};
