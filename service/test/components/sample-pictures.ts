import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { sharp } from '../../src/components/sharp-setup.ts';
import type { ImageLimits } from '../../src/domain/image-formats.ts';

export const LIMITS: ImageLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxPixels: 100_000_000,
  maxHeifPixels: 50_000_000,
};

export const SAMPLES = join(import.meta.dirname, '../../samples');

/** A folder for the files of one test file. */
export const openFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-pixels-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;
  return {
    /** A new path, with these bytes when some are given. */
    file: (bytes?: Buffer | string): string => {
      files += 1;
      const path = join(folder, `file-${files}`);
      if (bytes !== undefined) writeFileSync(path, bytes);
      return path;
    },
  };
};

export type Rgb = [number, number, number];

export const plain = (width: number, height: number, [r, g, b]: Rgb, alpha = 1) =>
  sharp({ create: { width, height, channels: alpha < 1 ? 4 : 3, background: { r, g, b, alpha } } });

/** Left half one colour, right half another, so that mirrored or turned pictures can be told apart. */
export const halves = (width: number, height: number, left: Rgb, right: Rgb) => {
  const rows = Buffer.alloc(width * height * 3);
  for (let at = 0; at < rows.length; at += 3) rows.set((at / 3) % width < width / 2 ? left : right, at);
  return sharp(rows, { raw: { width, height, channels: 3 } });
};

type Raw = { data: Buffer; info: { width: number; height: number } };

/** Numbers from 0 to 1 that are the same on every machine. */
const chance = () => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

const ofRaw = (data: Buffer, { width, height }: Raw['info']) =>
  sharp(data, { raw: { width, height, channels: 3 } });

/** The picture as a camera sees it with too little light. */
export const grainy = ({ data, info }: Raw) => {
  const random = chance();
  const levels = data.map((level) =>
    Math.max(0, Math.min(255, level + (random() + random() + random() - 1.5) * 36)),
  );
  return ofRaw(Buffer.from(levels), info);
};

/** The picture with dark and bright specks of 2 to 5 pixels. */
export const dusty = ({ data, info }: Raw, specks = 24) => {
  const random = chance();
  const levels = Buffer.from(data);
  for (let speck = 0; speck < specks; speck += 1) {
    const x = 6 + Math.floor(random() * (info.width - 12));
    const y = 6 + Math.floor(random() * (info.height - 12));
    const radius = 1 + random() * 1.5;
    const light = random() < 0.7 ? 0.65 : 1.25;
    for (let v = -3; v <= 3; v += 1)
      for (let u = -3; u <= 3; u += 1)
        if (Math.hypot(u, v) < radius)
          for (let i = 0; i < 3; i += 1) {
            const at = ((y + v) * info.width + x + u) * 3 + i;
            levels[at] = Math.min(255, levels[at]! * light);
          }
  }
  return ofRaw(levels, info);
};

/** A checkered box before a wall: level and upright edges. */
export const checkered = () => {
  const [width, height] = [240, 180];
  const levels = Buffer.alloc(width * height * 3, 225);
  for (let y = 40; y < 140; y += 1)
    for (let x = 60; x < 180; x += 1) {
      const isRed = (Math.floor(x / 20) + Math.floor(y / 20)) % 2 === 0;
      levels.set(isRed ? [180, 70, 50] : [60, 70, 90], (y * width + x) * 3);
    }
  return ofRaw(levels, { width, height });
};

/** A colour table in the form of a strip that makes pictures warmer. */
export const warmTable = (size: number) => {
  const levels = Buffer.alloc(size ** 3 * 3);
  const level = (step: number) => (step * 255) / (size - 1);
  for (let blue = 0; blue < size; blue += 1)
    for (let green = 0; green < size; green += 1)
      for (let red = 0; red < size; red += 1)
        levels.set(
          [Math.min(255, level(red) + 18), level(green), level(blue) * 0.8],
          (green * size * size + blue * size + red) * 3,
        );
  return ofRaw(levels, { width: size * size, height: size });
};

/** What no encoder can make small or quick. */
export const noisy = (width: number, height: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000000', noise } });
};

export const pixelAt = async (path: string, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + info.channels)];
};

/** A PNG of these dimensions whose few bytes end after the header's promise. */
export const pngBomb = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1024 * 1024));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};
