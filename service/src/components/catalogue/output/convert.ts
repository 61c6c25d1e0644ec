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
      description: 'For JPEG, WebP and AVIF: a lower quality gives smaller files, a higher one finer detail.',
    }),
    maxBytes: Type.Integer({
      minimum: 0,
      maximum: 64 * 1024 * 1024,
      default: 0,
      description:
        'For JPEG, WebP and AVIF: the maximum size of the file in bytes. The quality is lowered as far as needed; 0 for no limit.',
    }),
    effort: choice(
      ['fast', 'usual', 'small'],
      'usual',
      'small: somewhat smaller files that take several times as long. fast: larger files in less time.',
    ),
    lossless: Type.Boolean({
      default: false,
      description: 'For WebP and AVIF: keep every pixel exactly.',
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
    background: colour('The colour of transparent parts if the format has no transparency (JPEG).'),
  },
  { additionalProperties: false },
);
type Params = Static<typeof PARAMS>;

/**
 * These encoders hold the whole image and their working data in memory. Measured: 22 bytes for each pixel of an AVIF,
 * up to 36 with transparency, 4:4:4 or lossless, and 23 for a lossless WebP, in addition to the pixels of the step
 * before. These limits keep the memory below 900 MB.
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
 * Optimised JPEG coding tables need the whole image in memory, 6 bytes for each pixel: an image of 12 megapixels
 * enlarged to twice its width and height took 397 MB instead of 112 MB.
 */
const MOST_PIXELS_WITH_OWN_TABLES = 24_000_000;

export const convert = component({
  name: 'convert',
  title: 'Convert',
  sentence:
    'Sets the format, quality and maximum size of the result file. If several convert steps apply, the last one decides. ' +
    `AVIF is limited to ${MOST_MEGAPIXELS.avif} megapixels, or ${MOST_MEGAPIXELS.fullAvif} if it is lossless, has ` +
    `transparency or uses 4:4:4; lossless WebP is limited to ${MOST_MEGAPIXELS.losslessWebp}.`,
  credits: 0,
  params: PARAMS,
  inputParams: [],
  encodes: ({ format, background }) => ({ format, background }),
  rule: ({ maxBytes, format, lossless, background }) => {
    if (maxBytes > 0 && (lossless || format === 'png' || format === 'tiff'))
      return 'maxBytes needs a format with a quality: jpeg, webp or avif, and not lossless';
    if (format === 'jpeg' && !isOpaque(background))
      return 'background must be opaque, such as #ffffff: JPEG has no transparency. Choose png, webp or avif to keep it';
    return undefined;
  },
  encodesRepeatedly: ({ maxBytes }) => maxBytes > 0,
  mostPixels,
  separatesAlpha: ({ format, lossless }) => format === 'webp' && !lossless,
  encode: async (image, params, { size, alpha }) => {
    const chunk = alpha && encodeAlpha(alpha);
    // Every encoding uses the same pipeline, because a clone would hold a copy of the pixels.
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
        // optimiseCoding: Huffman tables made for this image. optimiseScans: the scans that give the smallest file.
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
      // libvips accepts efforts up to 9. For 12 megapixels, effort 2 took 5 s of CPU time, and effort 4 took 39 s for
      // a hardly smaller file.
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
