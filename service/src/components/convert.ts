import { Type } from 'typebox';
import { RESULT_FORMATS } from '../domain/image-formats.ts';
import { component } from './component.ts';
import { choice, colour } from './param-kinds.ts';

export const convert = component({
  name: 'convert',
  title: 'Convert',
  sentence: 'Chooses the format and quality of the result. The last one that applies decides.',
  credits: 0,
  params: Type.Object(
    {
      format: choice(RESULT_FORMATS, 'jpeg', 'The format of the result.'),
      quality: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 85,
        description: 'For JPEG, WebP and AVIF: smaller files below, finer detail above.',
      }),
      lossless: Type.Boolean({
        default: false,
        description: 'For WebP and AVIF: keep every pixel as it is.',
      }),
      progressive: Type.Boolean({
        default: false,
        description: 'For JPEG and PNG: show a coarse picture while it loads.',
      }),
      chroma: choice(
        ['4:2:0', '4:4:4'],
        '4:2:0',
        'For JPEG and AVIF: 4:4:4 keeps fine coloured detail such as red text.',
      ),
      background: colour('What transparent parts become where the format has none (JPEG).'),
    },
    { additionalProperties: false },
  ),
  needs: [],
  place: () => ['encode', 'encode'],
  encodes: ({ format, background }) => ({ format, background }),
  run: (image, { format, quality, lossless, progressive, chroma }) => {
    switch (format) {
      case 'jpeg':
        return image.jpeg({ quality, progressive, chromaSubsampling: chroma });
      case 'png':
        return image.png({ progressive });
      case 'webp':
        return image.webp({ quality, lossless });
      case 'avif':
        // Effort 2 of 9: the default takes twice as long for files that are hardly smaller.
        return image.avif({ quality, lossless, chromaSubsampling: lossless ? '4:4:4' : chroma, effort: 2 });
      case 'tiff':
        return image.tiff({ compression: 'lzw', predictor: 'horizontal' });
    }
  },
});
