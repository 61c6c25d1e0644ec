import type { Size } from '../definition/component.ts';

const SOI = 0xffd8;
const FIRST_SOF = 0xc0;
const LAST_SOF = 0xcf;
// DHT, JPG and DAC have numbers among the frame markers but are not frames.
const NOT_A_FRAME = new Set([0xc4, 0xc8, 0xcc]);

const APP1 = 0xe1;

/**
 * The size before rotation. `hasApp1`: there is an APP1 segment, whose EXIF may say that the image is to be rotated.
 */
type StoredSize = Size & { hasApp1: boolean };

/**
 * Reads the size of an 8-bit JPEG with three colour components, the common case, from the first bytes of the file.
 * Returns undefined for any other file, and when the size comes after these bytes. Asking the decoder instead takes
 * 0.3 ms, a fifth of the time for a small image.
 */
export const plainJpegSize = (bytes: Buffer): StoredSize | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== SOI) return undefined;
  let hasApp1 = false;
  let at = 2;
  while (at + 10 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= FIRST_SOF && marker <= LAST_SOF && !NOT_A_FRAME.has(marker)) {
      const precision = bytes[at + 4];
      const components = bytes[at + 9];
      if (precision !== 8 || components !== 3) return undefined;
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), hasApp1 };
    }
    hasApp1 ||= marker === APP1;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
};
