import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A draft that was not finished within this time is abandoned. */
const ABANDONED_AFTER_MS = 60 * 60_000;

type Limits = {
  maxBytes: number;
  /** Files that were not used for this time are removed. */
  maxAgeMs: number;
  /** Says whether a path is a draft: a file that is still being written, which is removed only when it is abandoned. */
  isDraft(path: string): boolean;
  now: number;
};

/**
 * Keeps a folder of cached files within its limits. Removes the files that were not used for long, then the least
 * recently used until the rest fits. The time of the last use is the modification time of the file.
 */
export const sweepFolder = async (
  dir: string,
  { maxBytes, maxAgeMs, isDraft, now }: Limits,
): Promise<void> => {
  const kept: { path: string; bytes: number; usedAt: number }[] = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // Another process may be sweeping at the same time.
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    const draft = isDraft(path);
    if (now - found.mtimeMs > (draft ? ABANDONED_AFTER_MS : maxAgeMs)) await rm(path, { force: true });
    else if (!draft) kept.push({ path, bytes: found.size, usedAt: found.mtimeMs });
  }
  let total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes } of kept.sort((a, b) => a.usedAt - b.usedAt)) {
    if (total <= maxBytes) return;
    await rm(path, { force: true });
    total -= bytes;
  }
};
