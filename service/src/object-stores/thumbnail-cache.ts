import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentHash } from '../domain/ids.ts';
import type { ThumbnailSize } from '../domain/images/thumbnail-sizes.ts';
import type { Account } from '../ports/account.ts';
import type { ThumbnailCache } from '../ports/thumbnails.ts';
import { makePrivateFolder, openPrivateFolder, READ_ONLY } from './private-files.ts';

const DRAFTS = 'tmp';
const ABANDONED_AFTER_MS = 60 * 60_000;
const UNUSED_AFTER_MS = 30 * 24 * 60 * 60_000;
/** A read records that a thumbnail is in use, but at most this often, because recording is a write. */
const NOTED_EVERY_MS = 60 * 60_000;
const SWEPT_EVERY_MS = 60 * 60_000;

export type ThumbnailCacheOptions = {
  dir: string;
  maxBytes: number;
  /** The account of the lanes, which write the thumbnails. */
  owner?: Account;
  now?: () => number;
};

/** Opens a cache of thumbnails as files: `<dir>/<first two digits>/<hash>-<size>`. Evicts the least recently used. */
export const openThumbnailCache = async ({
  dir: path,
  maxBytes,
  owner,
  now = Date.now,
}: ThumbnailCacheOptions): Promise<ThumbnailCache & { sweep(): Promise<void> }> => {
  const dir = openPrivateFolder(path, owner);
  makePrivateFolder(join(dir, DRAFTS), owner);
  const folderOf = (hash: ContentHash) => join(dir, hash.slice(0, 2));
  const pathOf = (hash: ContentHash, size: ThumbnailSize) => join(folderOf(hash), `${hash}-${size}`);
  let grownBy = 0;
  let sweepWanted = false;
  let sweeping: Promise<void> | undefined;

  // A running sweep may have read the folders before the newest file was there, so a request during a sweep repeats it.
  const sweep = (): Promise<void> => {
    sweepWanted = true;
    sweeping ??= sweepWhileWanted();
    return sweeping;
  };
  const sweepWhileWanted = async () => {
    try {
      while (sweepWanted) {
        sweepWanted = false;
        await sweepOnce(dir, maxBytes, now());
      }
    } finally {
      sweeping = undefined;
    }
  };
  // A file that cannot be removed now is removed by a later sweep.
  const sweepQuietly = () => void sweep().catch(() => {});
  const timer = setInterval(sweepQuietly, SWEPT_EVERY_MS).unref();
  sweepQuietly();

  return {
    find: async (hash, size) => {
      const bytes = await readNoting(pathOf(hash, size), now());
      return bytes && isWhole(bytes) ? bytes : undefined;
    },
    draft: () => join(dir, DRAFTS, randomUUID()),
    keep: async (draft, hash, size) => {
      const bytes = await readFile(draft, { flag: READ_ONLY });
      makePrivateFolder(folderOf(hash), owner);
      await rename(draft, pathOf(hash, size));
      grownBy += bytes.length;
      if (grownBy > maxBytes / 8) {
        grownBy = 0;
        sweepQuietly();
      }
      return bytes;
    },
    discard: (draft) => rm(draft, { force: true }),
    sweep,
    close: async () => {
      clearInterval(timer);
      await sweeping?.catch(() => {});
    },
  };
};

const readNoting = async (path: string, now: number): Promise<Buffer | undefined> => {
  const file = await open(path, READ_ONLY).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const { mtimeMs } = await file.stat();
    if (now - mtimeMs > NOTED_EVERY_MS) await file.utimes(now / 1000, now / 1000);
    return await file.readFile();
  } finally {
    await file.close();
  }
};

/** Checks the length of the file: thumbnails are not synced, so after a power cut one may be incomplete. */
const isWhole = (webp: Buffer): boolean =>
  webp.length > 12 && webp.toString('latin1', 0, 4) === 'RIFF' && webp.readUInt32LE(4) + 8 === webp.length;

type Kept = { path: string; bytes: number; usedAt: number };

const sweepOnce = async (dir: string, maxBytes: number, now: number): Promise<void> => {
  const kept: Kept[] = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    const isDraft = entry.parentPath === join(dir, DRAFTS);
    if (now - found.mtimeMs > (isDraft ? ABANDONED_AFTER_MS : UNUSED_AFTER_MS))
      await rm(path, { force: true });
    // A recent draft is still being written: leave it.
    else if (!isDraft) kept.push({ path, bytes: found.size, usedAt: found.mtimeMs });
  }
  let total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes } of kept.sort((a, b) => a.usedAt - b.usedAt)) {
    if (total <= maxBytes) return;
    await rm(path, { force: true });
    total -= bytes;
  }
};
