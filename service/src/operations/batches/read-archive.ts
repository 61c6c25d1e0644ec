import { crc32 } from 'node:zlib';
import type { ContentHash } from '../../domain/ids.ts';
import { damaged, type ObjectStore } from '../../ports/images/object-store.ts';
import type { ReportBroken } from '../../ports/retention.ts';
import { refuseBroken } from '../retention/refuse-broken.ts';
import type { ArchivePlan } from './plan-archive.ts';
import { readScratch } from './scratch-writer.ts';
import { readRecord, type WrittenEntry } from './zip-format.ts';

type Ports = {
  objects: Pick<ObjectStore, 'readInto' | 'readStored' | 'whyUnusable'>;
  reportBroken: ReportBroken;
};
/** A part of an image. `crc32` is the expected CRC-32 of the whole image, when its bytes are to be checked. */
type ImagePart = { hash: ContentHash; start: number; length: number; crc32: number | undefined };
/** Bytes of the archive: either in memory, or a part of an image in the store. */
type Piece = { bytes: Buffer } | ImagePart;

const CHUNK_BYTES = 512 * 1024;
const HASH_BYTES = 32;

/**
 * Reads a range of the archive; `end` is inclusive. Each chunk is valid until the next one is asked for: two buffers take
 * turns, because the garbage collector would free new ones too late. When an image is missing or damaged, the operator is
 * told, and the archive breaks off before the end of that image.
 */
export async function* readArchive(
  ports: Ports,
  plan: ArchivePlan,
  range: { start: number; end: number },
): AsyncGenerator<Buffer> {
  // Read one chunk ahead, while the client takes the chunk before it.
  let ahead: Promise<Buffer> | undefined;
  for await (const { chunk } of chunksOf(ports, piecesOf(plan, range.start, range.end + 1))) {
    // A failure is thrown later, where the chunk is awaited; this only keeps Node from reporting it as
    // unhandled.
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

/**
 * Packs the pieces into chunks, so that many small files cost one write to the client. The files of a chunk
 * are read together.
 */
async function* chunksOf(
  ports: Ports,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<{ chunk: Promise<Buffer> }> {
  const buffers = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)] as const;
  let chunk: Buffer = buffers[0];
  let filled = 0;
  let reads: Read[] = [];
  const reportIfBroken = brokenReporter(ports);
  let lastChunk: Promise<unknown> = Promise.resolve();
  const finishChunk = (full: Buffer, pending: Read[]) => {
    const previousChunk = lastChunk;
    const chunk = (async () => {
      await Promise.all(pending.map(({ done }) => done));
      // The checksum of a large image continues from chunk to chunk, so the chunks are added in order.
      await previousChunk;
      const wrong = pending.find(hasWrongChecksum)?.piece;
      if (wrong)
        await reportIfBroken(
          wrong,
          Promise.reject(
            damaged(
              `The object ${wrong.hash} in the image store has a wrong CRC-32. Run "darkroom scrub --mend".`,
            ),
          ),
        );
      return full;
    })();
    lastChunk = chunk;
    return chunk;
  };
  for await (const piece of pieces) {
    const sum = { crc32: 0 };
    const length = 'bytes' in piece ? piece.bytes.length : piece.length;
    for (let done = 0; done < length; ) {
      const part = Math.min(length - done, CHUNK_BYTES - filled);
      if ('bytes' in piece) piece.bytes.copy(chunk, filled, done, done + part);
      else {
        const bytes = chunk.subarray(filled, filled + part);
        const read = reportIfBroken(piece, ports.objects.readInto(piece.hash, piece.start + done, bytes));
        // A failure is thrown later, where the chunk is finished; this only keeps Node from reporting it as
        // unhandled.
        read.catch(() => {});
        reads.push({ piece, bytes, sum, isLast: done + part === length, done: read });
      }
      done += part;
      filled += part;
      if (filled < CHUNK_BYTES) continue;
      yield { chunk: finishChunk(chunk, reads) };
      chunk = chunk === buffers[0] ? buffers[1] : buffers[0];
      filled = 0;
      reads = [];
    }
  }
  if (filled > 0) yield { chunk: finishChunk(chunk.subarray(0, filled), reads) };
}

type Read = { piece: ImagePart; bytes: Buffer; sum: { crc32: number }; isLast: boolean; done: Promise<void> };

type ReportIfBroken = (piece: ImagePart, read: Promise<void>) => Promise<void>;

/**
 * Turns a failed read into a refusal that says what is wrong with the object. All parts of an image share one check, so the
 * operator is told once.
 */
const brokenReporter = (ports: Ports): ReportIfBroken => {
  const checks = new Map<ContentHash, Promise<void>>();
  return ({ hash }, read) =>
    read.catch(async (error) => {
      const check = checks.get(hash) ?? refuseBroken(ports, [hash], error);
      checks.set(hash, check);
      await check;
      throw error;
    });
};

/** Adds the bytes to the image's checksum. True when the image is complete and its checksum is wrong. */
const hasWrongChecksum = ({ piece, bytes, sum, isLast }: Read): boolean => {
  if (piece.crc32 === undefined) return false;
  sum.crc32 = crc32(bytes, sum.crc32);
  return isLast && sum.crc32 !== piece.crc32;
};

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
      if (hash) yield { hash, start: from, length, crc32: length === entry.size ? entry.crc32 : undefined };
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

/** The entries in their order in the archive: the images with their hashes, then the manifest, which has no hash. */
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
