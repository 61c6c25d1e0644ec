import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Reads the first bytes of a file, at most `most`. `whole` says that this is the entire file. */
export const readStart = (path: string, most: number): { bytes: Buffer; whole: boolean } => {
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const bytes = Buffer.allocUnsafe(Math.min(size, most));
    const length = readSync(file, bytes, 0, bytes.length, 0);
    return { bytes: bytes.subarray(0, length), whole: length === size };
  } finally {
    closeSync(file);
  }
};
