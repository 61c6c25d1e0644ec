import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ContentHash } from '../../domain/ids.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';
import { inParallel } from '../in-parallel.ts';

const COPIED_AT_ONCE = 8;

export type Copied = { copied: number; present: number; broken: ContentHash[] };

/**
 * Copies all objects, and the notes of the deletions on request, from one store to another. Skips objects
 * that the target already has, so an interrupted run can be continued. The source may be in use: a second run
 * copies the objects that were added in the meantime.
 */
export const copyObjects = async (from: ObjectStore, to: ObjectStore): Promise<Copied> => {
  const done: Copied = { copied: 0, present: 0, broken: [] };
  for await (const hashes of from.list())
    await inParallel(hashes, COPIED_AT_ONCE, async (hash) => {
      if (await to.has(hash)) done.present += 1;
      else if (await copyOne(from, to, hash)) done.copied += 1;
      else if (await from.has(hash)) done.broken.push(hash);
    });
  for (const note of await from.readNotes())
    await to.writeNote((JSON.parse(note) as { id: string }).id, note);
  return done;
};

/** False when the object is damaged, or was deleted in the meantime. */
const copyOne = async (from: ObjectStore, to: ObjectStore, hash: ContentHash): Promise<boolean> => {
  const draft = await to.draft();
  const file = await to.create(draft);
  const sha256 = createHash('sha256');
  try {
    for await (const part of createReadStream(await from.path(hash))) {
      sha256.update(part as Buffer);
      await file.write(part as Buffer);
    }
    await file.close();
    if (sha256.digest('hex') !== hash) return false;
    await to.keep(draft, hash);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  } finally {
    await file.close().catch(() => {});
    await to.discard(draft);
  }
};
