import { IMAGE_FORMATS, type ImageFormat } from '../../domain/images/image-formats.ts';
import { sharp } from './sharp-setup.ts';

/** The number of bytes that is enough for every signature below. */
export const SIGNATURE_BYTES = 4096;

/** False for the libvips that comes with sharp: it has no HEVC decoder and lists only .avif here. */
const DECODES_HEIC = sharp.format.heif.input.fileSuffix?.includes('.heic') ?? false;

// Each pattern is anchored with ^, so that it is tried only at the start. With the flag "s" a dot matches any byte.
const SIGNATURES: readonly (readonly [name: string, signature: RegExp])[] = [
  ['BMP', /^BM.{4}\0{4}/s],
  ['Photoshop (PSD)', /^8BPS/],
  ['PDF', /^%PDF-/],
  ['EPS', /^(?:%!PS|\xc5\xd0\xd3\xc6)/],
  ['ICO', /^\0\0[\x01\x02]\0/],
  ['JPEG XL', /^(?:\xff\x0a|\0{3}\x0cJXL )/],
  ['JPEG 2000', /^(?:\xff\x4f\xff\x51|\0{3}\x0cjP )/],
  ['OpenEXR', /^v\/1\x01/],
  ['Radiance HDR', /^#\?(?:RADIANCE|RGBE)/],
  ['PNM', /^P[1-7]\s/],
  ['A raw camera file (CR2)', /^II\*\0.{4}CR\x02/s],
  ['A raw camera file (CR3)', /^.{4}ftypcrx /s],
  ['A raw camera file (RAF)', /^FUJIFILMCCD-RAW/],
  ['A raw camera file (ORF)', /^IIR[OS]/],
  ['A raw camera file (RW2)', /^IIU\0/],
  ['Video', /^.{4}(?:ftyp(?:isom|iso\d|mp4|avc1|qt {2}|M4V|3g[2p]|dash|MSNV)|moov|mdat|wide)/s],
  ['Video', /^(?:\x1aE\xdf\xa3|RIFF.{4}AVI )/s],
  ['A ZIP archive', /^PK(?:\x03\x04|\x05\x06)/],
  ['A gzip archive', /^\x1f\x8b/],
  ['HTML', /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)/i],
  ['SVG', /^(?:\xef\xbb\xbf)?\s*(?=<).*?<svg[\s>]/is],
  ...(DECODES_HEIC ? [] : [['HEIC', /^.{4}ftyphe(?:i[cmsx]|v[cx])/s] as const]),
];

const ACCEPTED = /^(?:\xff\xd8|\x89PNG|GIF8|RIFF.{4}WEBP|II[*+]\0|MM\0[*+]|.{4}ftyp)/s;

const SEND = `send ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  Object.entries(IMAGE_FORMATS)
    .filter(([format]) => DECODES_HEIC || (format as ImageFormat) !== 'heif')
    .map(([, { name }]) => name),
)}.`;

const BROKEN = 'The image is broken or cut short. Check that it opens in an image viewer, and send it again.';

/**
 * Explains the decoder's error "unsupported image format". The decoder gives it for files that are not images, and also
 * for files in an accepted format that are cut short.
 */
export const notAnImage = (start: Buffer): string =>
  ACCEPTED.test(start.toString('latin1', 0, 16))
    ? BROKEN
    : `This file is not an image in a supported format; ${SEND}`;

/** Returns a sentence that names the format of the file if it is a known format that is not accepted. */
export const unsupportedFormat = (start: Buffer): string | undefined => {
  const text = start.toString('latin1', 0, SIGNATURE_BYTES);
  const name = SIGNATURES.find(([, signature]) => signature.test(text))?.[0] ?? rawTiff(start);
  return name && `${name} is not supported; ${SEND}`;
};

const NEW_SUBFILE_TYPE = 254;
const SUB_IMAGES = 330;
const DNG_VERSION = 50706;

/**
 * Recognises raw camera files that are TIFF files. Their first image is a small preview, which the decoder would take
 * for the image.
 */
const rawTiff = (start: Buffer): string | undefined => {
  const tags = tiffTags(start);
  if (tags.has(DNG_VERSION)) return 'A raw camera file (DNG)';
  const isPreview = ((tags.get(NEW_SUBFILE_TYPE) ?? 0) & 1) === 1;
  return isPreview && tags.has(SUB_IMAGES) ? 'A raw camera file' : undefined;
};

/** The tags of the first image in a TIFF file with their 32-bit values, as far as these bytes contain them. */
const tiffTags = (start: Buffer): Map<number, number> => {
  const tags = new Map<number, number>();
  const mark = start.toString('latin1', 0, 4);
  if ((mark !== 'II*\0' && mark !== 'MM\0*') || start.length < 8) return tags;
  const view = new DataView(start.buffer, start.byteOffset, start.length);
  const little = mark === 'II*\0';
  const first = view.getUint32(4, little);
  if (first + 2 > start.length) return tags;
  const end = Math.min(first + 2 + 12 * view.getUint16(first, little), start.length);
  for (let at = first + 2; at + 12 <= end; at += 12)
    tags.set(view.getUint16(at, little), view.getUint32(at + 8, little));
  return tags;
};
