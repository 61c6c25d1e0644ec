import type { Sharp } from 'sharp';
import { RESULT_FORMATS } from '../../../domain/images/image-formats.ts';
import { withAlphaChunk } from '../../../pixels/vp8l/alpha-chunk.ts';
import { encodeAlpha } from '../../../pixels/vp8l/encode-alpha.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { component, type Encoded, type MostPixels, type Size } from '../../definition/component.ts';
import { choice, colour, isOpaque } from '../../definition/param-kinds.ts';
import { encodeWithin } from '../../files/encode-within.ts';

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
      description: 'For JPEG and PNG: show a coarse image while it loads.',
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

/**
 * These encoders want the whole image and their notes on it at once. Measured: 22 bytes for each pixel of an AVIF,
 * up to 36 where it has more than plain colours, and 23 of a lossless WebP; the pixels of the step before are there as
 * well. So many megapixels stay below 900 MB.
 */
const MOST_MEGAPIXELS = { avif: 30, fullAvif: 20, losslessWebp: 30 };

const mostPixels = ({ format, lossless, chroma }: Params, hasAlpha: boolean): MostPixels | undefined => {
  const most = (megapixels: number, of: string) => ({ pixels: megapixels * 1e6, of });
  if (format === 'webp' && lossless) return most(MOST_MEGAPIXELS.losslessWebp, 'Lossless WebP');
  if (format !== 'avif') return undefined;
  if (lossless) return most(MOST_MEGAPIXELS.fullAvif, 'Lossless AVIF');
  if (hasAlpha) return most(MOST_MEGAPIXELS.fullAvif, 'AVIF with transparency');
  if (chroma === '4:4:4') return most(MOST_MEGAPIXELS.fullAvif, 'AVIF with 4:4:4');
  return most(MOST_MEGAPIXELS.avif, 'AVIF');
};

/**
 * For code tables of its own the whole image is held, 6 bytes for each pixel: an image of 12 megapixels that was
 * made twice as wide and high took 397 MB instead of 112.
 */
const MOST_PIXELS_WITH_OWN_TABLES = 24_000_000;

export const convert = component({
  name: 'convert',
  title: 'Convert',
  sentence:
    'Chooses the format, quality and largest size of the result. The last one that applies decides. ' +
    `AVIF is made up to ${MOST_MEGAPIXELS.avif} megapixels, and up to ${MOST_MEGAPIXELS.fullAvif} lossless, with ` +
    `transparency or with 4:4:4; lossless WebP up to ${MOST_MEGAPIXELS.losslessWebp}.`,
  credits: 0,
  params: PARAMS,
  needs: [],
  encodes: ({ format, background }) => ({ format, background }),
  rule: ({ maxBytes, format, lossless, background }) => {
    if (maxBytes > 0 && (lossless || format === 'png' || format === 'tiff'))
      return 'maxBytes needs a format with a quality: jpeg, webp or avif, and not lossless';
    if (format === 'jpeg' && !isOpaque(background))
      return 'background must be opaque, such as #ffffff: JPEG has no transparency. Choose png, webp or avif to keep it';
    return undefined;
  },
  repeats: ({ maxBytes }) => maxBytes > 0,
  mostPixels,
  partsAlpha: ({ format, lossless }) => format === 'webp' && !lossless,
  encode: async (image, params, { size, alpha }) => {
    const chunk = alpha && encodeAlpha(alpha);
    // Each time on the same pipeline: a clone of it would hold a copy of the pixels.
    const encodeOnce = async (quality: number): Promise<Encoded> => {
      const encoded = await inFormat(image, { ...params, quality }, size).toBuffer({
        resolveWithObject: true,
      });
      return chunk ? { ...encoded, data: withAlphaChunk(encoded.data, encoded.info, chunk) } : encoded;
    };
    return params.maxBytes > 0
      ? encodeWithin(params.maxBytes, params.quality, encodeOnce)
      : encodeOnce(params.quality);
  },
});

const inFormat = (image: Sharp, params: Params, size: Size): Sharp => {
  const { format, quality, lossless, progressive, chroma, effort } = params;
  switch (format) {
    case 'jpeg':
      return image.jpeg({
        quality,
        progressive: progressive || effort === 'small',
        chromaSubsampling: chroma,
        // Tables made for the image, and the scan order that packs best.
        optimiseCoding: effort !== 'fast' && size.width * size.height <= MOST_PIXELS_WITH_OWN_TABLES,
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
