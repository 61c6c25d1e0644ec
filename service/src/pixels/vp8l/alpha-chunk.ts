import type { Plane } from '../pixels.ts';

const HEADER_BYTES = 12;
const HAS_ALPHA = 0x10;

type Chunk = { name: string; data: Uint8Array };

/** Adds an ALPH chunk, as `encodeAlpha` makes it, to a lossy WebP file without transparency. */
export const withAlphaChunk = (
  file: Buffer,
  { width, height }: Pick<Plane, 'width' | 'height'>,
  alpha: Uint8Array,
): Buffer => {
  const chunks = chunksOf(file);
  const imageAt = chunks.findIndex(({ name }) => name === 'VP8 ');
  if (imageAt < 0) throw new Error('the file is not a lossy WebP: it has no VP8 chunk');
  const extended = chunks.find(({ name }) => name === 'VP8X');
  const head = Buffer.alloc(10);
  head[0] = (extended?.data[0] ?? 0) | HAS_ALPHA;
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  const before = chunks.slice(0, imageAt).filter((chunk) => chunk !== extended);
  return fileOf([
    { name: 'VP8X', data: head },
    ...before,
    { name: 'ALPH', data: alpha },
    ...chunks.slice(imageAt),
  ]);
};

const chunksOf = (file: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = HEADER_BYTES; at + 8 <= file.length; ) {
    const bytes = file.readUInt32LE(at + 4);
    chunks.push({
      name: file.toString('latin1', at, at + 4),
      data: file.subarray(at + 8, at + 8 + bytes),
    });
    // Chunks start at even offsets.
    at += 8 + bytes + (bytes % 2);
  }
  return chunks;
};

const fileOf = (chunks: Chunk[]): Buffer => {
  const parts: Uint8Array[] = [Buffer.from('WEBP', 'latin1')];
  for (const { name, data } of chunks)
    parts.push(headOf(name, data.length), data, new Uint8Array(data.length % 2));
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([headOf('RIFF', bytes), ...parts]);
};

const headOf = (name: string, bytes: number): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(bytes, 4);
  return head;
};
