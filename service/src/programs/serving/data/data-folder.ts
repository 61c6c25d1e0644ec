import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import { openPrivateFolder } from '../../../object-stores/private-files.ts';
import { StartError } from '../../../postgres/connection/start-error.ts';
import type { RunAs } from '../../../processes/drop-rights.ts';
import { chooseLanesAccount } from '../lanes-account.ts';

/**
 * Creates the data folder, which only this user may enter. When the service runs as root, the accounts of the database
 * and of the lanes can pass through it to their own folders, but cannot list it.
 */
export const openDataFolder = (dataDir: string): string => {
  try {
    return openPrivateFolder(dataDir, undefined, process.geteuid?.() === 0 ? 0o711 : 0o700);
  } catch (cause) {
    throw unusableFolder(dataDir, cause);
  }
};

/** Creates the data folder and returns the account that lanes, header reader and models switch to; undefined for none. */
export const prepareDataFolder = async (config: Config): Promise<RunAs | undefined> => {
  const folder = openDataFolder(config.dataDir);
  // The compile cache must never belong to the lanes' account, because root runs the code in it. If the cache
  // is enabled, Node has already created its folder.
  const compiled = join(folder, 'compiled');
  if (existsSync(compiled)) openPrivateFolder(compiled, undefined);
  const account = await chooseLanesAccount({ ...config, dataDir: folder });
  return account && { ...account, folder };
};

/** The error for a folder that this user cannot create or use. */
export const unusableFolder = (folder: string, cause: unknown): StartError =>
  new StartError(
    `This user cannot create or use the folder ${folder} (${(cause as Error).message}). Give the folder to this user, or set DARKROOM_DATA_DIR to another folder.`,
    { cause },
  );
