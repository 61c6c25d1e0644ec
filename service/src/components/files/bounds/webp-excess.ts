import type { FileWindow } from './file-window.ts';

export const isWebpStart = (start: Buffer): boolean =>
  start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';

/**
 * The decoder's time grows with the square of the number of frames (one chunk each): 40,000 frames in 2 MB took 2.4 s.
 */
const MOST_CHUNKS = 10_000;
const FIRST_CHUNK_AT = 12;
const HEADER_BYTES = 8;

/** Returns why a WebP would take too much time before its pixels are read; undefined when it would not. */
export const webpExcess = (file: FileWindow): string | undefined => {
  let at = FIRST_CHUNK_AT;
  for (let chunks = 0; chunks <= MOST_CHUNKS; chunks += 1) {
    const header = file.read(at, HEADER_BYTES);
    if (!header) return undefined;
    const length = header.readUInt32LE(4);
    at += HEADER_BYTES + length + (length % 2);
  }
  return `The WebP has more than ${MOST_CHUNKS} frames. Save its first frame alone and send it again.`;
};
