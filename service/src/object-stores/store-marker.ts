import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '../domain/disk-full.ts';
import { type Refusal, unavailable } from '../domain/errors.ts';

/** The file in the store that names the installation to which the store belongs. */
const MARKER = 'store-id';

/** The identity that the store in this folder carries; undefined when it has none, or when there is no folder. */
export const readMarker = async (dir: string): Promise<string | undefined> => {
  try {
    return (await readFile(join(dir, MARKER), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Gives the store an identity, durably. Replaces the one that it had. */
export const writeMarker = async (dir: string, id: string): Promise<void> => {
  const draft = join(dir, `${MARKER}.${process.pid}`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${id}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(dir, MARKER));
  const folder = await open(dir);
  await folder.sync().finally(() => folder.close());
};

/** The reason why the store in this folder is not the expected one; undefined when it has this identity. */
export const whyNotStore = async (dir: string, id: string): Promise<string | undefined> => {
  const found = await readMarker(dir);
  if (found === id) return undefined;
  const what = found === undefined ? `has no file ${MARKER}` : 'belongs to another installation';
  return `The folder ${dir} is not the image store of this database: it ${what}. Mount the shared folder there, or set DARKROOM_DATA_DIR.`;
};

/** The refusal while the store is unavailable, for example because its disk is not mounted. */
export const storeUnavailable = (cause?: unknown): Refusal =>
  unavailable('The image store cannot be reached at the moment. Try again shortly.', 5, cause);

/**
 * The reason why the folder for drafts cannot be used; undefined when a file can be written, read back and removed
 * there.
 */
export const whyNotWritable = async (drafts: string): Promise<string | undefined> => {
  // A name of its own for each check: several executions may check at the same time.
  const path = join(drafts, `check-${randomUUID()}`);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile('check');
      await file.sync();
    } finally {
      await file.close();
    }
    const text = await readFile(path, 'utf8');
    return text === 'check'
      ? undefined
      : `The file ${path} was written to the image store, but reading it returned other bytes. Check the disk.`;
  } catch (error) {
    // A full disk does not make the store unusable: running work waits until there is room.
    if (isDiskFull(error)) return undefined;
    return `The image store cannot be written (${(error as Error).message}). Check the disk and the permissions of the folder.`;
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
};
