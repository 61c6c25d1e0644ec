import { constants } from 'node:fs';
import { copyFile, cp, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDERS, NOTES } from './filesystem.ts';

const HASH = /^[0-9a-f]{64}$/;
const AT_ONCE = 8;

type Copied = {
  /** The number of objects of the source. The target has all of them now. */
  objects: number;
  /** The number of objects that were copied; the target had the others already. */
  copied: number;
  /** Removes from the target the files that the source did not have. Returns how many. */
  removeOthers(): Promise<number>;
};

/**
 * Copies the folder of an object store, durably: its objects, and its notes, which record the deletions on
 * request, so that these can be repeated after an older database was restored. Objects never change, so one
 * that the target has already is not copied again. Objects that are written meanwhile may be missing in the
 * copy. This function copies folders and opens no store, because opening a store writes to it, and a backup
 * may be on a read-only disk.
 */
export const copyStoreFolder = async (from: string, to: string): Promise<Copied> => {
  let objects = 0;
  let copied = 0;
  const others: string[] = [];
  for (const folder of FOLDERS) {
    const [source, target] = [join(from, folder), join(to, folder)];
    const names = (await namesIn(source)).filter((name) => HASH.test(name));
    const had = new Set(await namesIn(target));
    objects += names.length;
    await mkdir(target, { recursive: true, mode: 0o700 });
    const missing = names.filter((name) => !had.has(name));
    for (let at = 0; at < missing.length; at += AT_ONCE)
      await Promise.all(
        missing.slice(at, at + AT_ONCE).map((name) => copyDurably(join(source, name), join(target, name))),
      );
    if (missing.length > 0) await sync(target);
    copied += missing.length;
    const wanted = new Set(names);
    for (const name of had) if (!wanted.has(name)) others.push(join(target, name));
  }
  await copyNotes(from, to);
  return {
    objects,
    copied,
    removeOthers: async () => {
      for (const path of others) await rm(path, { force: true });
      return others.length;
    },
  };
};

/** A store may have no notes yet. */
const copyNotes = async (from: string, to: string): Promise<void> => {
  await cp(join(from, NOTES), join(to, NOTES), { recursive: true }).catch((error) => {
    if (!isMissing(error)) throw error;
  });
};

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });

/** Writes under another name first, so that an object in the target is always whole. */
const copyDurably = async (from: string, to: string): Promise<void> => {
  const draft = `${to}.copying`;
  try {
    await copyFile(from, draft, constants.COPYFILE_FICLONE);
  } catch (error) {
    // The file was deleted meanwhile. Nothing has referred to such an object for at least a day, so the copy
    // can do without it.
    if (isMissing(error)) return;
    throw error;
  }
  await sync(draft);
  await rename(draft, to);
};

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const sync = async (path: string): Promise<void> => {
  const file = await open(path);
  await file.sync().finally(() => file.close());
};
