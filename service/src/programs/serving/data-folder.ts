import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { openPrivateFolder } from '../../object-stores/private-files.ts';
import { StartError } from '../../postgres/connection/start-error.ts';
import type { RunAs } from '../../processes/drop-rights.ts';
import { chooseLanesAccount } from './lanes-account.ts';

/**
 * Makes the data folder, which nobody else may enter. Under root the accounts of the database and of the lanes pass
 * through it to folders of their own, but cannot list it.
 */
export const openDataFolder = (dataDir: string): string => {
  try {
    return openPrivateFolder(dataDir, undefined, process.geteuid?.() === 0 ? 0o711 : 0o700);
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
};

/** Makes the data folder, and says which account lanes, header reader and models change to; undefined for none. */
export const prepareDataFolder = async (config: Config): Promise<RunAs | undefined> => {
  const folder = openDataFolder(config.dataDir);
  // Never the lanes': root runs the code that is kept there. Node makes it before this, where it is wanted.
  const compiled = join(folder, 'compiled');
  if (existsSync(compiled)) openPrivateFolder(compiled, undefined);
  const account = await chooseLanesAccount({ ...config, dataDir: folder });
  return account && { ...account, folder };
};

export const unusable = (folder: string, cause: unknown): StartError =>
  new StartError(
    `The folder ${folder} cannot be made or used by this user (${(cause as Error).message}). Give it to this user, or set DARKROOM_DATA_DIR to another folder.`,
    { cause },
  );
