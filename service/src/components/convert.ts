import type { Sharp } from 'sharp';
import { type Static, Type } from 'typebox';
import { RESULT_FORMATS } from '../domain/image-formats.ts';
import { component, type Encoded } from './component.ts';
import { encodeWithin } from './encode-within.ts';
import { choice, colour } from './param-kinds.ts';

const PARAMS = Type.Object(
  {
    format: choice(RESULT_FORMATS, 'jpeg', 'The format of the result.'),
    quality: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 85,
      description: 'For JPEG, WebP and AVIF: smaller files below, finer detail above.',
    }),
    maxBytes: Type.Integer({
      minimum: 0,
      maximum: 64 * 1024 * 1024,
      default: 0,
      description:
        'For JPEG, WebP and AVIF: the best quality up to the given one whose file is not larger; 0 sets no limit.',
    }),
    effort: choice(
      ['fast', 'usual', 'small'],
      'usual',
      'small: somewhat smaller files for several times the time. fast: the other way round.',
    ),
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
);
type Params = Static<typeof PARAMS>;

export const convert = component({
  name: 'convert',
  title: 'Convert',
  sentence: 'Chooses the format, quality and largest size of the result. The last one that applies decides.',
  credits: 0,
  params: PARAMS,
  needs: [],
  encodes: ({ format, background }) => ({ format, background }),
  rule: ({ maxBytes, format, lossless }) =>
    maxBytes > 0 && (lossless || format === 'png' || format === 'tiff')
      ? 'maxBytes needs a format with a quality: jpeg, webp or avif, and not lossless'
      : undefined,
  repeats: ({ maxBytes }) => maxBytes > 0,
  encode: (image, params) =>
    params.maxBytes > 0
      ? encodeWithin(params.maxBytes, params.quality, (quality) =>
          encodeOnce(image.clone(), { ...params, quality }),
        )
      : encodeOnce(image, params),
});

const encodeOnce = (image: Sharp, params: Params): Promise<Encoded> =>
  inFormat(image, params).toBuffer({ resolveWithObject: true });

const inFormat = (image: Sharp, params: Params): Sharp => {
  const { format, quality, lossless, progressive, chroma, effort } = params;
  switch (format) {
    case 'jpeg':
      return image.jpeg({
        quality,
        progressive: progressive || effort === 'small',
        chromaSubsampling: chroma,
        // Tables made for the picture, and the scan order that packs best.
        optimiseCoding: effort !== 'fast',
        trellisQuantisation: effort === 'small',
        overshootDeringing: effort === 'small',
        optimiseScans: effort === 'small',
      });
    case 'png':
      return image.png({ progressive, compressionLevel: { fast: 2, usual: 6, small: 9 }[effort] });
    case 'webp':
      return image.webp({ quality, lossless, effort: { fast: 2, usual: 4, small: 6 }[effort] });
    case 'avif':
      // Of 9. For 12 megapixels 2 took 5 s of a core and 4 took 39 s, for files that are hardly smaller.
      return image.avif({
        quality,
        lossless,
        chromaSubsampling: lossless ? '4:4:4' : chroma,
        effort: { fast: 0, usual: 2, small: 3 }[effort],
      });
    case 'tiff':
      return image.tiff(
        effort === 'fast'
          ? { compression: 'none' }
          : { compression: effort === 'small' ? 'deflate' : 'lzw', predictor: 'horizontal' },
      );
  }
};
