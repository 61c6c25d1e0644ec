import { randomUUID } from 'node:crypto';
import {
  close,
  closeSync,
  createReadStream,
  existsSync,
  fsync as fsyncWithCallback,
  open,
  openSync,
  read,
  readSync,
  rmSync,
} from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { noRoom, refusedWhenFull } from '../domain/disk-full.ts';
import type { ContentHash } from '../domain/ids.ts';
import type { Account } from '../ports/account.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import {
  createPrivateFile,
  giveFile,
  makePrivateFolder,
  openPrivateFolder,
  READ_ONLY,
} from './private-files.ts';

const DRAFTS = 'tmp';
const ABANDONED_AFTER_MS = 60 * 60_000;
const READ_AT_ONCE_BYTES = 64 * 1024;
const READ_IN_PARTS_BYTES = 512 * 1024;
const ROOM_CHECKED_EVERY_MS = 1_000;

/** Pictures as files: `<dir>/<first two digits>/<hash>`, and drafts beside them on the same disk. */
export const openFilesystemStore = async (options: {
  dir: string;
  minFreeBytes: number;
  /** The account of the lanes, which read the files and write drafts. */
  owner?: Account;
}): Promise<ObjectStore> => {
  const { minFreeBytes, owner } = options;
  const dir = await makeFolders(options.dir, owner);
  const drafts = join(dir, DRAFTS);
  await removeAbandoned(drafts);

  const pathOf = (hash: ContentHash) => join(dir, hash.slice(0, 2), hash);
  const checkRoom = roomChecker(dir, minFreeBytes);

  return {
    draft: async () => join(drafts, randomUUID()),
    create: (draft) => createPrivateFile(draft, owner),
    readDraft: (draft) => readFile(draft, { flag: READ_ONLY }),
    keep: async (draft, hash) => {
      const path = pathOf(hash);
      try {
        // The same bytes are there already, and they never change; but who put them there may still wait for their name.
        if (existsSync(path)) {
          rmSync(draft, { force: true });
          await sync(dirname(path));
        } else await keepDurably(draft, path);
      } catch (error) {
        throw refusedWhenFull(error);
      }
    },
    discard: (draft) => rm(draft, { force: true }),
    path: async (hash) => {
      const path = pathOf(hash);
      giveFile(path, owner);
      return path;
    },
    has: (hash) => exists(pathOf(hash)),
    read: (hash, { start, end }) =>
      end - start < READ_AT_ONCE_BYTES
        ? readAtOnce(pathOf(hash), start, end - start + 1)
        : createReadStream(pathOf(hash), {
            start,
            end,
            highWaterMark: READ_IN_PARTS_BYTES,
            fs: STREAMED_FILES,
          }),
    checkRoom,
  };
};

/** A stream would open its file by flags of its own. */
const STREAMED_FILES = {
  open: (path: string, _flags: string, mode: number, done: (error: Error | null, file: number) => void) =>
    open(path, READ_ONLY, mode, done),
  read,
  close,
};

/** A stream of a small file costs ten times what the file does. */
const readAtOnce = (path: string, start: number, length: number): Buffer => {
  const file = openSync(path, READ_ONLY);
  try {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, start));
  } finally {
    closeSync(file);
  }
};

/** All folders are there from the start, so that keeping a picture never has to wait for one to be durable. */
const makeFolders = async (path: string, owner: Account): Promise<string> => {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  const dir = openPrivateFolder(path, owner);
  const names = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
  for (const name of [DRAFTS, ...names]) makePrivateFolder(join(dir, name), owner);
  await sync(dir);
  if (made) for (let each = path; each.length >= made.length; each = dirname(each)) await sync(dirname(each));
  return dir;
};

/** Bytes first, then the name: a power cut leaves either the whole picture or a draft. */
const keepDurably = async (draft: string, path: string): Promise<void> => {
  await sync(draft);
  await rename(draft, path);
  await sync(dirname(path));
};

/**
 * Opening and closing what was used a moment ago takes microseconds; handing it to the thread pool took most of what
 * keeping a small picture cost the service.
 */
const sync = async (path: string): Promise<void> => {
  const file = openSync(path, READ_ONLY);
  try {
    await fsync(file);
  } finally {
    closeSync(file);
  }
};

const fsync = promisify(fsyncWithCallback);

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

const removeAbandoned = async (drafts: string): Promise<void> => {
  const oldest = Date.now() - ABANDONED_AFTER_MS;
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    // Another process may be cleaning up as well.
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < oldest) await rm(path, { force: true, recursive: true });
  }
};

const roomChecker = (dir: string, minFreeBytes: number) => {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let free: Promise<number>;
  return async (): Promise<void> => {
    const now = performance.now();
    if (now - checkedAt > ROOM_CHECKED_EVERY_MS) {
      checkedAt = now;
      free = statfs(dir).then(({ bavail, bsize }) => bavail * bsize);
    }
    if ((await free) < minFreeBytes) throw noRoom();
  };
};
