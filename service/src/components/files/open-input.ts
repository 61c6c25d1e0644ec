import type { Metadata } from 'sharp';
import type { ImageFormat, ImageLimits } from '../../domain/images/image-formats.ts';
import { uprightBy } from '../../domain/images/transform.ts';
import type { EmbeddedMetadata } from '../definition/component.ts';
import { reasonOf, StepsFailure } from '../steps/steps-failure.ts';
import { excessOf } from './bounds/excess-of.ts';
import { plainJpegSize } from './plain-jpeg-size.ts';
import { readStart } from './read-start.ts';
import { sharp } from './sharp-setup.ts';
import { notAnImage, unsupportedFormat } from './unsupported-format.ts';
import { freshImage, type WorkingImage } from './working-image.ts';

/** Files up to this size are read once and decoded from memory, because libvips opens a file several times. */
const SMALL_FILE_BYTES = 64 * 1024;

/** The format of a file by its decoder's metadata. AVIF is told apart from other HEIF files by its compression. */
export const formatOf = ({ format, compression }: Pick<Metadata, 'format' | 'compression'>): ImageFormat =>
  format === 'heif' && compression === 'av1' ? 'avif' : (format as ImageFormat);

/** Opens an input as a pipeline that turns it upright and converts it to 8-bit sRGB. Nothing is decoded yet. */
export const openInput = async (path: string, limits: ImageLimits): Promise<WorkingImage> => {
  const { bytes, whole } = readStart(path, SMALL_FILE_BYTES);
  if (bytes.length === 0)
    throw new StepsFailure('input_unreadable', 'The file is empty. Send the image again.');
  const unsupported = unsupportedFormat(bytes);
  if (unsupported) throw new StepsFailure('input_unreadable', unsupported);
  const image = sharp(whole ? bytes : path, {
    autoOrient: true,
    // Camera files often cause harmless warnings, so only missing or broken data is an error.
    failOn: 'error',
    limitInputPixels: limits.maxPixels,
  });
  const header = once(() => readHeader(image, bytes, limits));
  const size = async () => {
    const { width, height, autoOrient } = await header();
    return { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
  };
  const upright = async () => {
    const metadata = await header();
    return uprightBy(metadata.orientation, metadata);
  };
  const stored = plainJpegSize(bytes);
  if (stored) {
    const approximateSize = stored.hasApp1 ? size : async () => stored;
    return freshImage({ image, hasAlpha: false, format: 'jpeg', size, approximateSize, upright });
  }

  const excess = excessOf(path);
  if (excess) throw new StepsFailure('input_unreadable', excess);
  const metadata = await header();
  // 16-bit, gray and Lab images would keep their own colour space up to the end, which changes the colours of
  // backgrounds. An 8-bit gray or CMYK image with an embedded profile is converted by that profile instead, which is
  // more exact.
  const arrivesInSrgb =
    metadata.space === 'srgb' ||
    metadata.space === 'cmyk' ||
    (metadata.space === 'b-w' && metadata.depth === 'uchar' && metadata.hasProfile);
  if (!arrivesInSrgb) image.pipelineColourspace('srgb');
  return freshImage({
    image,
    hasAlpha: metadata.hasAlpha ?? false,
    format: formatOf(metadata),
    size,
    upright,
    warnings: warningsOf(metadata),
  });
};

const warningsOf = ({ pages = 1, depth }: Metadata): string[] => [
  ...(pages > 1 ? [`The file has ${pages} frames or pages. Only the first is used.`] : []),
  ...(depth !== undefined && depth !== 'uchar' && depth !== 'char'
    ? ['The file has more than 8 bits a channel. It is processed with 8 bits.']
    : []),
];

const readHeader = async (
  image: WorkingImage['image'],
  start: Buffer,
  limits: ImageLimits,
): Promise<Metadata> => {
  const metadata = await image.metadata().catch((error) => {
    if (/unsupported image format/.test(String(error)))
      throw new StepsFailure('input_unreadable', notAnImage(start), null, error);
    throw unreadable(error);
  });
  if (metadata.format === 'heif' && metadata.width * metadata.height > limits.maxHeifPixels)
    throw new StepsFailure(
      'input_unreadable',
      `The image has more than ${limits.maxHeifPixels} pixels. Send a smaller one, or send it as JPEG.`,
    );
  return metadata;
};

/** Reads the embedded metadata of a file (EXIF, XMP, IPTC, colour profile) as raw bytes. */
export const readEmbeddedMetadata = async (path: string): Promise<EmbeddedMetadata> => {
  const { exif, xmp, iptc, icc } = await sharp(path, { failOn: 'error' }).metadata();
  return { ...(exif && { exif }), ...(xmp && { xmp }), ...(iptc && { iptc }), ...(icc && { icc }) };
};

export const unreadable = (error: unknown, input = 'default'): StepsFailure =>
  new StepsFailure(
    'input_unreadable',
    `The ${input === 'default' ? 'image' : `image given as input ${input}`} cannot be read (${reasonOf(error)}). ` +
      'Check that it opens in an image viewer, and send it again.',
    null,
    error,
  );

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
