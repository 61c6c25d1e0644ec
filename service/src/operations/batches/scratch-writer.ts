import type { Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const BUFFERED_BYTES = 64 * 1024;

/** Appends to a scratch file in large pieces, and adds everything to the digest. */
export const openScratchWriter = (file: FileHandle, digest: Hash) => {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let bytes = 0;
  const flush = async () => {
    if (waitingBytes === 0) return;
    const all = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await file.appendFile(all);
  };
  return {
    append: async (data: Buffer): Promise<void> => {
      digest.update(data);
      waiting.push(data);
      waitingBytes += data.length;
      bytes += data.length;
      if (waitingBytes >= BUFFERED_BYTES) await flush();
    },
    flush,
    bytes: () => bytes,
  };
};

/** Reads a part of a scratch file; `end` is exclusive. */
export async function* readScratch(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const buffer = Buffer.allocUnsafe(Math.min(BUFFERED_BYTES, end - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0)
      throw new Error(
        'The temporary file of a ZIP download is shorter than what was written to it. Check the disk, then download again.',
      );
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
