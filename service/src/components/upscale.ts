import { Type } from 'typebox';
import { component } from './component.ts';
import { MAX_SIDE } from './param-kinds.ts';

/** What may come out, whatever goes in. */
const MOST_PIXELS = 64_000_000;

export const upscale = component({
  name: 'upscale',
  title: 'Upscale',
  sentence: 'Makes a small picture larger with Lanczos resampling and firms its edges up.',
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
        description:
          'Only pictures whose longer side is below this are made larger, at most to it; 0 for all.',
      }),
      firmness: Type.Number({
        minimum: 0,
        maximum: 2,
        default: 0.6,
        description: 'How much edges are sharpened afterwards.',
      }),
    },
    { additionalProperties: false },
  ),
  needs: [],
  enlarges: () => true,
  inPixels: () => ['minSide'],
  place: () => ['resize', 'sharpen'],
  measures: true,
  run: (image, { factor, minSide, firmness }, { width, height }) => {
    const most = Math.min(
      factor,
      Math.sqrt(MOST_PIXELS / (width * height)),
      minSide > 0 ? minSide / Math.max(width, height) : factor,
    );
    if (most <= 1) return image;
    const size = { width: Math.round(width * most), height: Math.round(height * most) };
    const larger = image.resize({ ...size, fit: 'fill', kernel: 'lanczos3' });
    return firmness > 0 ? larger.sharpen({ sigma: 0.5 + most / 4, m1: 0, m2: firmness * 3 }) : larger;
  },
});
