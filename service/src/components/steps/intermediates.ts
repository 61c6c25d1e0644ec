import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { ImageFormat } from '../../domain/images/image-formats.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { WorkingImage } from '../files/working-image.ts';

export type Intermediates = {
  /**
   * The cache file for the image after each step, by position. Steps that lead to the same pixels have the same path.
   */
  paths: readonly string[];
  /** Images that took less time than this to make are not cached. */
  worthMs: number;
};

/** The cached image after a step, and the state that a run needs to continue from there. */
type Intermediate = {
  position: number;
  pixels: Pixels;
  /** The format of the input. */
  format: ImageFormat;
  confidence: number | undefined;
  /** The positions of the steps so far that run when the file is encoded. */
  waiting: number[];
};

type Header = Omit<Intermediate, 'position' | 'pixels'> & Pick<Pixels, 'width' | 'height' | 'channels'>;

/** Compressing a larger image would take a lane to its memory limit. */
const MAX_BYTES = 256 * 1024 ** 2;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Reads the cached image of the latest step that has one. */
export const findIntermediate = async ({ paths }: Intermediates): Promise<Intermediate | undefined> => {
  for (let position = paths.length - 1; position >= 0; position--) {
    const found = await read(paths[position]!);
    if (found) return { position, ...found };
  }
  return undefined;
};

const read = async (path: string): Promise<Omit<Intermediate, 'position'> | undefined> => {
  const file = await readFile(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const end = file.indexOf('\n');
    const { width, height, channels, ...header } = JSON.parse(file.toString('utf8', 0, end)) as Header;
    const data = await decompress(file.subarray(end + 1));
    if (data.length !== width * height * channels)
      throw new Error('the data do not have the size in the header');
    // The file time marks the last use: the least recently used files are deleted first when space is needed.
    await utimes(path, new Date(), new Date());
    return { ...header, pixels: { width, height, channels, data } };
  } catch {
    await rm(path, { force: true });
    return undefined;
  }
};

/**
 * Caches the image after a step if it took at least `worthMs` to make. A failure to write it is ignored: it is only a
 * cache.
 */
export const openIntermediateWriter = ({ paths, worthMs }: Intermediates) => {
  let since = performance.now();
  return async (
    position: number,
    { pixels, format }: WorkingImage,
    decided: Pick<Intermediate, 'confidence' | 'waiting'>,
  ): Promise<void> => {
    const path = paths[position];
    if (!path || !pixels || performance.now() - since < worthMs) return;
    const { width, height, channels, data } = pixels;
    if (data.length > MAX_BYTES) return;
    const header: Header = { format, width, height, channels, ...decided };
    const draft = join(dirname(path), `draft-${randomUUID()}`);
    try {
      const body = await compress(data, QUICKLY);
      await writeFile(draft, [Buffer.from(`${JSON.stringify(header)}\n`), body]);
      await rename(draft, path);
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
    since = performance.now();
  };
};
