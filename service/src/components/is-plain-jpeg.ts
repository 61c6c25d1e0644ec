const SOI = 0xffd8;
const FIRST_SOF = 0xc0;
const LAST_SOF = 0xcf;
// DHT, JPG and DAC lie among the frame markers without being frames.
const NOT_A_FRAME = new Set([0xc4, 0xc8, 0xcc]);

/**
 * Whether the bytes open an 8-bit JPEG of three colours: the common case, in which nothing else need be known
 * before decoding. Asking the decoder for the header costs 0.3 ms, a fifth of a small picture.
 */
export const isPlainJpeg = (bytes: Buffer): boolean => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== SOI) return false;
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
      return precision === 8 && components === 3;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
};
