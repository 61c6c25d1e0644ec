import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Build = {
  /** The folder that is built. */
  dist: string;
  /** The folder of the package; the patterns in `sources` are relative to it. */
  folder: string;
  sources: readonly string[];
  /** Builds into an empty folder. */
  build(draft: string): Promise<void>;
};

/** Builds a folder when its sources have changed since the last build; otherwise it does nothing. */
export const buildWhenChanged = async ({ dist, folder, sources, build }: Build): Promise<void> => {
  const stamp = join(dist, 'built-from.txt');
  const made = fingerprint(folder, sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return;
  // Builds in a temporary folder and renames it at the end, so that a service or another build that runs meanwhile
  // never sees half of the files.
  const draft = `${dist}.${process.pid}`;
  try {
    mkdirSync(draft);
    await build(draft);
    writeFileSync(join(draft, 'built-from.txt'), made);
    rmSync(dist, { recursive: true, force: true });
    renameSync(draft, dist);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const fingerprint = (folder: string, sources: readonly string[]): string => {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(path.slice(folder.length)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
};
