import { inflateSync } from 'node:zlib';
import type { FileWindow } from './file-window.ts';

export const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

/** In one attack, 130 text chunks of 7 kB inflated to 1 GB before the first pixel was read. */
const MOST_INFLATED_BYTES = 8 * 1024 * 1024;
/** The largest accepted file has 8,000 chunks if its encoder writes 8 KiB in each, as most encoders do. */
const MOST_CHUNKS = 100_000;
/** The highest compression ratio that deflate can reach. */
const MOST_GROWTH = 1032;
const HEADER_BYTES = 8;
const CHECKSUM_BYTES = 4;

/** Returns why a PNG would take too much time or memory before its pixels are read; undefined when it would not. */
export const pngExcess = (file: FileWindow): string | undefined => {
  let inflatedBytes = 0;
  let chunks = 0;
  for (let at = PNG_START.length; ; ) {
    const header = file.read(at, HEADER_BYTES);
    if (!header) return undefined;
    const length = header.readUInt32BE(0);
    const type = header.toString('latin1', 4);
    // Decoders ignore the bytes after the end of the image.
    if (type === 'IEND') return undefined;
    chunks += 1;
    if (chunks > MOST_CHUNKS)
      return `The PNG has more than ${MOST_CHUNKS} chunks. Save it again with an image editor and send the new file.`;
    const deflatedIn = DEFLATED_IN[type];
    const data = deflatedIn && file.read(at + HEADER_BYTES, length);
    if (data) inflatedBytes += inflatedLength(deflatedIn(data), MOST_INFLATED_BYTES - inflatedBytes);
    if (inflatedBytes > MOST_INFLATED_BYTES)
      return 'The PNG holds more than 8 MiB of compressed text or profiles. Save it without metadata and send it again.';
    at += HEADER_BYTES + length + CHECKSUM_BYTES;
  }
};

const after = (data: Buffer, from: number): number => {
  const end = data.indexOf(0, from);
  return end < 0 ? data.length : end + 1;
};

/**
 * For each type of chunk with deflated data other than pixels: the deflated part, which follows the name and the
 * compression method.
 */
const DEFLATED_IN: Record<string, (data: Buffer) => Buffer> = {
  zTXt: (data) => data.subarray(after(data, 0) + 1),
  iCCP: (data) => data.subarray(after(data, 0) + 1),
  iTXt: (data) => {
    const flagAt = after(data, 0);
    return data[flagAt] === 1 ? data.subarray(after(data, after(data, flagAt + 2))) : Buffer.alloc(0);
  },
};

/**
 * The length of the inflated data, at most `most + 1`. For broken data, the greatest length that it could have, because
 * a decoder may inflate that much before it notices the damage.
 */
const inflatedLength = (data: Buffer, most: number): number => {
  if (data.length === 0) return 0;
  try {
    return inflateSync(data, { maxOutputLength: most + 1 }).length;
  } catch {
    return Math.min(data.length * MOST_GROWTH, most + 1);
  }
};
