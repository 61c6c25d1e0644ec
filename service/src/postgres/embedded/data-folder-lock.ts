import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../connection/start-error.ts';

const SQLITE_BUSY = 5;

export class DataFolderInUse extends StartError {}

/**
 * Locks the data folder, so that only one service uses it. It is a kernel lock (SQLite takes it on an otherwise
 * empty file), so it ends with the process, however the process ends. It also works between containers that share
 * the folder, where process ids mean nothing.
 */
export const lockDataFolder = (dataDir: string): { release(): void } => {
  const path = join(dataDir, 'postgres.lock');
  let file: DatabaseSync | undefined;
  try {
    createPrivate(path);
    file = new DatabaseSync(path);
    file.exec('pragma locking_mode = exclusive; begin exclusive');
    return { release: () => file?.close() };
  } catch (cause) {
    file?.close();
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new DataFolderInUse(
        `Another service is already running on the data folder ${dataDir}. Stop it, or set DARKROOM_DATA_DIR to another folder.`,
        { cause },
      );
    throw new StartError(
      `The data folder ${dataDir} cannot be used by this user (${(cause as Error).message}). Give it to this user, or set DARKROOM_DATA_DIR to another folder.`,
      { cause },
    );
  }
};

/** Creates the file for this user only: another user who could read it could hold the lock. */
const createPrivate = (path: string): void => {
  try {
    // Never open an existing file: closing any handle on it would end a lock that this process already has.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};
