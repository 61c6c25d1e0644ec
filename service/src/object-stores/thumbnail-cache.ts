import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContentHash } from '../domain/ids.ts';
import { THUMBNAIL_SIZES, type ThumbnailSize } from '../domain/images/thumbnail-sizes.ts';
import type { ThumbnailCache } from '../ports/images/thumbnails.ts';
import type { SystemAccount } from '../ports/system-account.ts';
import { makePrivateFolder, openPrivateFolder, READ_ONLY } from './private-files.ts';
import { sweepFolder } from './sweep-folder.ts';

const DRAFTS = 'tmp';
const UNUSED_AFTER_MS = 30 * 24 * 60 * 60_000;
/**
 * A read records that the thumbnail is in use. As each record is a write, a thumbnail gets at most one in
 * this time.
 */
const USE_RECORDED_EVERY_MS = 60 * 60_000;
const SWEPT_EVERY_MS = 60 * 60_000;

type ThumbnailCacheOptions = {
  dir: string;
  maxBytes: number;
  /** The account of the lanes, which write the thumbnails. */
  owner?: SystemAccount;
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
  const drafts = join(dir, DRAFTS);
  makePrivateFolder(drafts, owner);
  const isDraft = (file: string) => dirname(file) === drafts;
  const folderOf = (hash: ContentHash) => join(dir, hash.slice(0, 2));
  const pathOf = (hash: ContentHash, size: ThumbnailSize) => join(folderOf(hash), `${hash}-${size}`);
  let grownBy = 0;
  let sweepWanted = false;
  let sweeping: Promise<void> | undefined;

  // A running sweep may have read the folders before the newest file was written, so a request during a sweep
  // starts another sweep after it.
  const sweep = (): Promise<void> => {
    sweepWanted = true;
    sweeping ??= sweepWhileWanted();
    return sweeping;
  };
  const sweepWhileWanted = async () => {
    try {
      while (sweepWanted) {
        sweepWanted = false;
        await sweepFolder(dir, { maxBytes, maxAgeMs: UNUSED_AFTER_MS, isDraft, now: now() });
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
      const bytes = await readRecordingUse(pathOf(hash, size), now());
      return bytes && isWhole(bytes) ? bytes : undefined;
    },
    draft: () => join(drafts, randomUUID()),
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
    remove: async (hash) => {
      for (const size of THUMBNAIL_SIZES) await rm(pathOf(hash, size), { force: true });
    },
    sweep,
    close: async () => {
      clearInterval(timer);
      await sweeping?.catch(() => {});
    },
  };
};

const readRecordingUse = async (path: string, now: number): Promise<Buffer | undefined> => {
  const file = await open(path, READ_ONLY).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const { mtimeMs } = await file.stat();
    if (now - mtimeMs > USE_RECORDED_EVERY_MS) await file.utimes(now / 1000, now / 1000);
    return await file.readFile();
  } finally {
    await file.close();
  }
};

/** Checks the length of the file: thumbnails are not synced, so after a power cut one may be incomplete. */
const isWhole = (webp: Buffer): boolean =>
  webp.length > 12 && webp.toString('latin1', 0, 4) === 'RIFF' && webp.readUInt32LE(4) + 8 === webp.length;
