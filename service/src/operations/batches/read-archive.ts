import type { ContentHash } from '../../domain/ids.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { ArchivePlan } from './build-archive.ts';
import { readScratch } from './scratch-writer.ts';
import { readRecord, type WrittenEntry } from './zip-format.ts';

type Reader = Pick<ObjectStore, 'readInto'>;
/** Bytes of the archive: at hand, or a part of an image. */
type Piece = { bytes: Buffer } | { hash: ContentHash; start: number; length: number };

const CHUNK_BYTES = 512 * 1024;
const HASH_BYTES = 32;

/** Reads a range of the archive; `end` is inclusive. */
export async function* readArchive(
  objects: Reader,
  plan: ArchivePlan,
  range: { start: number; end: number },
): AsyncGenerator<Buffer> {
  // The next chunk is read while the client takes this one.
  let ahead: Promise<Buffer> | undefined;
  for await (const { chunk } of chunksOf(objects, piecesOf(plan, range.start, range.end + 1))) {
    // A failure is reported when the chunk is awaited.
    chunk.catch(() => {});
    if (ahead) yield await ahead;
    ahead = chunk;
  }
  if (ahead) yield await ahead;
}

/** Reads a range of the manifest; `end` is inclusive. */
export const readManifest = (
  { manifest }: ArchivePlan,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> => readScratch(manifest, start, end + 1);

/** Packs the pieces into chunks: many small files cost one write to the client. The files of a chunk are read together. */
async function* chunksOf(
  objects: Reader,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<{ chunk: Promise<Buffer> }> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  let reads: Promise<void>[] = [];
  const take = async (full: Buffer, pending: Promise<void>[]) => {
    await Promise.all(pending);
    return full;
  };
  for await (const piece of pieces) {
    const length = 'bytes' in piece ? piece.bytes.length : piece.length;
    for (let done = 0; done < length; ) {
      const part = Math.min(length - done, CHUNK_BYTES - filled);
      if ('bytes' in piece) piece.bytes.copy(chunk, filled, done, done + part);
      else
        reads.push(objects.readInto(piece.hash, piece.start + done, chunk.subarray(filled, filled + part)));
      done += part;
      filled += part;
      if (filled < CHUNK_BYTES) continue;
      yield { chunk: take(chunk, reads) };
      chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      filled = 0;
      reads = [];
    }
  }
  if (filled > 0) yield { chunk: take(chunk.subarray(0, filled), reads) };
}

/** The pieces of the archive between two positions; `end` is exclusive. */
async function* piecesOf(plan: ArchivePlan, start: number, end: number): AsyncGenerator<Piece> {
  const within = (at: number, length: number) => at < end && at + length > start;
  const cut = (at: number, bytes: Buffer): Piece => ({
    bytes: bytes.subarray(Math.max(0, start - at), Math.min(bytes.length, end - at)),
  });
  if (start < plan.directoryAt)
    for await (const { entry, hash } of entriesOf(plan)) {
      if (entry.offset >= end) break;
      const dataAt = entry.offset + entry.localHeader.length;
      if (within(entry.offset, entry.localHeader.length)) yield cut(entry.offset, entry.localHeader);
      if (!within(dataAt, entry.size)) continue;
      const from = Math.max(0, start - dataAt);
      const length = Math.min(entry.size, end - dataAt) - from;
      if (hash) yield { hash, start: from, length };
      else for await (const bytes of readScratch(plan.manifest, from, from + length)) yield { bytes };
    }
  const { directory, directoryAt, directoryBytes } = plan;
  if (within(directoryAt, directoryBytes)) {
    const [from, to] = [Math.max(0, start - directoryAt), Math.min(directoryBytes, end - directoryAt)];
    for await (const bytes of readScratch(directory, from, to)) yield { bytes };
  }
  const endAt = directoryAt + directoryBytes;
  if (within(endAt, plan.end.length)) yield cut(endAt, plan.end);
}

/** The entries in their order: the images with their hashes, then the manifest without one. */
async function* entriesOf(
  plan: ArchivePlan,
): AsyncGenerator<{ entry: WrittenEntry; hash: ContentHash | undefined }> {
  const hashes = hashesOf(plan);
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of readScratch(plan.directory, 0, plan.directoryBytes)) {
    const records = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    let at = 0;
    for (let entry = readRecord(records, at); entry; entry = readRecord(records, at)) {
      const { value, done } = await hashes.next();
      yield { entry, hash: done ? undefined : value };
      at += entry.recordBytes;
    }
    rest = records.subarray(at);
  }
}

async function* hashesOf({ hashes, images }: ArchivePlan): AsyncGenerator<ContentHash> {
  for await (const part of readScratch(hashes, 0, images * HASH_BYTES))
    for (let at = 0; at < part.length; at += HASH_BYTES)
      yield part.toString('hex', at, at + HASH_BYTES) as ContentHash;
}
