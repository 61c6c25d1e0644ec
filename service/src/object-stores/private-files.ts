import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  realpathSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { SystemAccount } from '../ports/system-account.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/**
 * The flags with which the service opens a file in a folder of the lanes. They refuse links and do not wait
 * on pipes: a compromised lane could put a link there to a file that only root can read, or a pipe on which
 * the service would wait for ever.
 */
export const READ_ONLY = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/** Makes a private folder with its parents. The folder may be a link to another disk that the operator made. */
export const openPrivateFolder = (path: string, owner: SystemAccount, mode = 0o700): string => {
  mkdirSync(path, { recursive: true, mode });
  const folder = realpathSync(path);
  makePrivateFolder(folder, owner, mode);
  return folder;
};

/**
 * Makes a folder that only its owner can enter, unless `mode` says otherwise. Gives an existing folder this mode and
 * owner, and leaves its files as they are.
 */
export const makePrivateFolder = (path: string, owner: SystemAccount, mode = 0o700): void => {
  mkdirUnlessThere(path, mode);
  const folder = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const found = fstatSync(folder);
    const self = process.geteuid?.();
    // Without root, the service cannot change a folder of another user, such as a mounted volume: leave its mode.
    if (self !== 0 && found.uid !== self) return;
    if ((found.mode & 0o777) !== mode) fchmodSync(folder, mode);
    if (owner && found.uid !== owner.uid) fchownSync(folder, owner.uid, owner.gid);
  } finally {
    closeSync(folder);
  }
};

const mkdirUnlessThere = (path: string, mode: number): void => {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

/** Creates a file that only `owner` can read, for the service to write. */
export const createPrivateFile = async (path: string, owner: SystemAccount): Promise<FileHandle> => {
  const file = await open(path, 'wx', 0o600);
  if (owner) await file.chown(owner.uid, owner.gid);
  return file;
};

/**
 * Changes the owner of a file that was written when the service ran under another account. A store has too many files
 * to do this for all of them at the start.
 */
export const giveFile = (path: string, owner: SystemAccount): void => {
  // Leave a missing file alone: the lane that reads it reports that it is missing.
  if (!owner || !existsSync(path)) return;
  const file = openSync(path, READ_ONLY);
  try {
    const { uid, nlink } = fstatSync(file);
    // A file with a second hard link keeps its owner: a lane could have linked to a system file to get
    // ownership of it.
    if (uid !== owner.uid && nlink === 1) fchownSync(file, owner.uid, owner.gid);
  } finally {
    closeSync(file);
  }
};
