import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentHash } from '../../domain/ids.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';
import type { BeginIfDue, ObjectReferences } from '../../ports/retention.ts';

type CollectPorts = {
  objects: Pick<ObjectStore, 'remove' | 'list' | 'whyUnusable'>;
  references: ObjectReferences;
  beginIfDue: BeginIfDue;
};

const STEP = 200;
const REMOVED_AT_ONCE = 8;
/**
 * The process stops deleting after this time. Its condemned objects belong to it for ten minutes, which is
 * much longer.
 */
const REMOVE_FOR_MS = 60_000;
const LIST_EVERY_HOURS = 24;
/**
 * The pause after a step, as a multiple of the step's duration: creates then lose less than a tenth of their
 * throughput. A million objects take a few hours.
 */
const PAUSE_FACTOR = 12;

/**
 * Deletes the objects that nothing has referred to for a day, step by step, in constant memory. After each
 * step it pauses for several times the duration of the step, to leave the database and the disk to uploads
 * and creates. Returns how many objects it deleted.
 */
export const collectObjects = async (ports: CollectPorts, closing: AbortSignal): Promise<number> => {
  // Delete nothing while the wrong folder is mounted: all objects are missing there and would count as
  // deleted.
  if (await ports.objects.whyUnusable()) return 0;
  let deleted = 0;
  for (let more = true; more && !closing.aborted; ) {
    const since = performance.now();
    const removed = await collectStep(ports);
    deleted += removed;
    more = removed === STEP;
    if (more)
      await sleep(PAUSE_FACTOR * (performance.now() - since), undefined, { signal: closing }).catch(() => {});
  }
  return deleted;
};

const collectStep = async ({ objects, references }: CollectPorts): Promise<number> => {
  const condemned = await references.condemn(STEP);
  const deadline = performance.now() + REMOVE_FOR_MS;
  const removed: ContentHash[] = [];
  const waiting = condemned.values();
  const failures: unknown[] = [];
  const remove = async () => {
    for (const hash of waiting) {
      if (performance.now() > deadline) return;
      try {
        await objects.remove(hash);
        removed.push(hash);
      } catch (error) {
        failures.push(error);
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, remove));
  if (removed.length > 0) await references.markDeleted(removed);
  // The remaining objects stay condemned and are deleted later.
  if (failures.length > 0) throw failures[0];
  return removed.length;
};

/** Once a day, finds objects that a process stored but did not record before it died. They are deleted a day later. */
export const recordUnknownObjects = async (
  { objects, references, beginIfDue }: CollectPorts,
  closing: AbortSignal,
): Promise<void> => {
  if ((await objects.whyUnusable()) || !(await beginIfDue('list objects', LIST_EVERY_HOURS))) return;
  for await (const hashes of objects.list()) {
    if (closing.aborted) return;
    for (let start = 0; start < hashes.length; start += 1000)
      await references.recordUnknown(hashes.slice(start, start + 1000));
  }
};
