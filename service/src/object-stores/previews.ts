import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refusedWhenFull } from '../domain/disk-full.ts';
import { previewName, type StepsTrace } from '../domain/executions/trace.ts';
import type { PreviewKey, Previews } from '../ports/images/previews.ts';
import type { SystemAccount } from '../ports/system-account.ts';
import { makePrivateFolder, openPrivateFolder, READ_ONLY } from './private-files.ts';

const DRAFT = 'draft-';
const TRACE = 'trace.json';

/** Opens the store of previews, as files: `<dir>/<execution>.<attempt>/<position>.webp`. */
export const openPreviewFiles = (path: string, owner?: SystemAccount): Previews => {
  const dir = openPrivateFolder(path, owner);
  const folderOf = ({ id, attempt }: PreviewKey) => join(dir, `${id}.${attempt}`);
  const remove = (path: string) => rm(path, { recursive: true, force: true });
  return {
    draft: async () => {
      const draft = join(dir, DRAFT + randomUUID());
      try {
        makePrivateFolder(draft, owner);
      } catch (error) {
        refuse(error);
      }
      return draft;
    },
    keep: async (draft, key, trace) => {
      await writeFile(join(draft, TRACE), JSON.stringify(trace), { flag: 'wx', mode: 0o600 }).catch(refuse);
      // Another process may have made the same previews meanwhile.
      await rename(draft, folderOf(key)).catch(() => remove(draft));
    },
    discard: remove,
    find: async (key) => {
      const text = await readIfThere(join(folderOf(key), TRACE));
      return text && (JSON.parse(text.toString()) as StepsTrace);
    },
    read: (key, position) => readIfThere(join(folderOf(key), previewName(position))),
    removeMadeBefore: async (time) => {
      for (const name of await readdir(dir).catch(() => [])) {
        const path = join(dir, name);
        const made = await stat(path).catch(() => undefined);
        if (made && made.mtimeMs < time.getTime()) await remove(path);
      }
    },
  };
};

const refuse = (error: unknown): never => {
  throw refusedWhenFull(error);
};

const readIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path, { flag: READ_ONLY }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
