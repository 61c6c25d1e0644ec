import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ContentHash } from '../../domain/ids.ts';

/** The code of the error for an object whose bytes do not match its hash. */
export const DAMAGED = 'DAMAGED';

/** Makes the error for an object whose bytes do not match its hash. */
export const damaged = (message: string): Error => Object.assign(new Error(message), { code: DAMAGED });

type ByteRange = { start: number; end: number };

/** A content-addressed store: each object is found by its SHA-256. A stored object never changes. */
export type ObjectStore = {
  /** The unused path of a new draft on the store's disk. The caller writes the file, then keeps or discards it. */
  draft(): Promise<string>;
  /** Creates the file of a draft for the service to write and for lanes to read. A lane creates its own. */
  create(draft: string): Promise<FileHandle>;
  /** Reads a draft that a lane has written. */
  readDraft(draft: string): Promise<Buffer>;
  /** Makes a draft durable under its hash: when this returns, the object survives a power cut. The draft stays. */
  keep(draft: string, hash: ContentHash): Promise<void>;
  discard(draft: string): Promise<void>;
  /** The path of a local file with this content, for a lane to read. */
  path(hash: ContentHash): Promise<string>;
  has(hash: ContentHash): Promise<boolean>;
  /** A buffer where the range is small enough, otherwise a stream. `end` is inclusive, as in an HTTP range. */
  read(hash: ContentHash, range: ByteRange): Buffer | Readable;
  /** Reads like `read`, but never from a copy on this machine: for checks of the store itself. */
  readStored(hash: ContentHash, range: ByteRange): Buffer | Readable;
  /**
   * An address from which anyone can download the object for a minute, as a file with this name. Absent when
   * the store cannot give such addresses.
   */
  presign?(hash: ContentHash, file: { name: string; contentType: string }): Promise<string>;
  /** Fills the buffer with the content from this position on. */
  readInto(hash: ContentHash, start: number, buffer: Buffer): Promise<void>;
  /** Deletes an object and its local copies. A missing object counts as deleted. */
  remove(hash: ContentHash): Promise<void>;
  /** Deletes this machine's copies of an object that another process has deleted. */
  dropCopies(hash: ContentHash): Promise<void>;
  /** The hashes of all objects of the store, in parts, in no particular order. */
  list(): AsyncIterable<ContentHash[]>;
  /** Stores a small text beside the objects, durably, under a name of letters, digits and dashes. */
  writeNote(name: string, text: string): Promise<void>;
  /** All notes. */
  readNotes(): Promise<string[]>;
  /**
   * Opens an empty file without a name, for data that is too large for memory. The file is deleted when it is
   * closed.
   */
  scratch(): Promise<FileHandle>;
  /** Throws an `unavailable` refusal when the store has no room for another image, or cannot be reached. */
  checkRoom(): Promise<void>;
  /** The reason why this process cannot use the store, in a sentence for the operator; undefined when it can. */
  whyUnusable(): Promise<string | undefined>;
};
