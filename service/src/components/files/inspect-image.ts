import { stat } from 'node:fs/promises';
import { Refusal } from '../../domain/errors.ts';
import { FILE_FORMATS, type ImageFacts, type ImageLimits } from '../../domain/images/image-formats.ts';
import type { CubeTable } from '../../pixels/colour/cube-file.ts';
import { reasonOf } from '../steps/steps-failure.ts';
import { excessOf } from './bounds/excess-of.ts';
import { formatOf } from './open-input.ts';
import { openTable } from './open-table.ts';
import { readStart } from './read-start.ts';
import { sharp } from './sharp-setup.ts';
import { notAnImage, SIGNATURE_BYTES, unsupportedFormat } from './unsupported-format.ts';

const refuse = (message: string, cause?: unknown) => new Refusal('unprocessable_image', message, { cause });

/** Reads the format and the size from the header of a file. Refuses files that the service does not accept. */
export const inspectImage = async (path: string, limits: ImageLimits): Promise<ImageFacts> => {
  const bytes = (await stat(path)).size;
  if (bytes === 0) throw refuse('The file is empty. Check it and send it again.');
  if (bytes > limits.maxBytes)
    throw refuse(
      `The file has ${bytes} bytes; at most ${limits.maxBytes} are accepted. Send a smaller file.`,
    );
  const start = readStart(path, SIGNATURE_BYTES).bytes;
  const unsupported = unsupportedFormat(start);
  if (unsupported) throw refuse(unsupported);
  const excess = excessOf(path);
  if (excess) throw refuse(excess);

  // The limit on pixels is checked below, where the message can name the size of the image and the limit.
  const image = sharp(path, { limitInputPixels: false, failOn: 'error' });
  const metadata = await image.metadata().catch((error) => {
    if (/unsupported image format/.test(String(error))) return undefined;
    throw refuse(
      `The header of the image is broken (${reasonOf(error)}). Save it again with an image editor and send the new file.`,
      error,
    );
  });
  if (!metadata) return { ...inspectTable(path, start), bytes };
  const format = formatOf(metadata);
  const { width, height } = metadata.autoOrient ?? metadata;
  const maxPixels = metadata.format === 'heif' ? limits.maxHeifPixels : limits.maxPixels;
  if (width * height > maxPixels)
    throw refuse(
      `The image has ${width} x ${height} pixels; at most ${maxPixels} are accepted${
        metadata.format === 'heif' ? ' in this format' : ''
      }. Send a smaller image.`,
    );
  if (format === 'heif') await checkDecodes(path);
  return { format, contentType: FILE_FORMATS[format].contentType, width, height, bytes };
};

const inspectTable = (path: string, start: Buffer): Omit<ImageFacts, 'bytes'> => {
  let table: CubeTable | undefined;
  try {
    table = openTable(path);
  } catch (error) {
    throw refuse(
      `The colour table cannot be used: ${reasonOf(error)}. Correct the .cube file and send it again.`,
      error,
    );
  }
  if (!table) throw refuse(notAnImage(start));
  const { contentType } = FILE_FORMATS.cube;
  return { format: 'cube', contentType, width: table.size, height: table.size };
};

/** Decodes the file once, because only decoding shows whether the installed libvips can decode HEVC. */
const checkDecodes = async (path: string): Promise<void> => {
  await sharp(path, { failOn: 'error' })
    .resize(1, 1)
    .raw()
    .toBuffer()
    .catch((error) => {
      throw refuse(
        'This server cannot read HEIC images with HEVC coding. Export the image as JPEG and send that.',
        error,
      );
    });
};
