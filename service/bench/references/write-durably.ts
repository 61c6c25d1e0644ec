import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The path of the file with this hash, spread over folders as in the service's store. */
export const pathIn = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash);

const foldersMade = new Set<string>();

/** Writes to a temporary name, syncs, renames and syncs the folder: as durable as the service's object store. */
export const writeDurably = async (folder: string, bytes: Uint8Array): Promise<string> => {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const path = pathIn(folder, hash);
  if (!foldersMade.has(dirname(path))) {
    await mkdir(dirname(path), { recursive: true });
    foldersMade.add(dirname(path));
  }
  const draft = join(folder, `draft-${randomUUID()}`);
  await writeFile(draft, bytes, { flush: true });
  await rename(draft, path);
  const parent = await open(dirname(path));
  await parent.sync().finally(() => parent.close());
  return hash;
};
