import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { noRoom } from '../domain/disk-full.ts';
import type { ObjectStore } from '../ports/images/object-store.ts';
import type { SystemAccount } from '../ports/system-account.ts';
import { createPrivateFile, makePrivateFolder, READ_ONLY } from './private-files.ts';
import { storeUnavailable } from './store-marker.ts';

type DraftOperations = Pick<ObjectStore, 'draft' | 'create' | 'readDraft' | 'scratch'>;

const ABANDONED_AFTER_MS = 60 * 60_000;
const ROOM_CHECKED_EVERY_MS = 1_000;

/** Opens the folder of the drafts of a store, and removes those that a dead process has left there. */
export const openDrafts = async (
  dir: string,
  owner: SystemAccount | undefined,
): Promise<{ folder: string; operations: DraftOperations }> => {
  const folder = join(dir, 'tmp');
  makePrivateFolder(folder, owner);
  await removeAbandoned(folder);
  return {
    folder,
    operations: {
      draft: async () => join(folder, randomUUID()),
      create: (draft) => createPrivateFile(draft, owner),
      readDraft: (draft) => readFile(draft, { flag: READ_ONLY }),
      scratch: async () => {
        const path = join(folder, randomUUID());
        const file = await open(path, 'wx+', 0o600);
        await rm(path);
        return file;
      },
    },
  };
};

const removeAbandoned = async (folder: string): Promise<void> => {
  const oldest = Date.now() - ABANDONED_AFTER_MS;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may be cleaning up at the same time.
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < oldest) await rm(path, { force: true, recursive: true });
  }
};

/**
 * Checks, at most once a second, that the disk of the drafts has room and that the folder is the right store.
 * `whyNotThisStore` returns the reason why it is not, for example an unmounted disk.
 */
export const roomChecker = (
  dir: string,
  minFreeBytes: number,
  whyNotThisStore: () => Promise<string | undefined>,
): (() => Promise<void>) => {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checked: Promise<void>;
  const check = async (): Promise<void> => {
    const reason = await whyNotThisStore();
    if (reason) throw storeUnavailable(new Error(reason));
    const { bavail, bsize } = await statfs(dir);
    if (bavail * bsize < minFreeBytes) throw noRoom();
  };
  return () => {
    if (performance.now() - checkedAt > ROOM_CHECKED_EVERY_MS) {
      checkedAt = performance.now();
      checked = check();
    }
    return checked;
  };
};
