import type { Sharp } from 'sharp';
import type { Notes } from './component.ts';
import { sharp } from './sharp-setup.ts';

/** Segments of a JPEG hold at most this much. */
const MOST_BYTES = 65_533;
const EXIF = Buffer.from('Exif\0\0', 'latin1');
const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

/**
 * The picture with notes from elsewhere. libvips writes only what its first input had,
 * so that input becomes a dot that carries the notes, with the picture laid over it.
 */
export const carryNotes = async (image: Sharp, notes: Notes): Promise<Sharp> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const dot = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000000' } })
    .jpeg()
    .toBuffer();
  const carrier = sharp(Buffer.concat([dot.subarray(0, 2), ...segmentsOf(notes), dot.subarray(2)]), {
    // The picture stands upright already.
    autoOrient: false,
  })
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .composite([{ input: data, raw: { width, height, channels }, blend: channels === 4 ? 'source' : 'over' }])
    .keepExif()
    .keepXmp()
    .withMetadata({ orientation: 1 });
  return channels === 4 ? carrier : carrier.removeAlpha();
};

const segmentsOf = ({ exif, xmp }: Notes): Buffer[] => {
  const parts = [
    ...(exif ? [exif.subarray(0, 4).toString('latin1') === 'Exif' ? exif : Buffer.concat([EXIF, exif])] : []),
    ...(xmp ? [Buffer.concat([XMP, xmp])] : []),
  ];
  return parts
    .filter((part) => part.length <= MOST_BYTES)
    .map((part) => {
      const head = Buffer.from([0xff, 0xe1, 0, 0]);
      head.writeUInt16BE(part.length + 2, 2);
      return Buffer.concat([head, part]);
    });
};
