import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ContentHash } from '../domain/ids.ts';

/** Bytes by the SHA-256 of themselves. What was kept never changes. */
export type ObjectStore = {
  /** The path of a new draft on the store's own disk, where nothing is yet; to be filled and then kept or discarded. */
  draft(): Promise<string>;
  /** Creates the file of a draft for the service to write and for lanes to read. A lane creates its own. */
  create(draft: string): Promise<FileHandle>;
  /** What a lane has written. */
  readDraft(draft: string): Promise<Buffer>;
  /** Makes a draft durable under its hash. When this returns, a power cut cannot take it back. */
  keep(draft: string, hash: ContentHash): Promise<void>;
  discard(draft: string): Promise<void>;
  /** A local file with these bytes, for a lane to read. */
  path(hash: ContentHash): Promise<string>;
  has(hash: ContentHash): Promise<boolean>;
  /** All at once where that is cheap. `end` is inclusive, as in an HTTP range. */
  read(hash: ContentHash, range: { start: number; end: number }): Buffer | Readable;
  /** Throws an `unavailable` refusal when there is no room for another picture. */
  checkRoom(): Promise<void>;
};
