import { denoised } from '../../../pixels/filters/denoised.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';

export const denoise = component({
  name: 'denoise',
  title: 'Denoise',
  sentence: 'Removes noise from even areas and keeps edges.',
  credits: 2,
  params: Type.Object(
    {
      strength: Type.Number({
        minimum: 0,
        maximum: 60,
        default: 8,
        description: 'Differences in brightness up to about this value, of 255, count as noise.',
      }),
      colour: Type.Number({
        minimum: 0,
        maximum: 60,
        default: 16,
        description:
          'Differences in colour up to about this value, of 255, count as noise. It can be high, because edges that are visible in brightness or in clear colours are kept.',
      }),
      radius: Type.Integer({
        minimum: 1,
        maximum: 8,
        default: 2,
        description:
          'The radius around each pixel that is compared, in pixels; 6 more for colour, because colour noise is coarser.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixelParams: () => ['radius'],
  pixels: (pixels, noise) => ({ ...pixels, data: denoised(pixels, noise) }),
});
