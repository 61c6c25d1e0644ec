import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentHash } from '../../domain/ids.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';
import type { BrokenObject, StoredObjects } from '../../ports/retention.ts';

type ScrubPorts = {
  objects: Pick<ObjectStore, 'readStored'>;
  stored: Pick<StoredObjects, 'after'>;
};
type Options = {
  bytesPerSecond: number;
  from?: string | undefined;
  most?: number | undefined;
  closing?: AbortSignal;
};

/**
 * Reads all objects that an organization refers to, at a bounded rate, and compares their SHA-256. Calls `onFound` for each
 * that is missing or damaged. Returns how many it has read, and the last one, from which a later call can go on.
 */
export const scrub = async (
  { objects, stored }: ScrubPorts,
  { bytesPerSecond, from = '', most = Number.POSITIVE_INFINITY, closing }: Options,
  onFound: (found: BrokenObject) => Promise<void>,
): Promise<{ checked: number; bytes: number; last: string }> => {
  const since = performance.now();
  let [checked, read, last] = [0, 0, from];
  for (;;) {
    const page = await stored.after(last);
    for (const { hash, bytes } of page) {
      if (closing?.aborted || checked >= most) return { checked, bytes: read, last };
      const problem = await problemOf(objects, hash, bytes);
      if (problem) await onFound({ hash, problem });
      checked += 1;
      read += bytes;
      last = hash;
      const aheadMs = (read / bytesPerSecond) * 1000 - (performance.now() - since);
      if (aheadMs > 0) await sleep(aheadMs);
    }
    if (page.length === 0) return { checked, bytes: read, last };
  }
};

/** The problem with an object; undefined when its bytes are right. */
export const problemOf = async (
  objects: Pick<ObjectStore, 'readStored'>,
  hash: ContentHash,
  /**
   * The object's length, if it is known. Without it the range ends beyond the last byte, which reads the
   * whole object.
   */
  bytes = Number.MAX_SAFE_INTEGER,
): Promise<BrokenObject['problem'] | undefined> => {
  try {
    const found = objects.readStored(hash, { start: 0, end: bytes - 1 });
    const sha256 = createHash('sha256');
    for await (const part of Buffer.isBuffer(found) ? Readable.from([found]) : found)
      sha256.update(part as Buffer);
    return sha256.digest('hex') === hash ? undefined : 'damaged';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
};
