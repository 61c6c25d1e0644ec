import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import type { ImageLimits } from '../../src/domain/images/image-formats.ts';

export const LIMITS: ImageLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxPixels: 100_000_000,
  maxHeifPixels: 50_000_000,
};

export const SAMPLES = join(import.meta.dirname, '../../samples');

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder for files that are deleted when the process ends. */
export const openFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-pixels-'));
  folders.push(folder);
  let files = 0;
  const paths = new WeakMap<Buffer, string>();
  /** The path of a new file, which is written only when bytes are given. */
  const file = (bytes?: Buffer | string): string => {
    files += 1;
    const path = join(folder, `file-${files}`);
    if (bytes !== undefined) writeFileSync(path, bytes);
    return path;
  };
  return {
    file,
    /** The path of a file with these bytes. Each buffer is written once, so the file must only be read. */
    input: (bytes: Buffer): string => {
      const path = paths.get(bytes) ?? file(bytes);
      paths.set(bytes, path);
      return path;
    },
  };
};

export type Rgb = [number, number, number];

export const plain = (width: number, height: number, [r, g, b]: Rgb, alpha = 1) =>
  sharp({ create: { width, height, channels: alpha < 1 ? 4 : 3, background: { r, g, b, alpha } } });

/** Left half one colour, right half another, so that mirrored and rotated images differ. */
export const halves = (width: number, height: number, left: Rgb, right: Rgb) => {
  const rows = Buffer.alloc(width * height * 3);
  for (let at = 0; at < rows.length; at += 3) rows.set((at / 3) % width < width / 2 ? left : right, at);
  return sharp(rows, { raw: { width, height, channels: 3 } });
};

/** An image of noise, which every encoder compresses badly and slowly. */
export const noisy = (width: number, height: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000000', noise } });
};

export const pixelAt = async (path: string, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + info.channels)];
};

/** A small PNG whose header says that it has these dimensions, but whose data ends early. */
export const pngBomb = (width: number, height: number, channels: 3 | 4 = 3): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 4 ? 6 : 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1024 * 1024));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A PNG with these additional chunks before its pixels. */
export const pngWith = async (...chunks: Buffer[]): Promise<Buffer> => {
  const png = await plain(40, 30, [9, 9, 9]).png().toBuffer();
  const pixelsAt = png.indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, pixelsAt), ...chunks, png.subarray(pixelsAt)]);
};

/** A chunk of a PNG with compressed text. Decompressed, the text has this many bytes. */
export const pngText = (bytes: number): Buffer =>
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(bytes, 'a'))]));

export const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};
