import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../ports/account.ts';
import { openPrivateFolder } from './private-files.ts';

const DRAFT = 'draft-';
const ABANDONED_AFTER_MS = 60 * 60_000;

export type Intermediates = {
  path(key: string): string;
  /** Removes files not used for `maxAgeMs`, then the least recently used until the rest fits into `maxBytes`. */
  tidyUp(maxBytes: number, maxAgeMs: number): Promise<void>;
};

/** Opens the cache of intermediate images, as files that can be deleted at any time. */
export const openIntermediates = (path: string, owner?: Account): Intermediates => {
  const dir = openPrivateFolder(path, owner);
  return {
    path: (key) => join(dir, key),
    tidyUp: async (maxBytes, maxAgeMs) => {
      const now = Date.now();
      const files: { path: string; bytes: number; usedAt: number }[] = [];
      for (const name of await readdir(dir)) {
        const path = join(dir, name);
        // Another worker may be tidying up at the same time.
        const found = await stat(path).catch(() => undefined);
        if (!found) continue;
        const maxAge = name.startsWith(DRAFT) ? ABANDONED_AFTER_MS : maxAgeMs;
        if (now - found.mtimeMs > maxAge) await rm(path, { force: true });
        else files.push({ path, bytes: found.size, usedAt: found.mtimeMs });
      }
      let bytes = 0;
      for (const file of files.sort((a, b) => b.usedAt - a.usedAt)) {
        bytes += file.bytes;
        if (bytes > maxBytes) await rm(file.path, { force: true });
      }
    },
  };
};
