import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type CubeTable, looksLikeCube, readCube } from '../../pixels/colour/cube-file.ts';

/** The largest table has 275,000 lines; this allows 60 bytes for each. */
const MOST_BYTES = 16 * 1024 * 1024;
const START_BYTES = 16 * 1024;

/** Reads the colour table in a .cube file. Returns undefined for any other file, such as an image. */
export const openTable = (path: string): CubeTable | undefined => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (!looksLikeCube(read(file, Math.min(size, START_BYTES)))) return undefined;
    if (size > MOST_BYTES) throw new Error(`it has ${size} bytes; at most ${MOST_BYTES} are accepted`);
    return readCube(read(file, size));
  } finally {
    closeSync(file);
  }
};

const read = (file: number, most: number): Buffer => {
  const bytes = Buffer.allocUnsafe(most);
  return bytes.subarray(0, readSync(file, bytes, 0, most, 0));
};
