import type { Sharp } from 'sharp';
import type { NotingHelp } from '../definition/component.ts';
import { sharp } from '../files/sharp-setup.ts';
import { IPTC_FIELDS, iptcSegment } from './iptc-segment.ts';
import { type Rights, rightsAsExif, WORDS } from './rights-words.ts';

/** Segments of a JPEG hold 65,533 bytes; libvips writes a few of its own into EXIF. */
const MOST_SEGMENT_BYTES = 65_000;
const EXIF = Buffer.from('Exif\0\0', 'latin1');

/**
 * The image with the EXIF and IPTC notes of the main input. libvips writes only what its first input had,
 * so that input becomes a dot that carries the notes, with the image laid over it.
 */
export const carryNotes = async (image: Sharp, rights: Rights, help: NotingHelp): Promise<Sharp> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const dot = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000000' } })
    .jpeg()
    .toBuffer();
  const segments = await segmentsFor(rights, help);
  const carrier = sharp(Buffer.concat([dot.subarray(0, 2), ...segments, dot.subarray(2)]), {
    // The image stands upright already, and so shall its notes say.
    autoOrient: true,
  })
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .composite([{ input: data, raw: { width, height, channels }, blend: channels === 4 ? 'source' : 'over' }])
    .keepMetadata();
  return channels === 4 ? carrier : carrier.removeAlpha();
};

/** EXIF and IPTC, as far as the format holds them. */
const segmentsFor = async (rights: Rights, { notes, format, warn }: NotingHelp): Promise<Buffer[]> => {
  const { exif, iptc } = await notes();
  const segments: Buffer[] = [];
  const add = (kind: string, marker: number, part: Buffer, words = '') => {
    if (part.length + Buffer.byteLength(words) > MOST_SEGMENT_BYTES)
      return warn(`The ${kind} notes are larger than ${MOST_SEGMENT_BYTES / 1000} kB and were left out.`);
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(part.length + 2, 2);
    segments.push(head, part);
  };
  if (exif && format === 'tiff')
    warn('TIFF is written without EXIF: what the camera noted there was left out.');
  else if (exif) {
    const whole = exif.subarray(0, 4).equals(EXIF.subarray(0, 4)) ? exif : Buffer.concat([EXIF, exif]);
    add('EXIF', 0xe1, whole, Object.values(rightsAsExif(rights)).join());
  }
  const replaced = WORDS.filter((word) => rights[word]).map((word) => IPTC_FIELDS[word]);
  const segment = iptc && iptcSegment(iptc, new Set(replaced));
  if (segment && format !== 'jpeg')
    warn('Only JPEG is written with IPTC notes of the old kind: they were left out.');
  else if (segment) add('IPTC', 0xed, segment);
  return segments;
};
