import { createHash, randomUUID } from 'node:crypto';
import {
  close,
  closeSync,
  createReadStream,
  existsSync,
  fsync as fsyncWithCallback,
  linkSync,
  open,
  openSync,
  read,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { refusedWhenFull } from '../domain/disk-full.ts';
import { type ContentHash, contentHashOf } from '../domain/ids.ts';
import { damaged, type ObjectStore } from '../ports/images/object-store.ts';
import type { SystemAccount } from '../ports/system-account.ts';
import { openDrafts, roomChecker } from './drafts.ts';
import { giveFile, makePrivateFolder, openPrivateFolder, READ_ONLY } from './private-files.ts';
import { whyNotStore, whyNotWritable } from './store-marker.ts';

export const NOTES = 'notes';
/** The folders of the objects, named by the first two characters of their hash. */
export const FOLDERS = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
const READ_AT_ONCE_BYTES = 64 * 1024;
const READ_IN_PARTS_BYTES = 512 * 1024;

/** Opens a store of images as files: `<dir>/<first two digits>/<hash>`, with drafts beside them on the same disk. */
export const openFilesystemStore = async (options: {
  dir: string;
  minFreeBytes: number;
  /** The account of the lanes, which read the files and write drafts. */
  owner?: SystemAccount;
  /** The identity that the folder must carry; without it, any folder will do. */
  id?: string;
}): Promise<ObjectStore> => {
  const { minFreeBytes, owner, id } = options;
  const dir = await makeFolders(options.dir, owner);
  const drafts = await openDrafts(dir, owner);
  const notes = join(dir, NOTES);

  const pathOf = (hash: ContentHash) => join(dir, hash.slice(0, 2), hash);
  const whyNotThisStore = async () =>
    id ? whyNotStore(dir, id).catch((error: Error) => error.message) : undefined;

  const readObject: ObjectStore['read'] = (hash, { start, end }) =>
    end - start < READ_AT_ONCE_BYTES
      ? readAtOnce(pathOf(hash), start, end - start + 1)
      : createReadStream(pathOf(hash), {
          start,
          end,
          highWaterMark: READ_IN_PARTS_BYTES,
          fs: STREAMED_FILES,
        });

  return {
    ...drafts.operations,
    keep: async (draft, hash) => {
      const path = pathOf(hash);
      try {
        // A stored object never changes, unless the disk damaged it: then the draft replaces it.
        if (existsSync(path) && !(await isWhole(path, hash))) await replaceDurably(draft, path);
        else await keepDurably(draft, path);
      } catch (error) {
        throw refusedWhenFull(error);
      }
    },
    // Synchronous, because it takes microseconds: a kept draft has a second hard link, so this removes only a name.
    discard: async (draft) => rmSync(draft, { force: true }),
    path: async (hash) => {
      const path = pathOf(hash);
      giveFile(path, owner);
      return path;
    },
    has: (hash) => exists(pathOf(hash)),
    remove: (hash) => rm(pathOf(hash), { force: true }),
    dropCopies: async () => {},
    list: async function* () {
      for (const name of FOLDERS) {
        const hashes = (await readdir(join(dir, name)))
          .map(contentHashOf)
          .filter((hash) => hash !== undefined);
        if (hashes.length > 0) yield hashes;
      }
    },
    read: readObject,
    readStored: readObject,
    readInto: (hash, start, buffer) => readInto(pathOf(hash), start, buffer),
    writeNote: async (name, text) => {
      const draft = join(drafts.folder, randomUUID());
      await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
      await sync(draft);
      await rename(draft, join(notes, name));
      await sync(notes);
    },
    readNotes: async () =>
      Promise.all(
        (await readdir(notes)).map((name) =>
          readFile(join(notes, name), { flag: READ_ONLY, encoding: 'utf8' }),
        ),
      ),
    checkRoom: roomChecker(dir, minFreeBytes, whyNotThisStore),
    whyUnusable: async () => (await whyNotThisStore()) ?? whyNotWritable(drafts.folder),
  };
};

/** Reads with callbacks: the promises of a FileHandle cost three times as much for a small file. */
const readInto = (path: string, start: number, buffer: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    open(path, READ_ONLY, (failure, file) => {
      if (failure) return reject(failure);
      const end = (error: Error | null) =>
        close(file, () => {
          if (error) reject(error);
          else resolve();
        });
      const readFrom = (done: number): void =>
        read(file, buffer, done, buffer.length - done, start + done, (error, count) => {
          if (error || done + count === buffer.length) return end(error);
          if (count === 0)
            return end(
              damaged(
                `The file ${path} in the image store is shorter than expected. Run "darkroom scrub --mend".`,
              ),
            );
          readFrom(done + count);
        });
      readFrom(0);
    });
  });

/** Makes a stream open its file with our flags instead of its own. */
const STREAMED_FILES = {
  open: (path: string, _flags: string, mode: number, done: (error: Error | null, file: number) => void) =>
    open(path, READ_ONLY, mode, done),
  read,
  close,
};

/** Reads a range at once. For a small file, a stream costs ten times as much as the read. */
const readAtOnce = (path: string, start: number, length: number): Buffer => {
  const file = openSync(path, READ_ONLY);
  try {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, start));
  } finally {
    closeSync(file);
  }
};

/** Creates all folders at the start, so that storing an image never waits for a new folder to be durable. */
const makeFolders = async (path: string, owner: SystemAccount): Promise<string> => {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  const dir = openPrivateFolder(path, owner);
  for (const name of [NOTES, ...FOLDERS]) makePrivateFolder(join(dir, name), owner);
  await sync(dir);
  if (made) for (let each = path; each.length >= made.length; each = dirname(each)) await sync(dirname(each));
  return dir;
};

/** Syncs the content first, then the name: a power cut leaves either the whole image or a draft. */
const keepDurably = async (draft: string, path: string): Promise<void> => {
  // An object that is there already is not written again, but its writer may not have synced its name yet: sync the
  // folder in any case.
  if (!existsSync(path)) {
    await sync(draft);
    linkUnlessThere(draft, path);
  }
  await sync(dirname(path));
};

/** Replaces another file atomically: a reader sees either of the two. */
const replaceDurably = async (draft: string, path: string): Promise<void> => {
  await sync(draft);
  const second = `${draft}-${randomUUID()}`;
  linkSync(draft, second);
  await rename(second, path);
  await sync(dirname(path));
};

const isWhole = async (path: string, hash: ContentHash): Promise<boolean> => {
  try {
    const { size } = statSync(path);
    if (size <= READ_AT_ONCE_BYTES) return hashOf(readAtOnce(path, 0, size)) === hash;
    const file = createReadStream(path, { highWaterMark: READ_IN_PARTS_BYTES, fs: STREAMED_FILES });
    const sha256 = createHash('sha256');
    for await (const part of file) sha256.update(part as Buffer);
    return sha256.digest('hex') === hash;
  } catch (error) {
    // Another process has just removed the file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
};

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Makes a hard link to the draft. Another process may have made the same link at the same time. */
const linkUnlessThere = (draft: string, path: string): void => {
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

/**
 * Syncs a file or folder. It opens and closes the file synchronously: that takes microseconds for a file that
 * was just used, while asynchronous calls took most of the time of storing a small image.
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
