import { basename, join } from 'node:path';
import type { SystemAccount } from '../ports/system-account.ts';
import { openPrivateFolder } from './private-files.ts';
import { sweepFolder } from './sweep-folder.ts';

const DRAFT = 'draft-';

export type Intermediates = {
  path(key: string): string;
  /** Removes files not used for `maxAgeMs`, then the least recently used until the rest fits into `maxBytes`. */
  tidyUp(maxBytes: number, maxAgeMs: number): Promise<void>;
};

/** Opens the cache of intermediate images, as files that can be deleted at any time. */
export const openIntermediates = (path: string, owner?: SystemAccount): Intermediates => {
  const dir = openPrivateFolder(path, owner);
  const isDraft = (file: string) => basename(file).startsWith(DRAFT);
  return {
    path: (key) => join(dir, key),
    tidyUp: (maxBytes, maxAgeMs) => sweepFolder(dir, { maxBytes, maxAgeMs, isDraft, now: Date.now() }),
  };
};
