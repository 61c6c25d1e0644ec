import type { Sharp } from 'sharp';
import type { MetadataContext } from '../definition/component.ts';
import { sharp } from '../files/sharp-setup.ts';
import { IPTC_FIELDS, iptcSegment } from './iptc-segment.ts';
import { RIGHTS_FIELDS, type Rights, rightsAsExif } from './rights.ts';

/** A JPEG segment holds 65,533 bytes; this limit leaves space for EXIF fields that libvips adds. */
const MOST_SEGMENT_BYTES = 65_000;
const EXIF = Buffer.from('Exif\0\0', 'latin1');

/**
 * Adds the EXIF and IPTC metadata of the main input to the image. libvips only writes metadata that the first input of
 * a pipeline had. Therefore the first input is a tiny JPEG with that metadata, and the image is composited over it.
 */
export const carryMetadata = async (
  image: Sharp,
  rights: Rights,
  context: MetadataContext,
): Promise<Sharp> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const dot = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000000' } })
    .jpeg()
    .toBuffer();
  const segments = await segmentsFor(rights, context);
  const carrier = sharp(Buffer.concat([dot.subarray(0, 2), ...segments, dot.subarray(2)]), {
    // Resets the orientation in the metadata, because the pixels are already upright.
    autoOrient: true,
  })
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .composite([{ input: data, raw: { width, height, channels }, blend: channels === 4 ? 'source' : 'over' }])
    .keepMetadata();
  return channels === 4 ? carrier : carrier.removeAlpha();
};

/** The JPEG segments with EXIF and IPTC, as far as the format of the result can hold them. */
const segmentsFor = async (
  rights: Rights,
  { metadata, format, warn }: MetadataContext,
): Promise<Buffer[]> => {
  const { exif, iptc } = await metadata();
  const segments: Buffer[] = [];
  const add = (kind: string, marker: number, part: Buffer, text = '') => {
    if (part.length + Buffer.byteLength(text) > MOST_SEGMENT_BYTES)
      return warn(`The ${kind} metadata is larger than ${MOST_SEGMENT_BYTES / 1000} kB and was left out.`);
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(part.length + 2, 2);
    segments.push(head, part);
  };
  if (exif && format === 'tiff')
    warn('TIFF files are written without EXIF, so the EXIF metadata of the input was left out.');
  else if (exif) {
    const whole = exif.subarray(0, 4).equals(EXIF.subarray(0, 4)) ? exif : Buffer.concat([EXIF, exif]);
    add('EXIF', 0xe1, whole, Object.values(rightsAsExif(rights)).join());
  }
  const replaced = RIGHTS_FIELDS.filter((field) => rights[field]).map((field) => IPTC_FIELDS[field]);
  const segment = iptc && iptcSegment(iptc, new Set(replaced));
  if (segment && format !== 'jpeg')
    warn('Only JPEG files are written with the older IPTC metadata (IIM), so it was left out.');
  else if (segment) add('IPTC', 0xed, segment);
  return segments;
};
