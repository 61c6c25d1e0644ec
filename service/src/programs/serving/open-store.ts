import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { openFilesystemStore } from '../../object-stores/filesystem.ts';
import { metered } from '../../object-stores/metered.ts';
import { openPrivateFolder } from '../../object-stores/private-files.ts';
import { readMarker, whyNotStore, writeMarker } from '../../object-stores/store-marker.ts';
import type { Account } from '../../ports/account.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Database } from '../../postgres/connection/database.ts';
import { StartError } from '../../postgres/connection/start-error.ts';
import { chooseStoreId, findStoreId } from '../../postgres/store-id.ts';
import { unusable } from './data-folder.ts';
import { reportLine } from './report.ts';

type Parts = { config: Config; database: Database; owner: Account };

const folderOf = ({ dataDir }: Config): string => join(dataDir, 'objects');

/**
 * Opens the store of images. The first process of an installation gives the folder its identity; later ones refuse to
 * start with a folder that has another one, or none.
 */
export const openStore = async (parts: Parts): Promise<ObjectStore> => {
  const id = await claimStore(parts);
  const reason = await whyNotStore(folderOf(parts.config), id);
  if (reason)
    throw new StartError(
      `${reason} If its images are lost for good, run \`darkroom migrate --adopt-store\` to go on with this folder.`,
    );
  return open(parts, id);
};

/** Makes the folder the store of this installation if it has none yet. Returns the identity of its store. */
export const claimStore = async ({ config, database, owner }: Parts): Promise<string> => {
  const known = await findStoreId(database);
  return (
    known ??
    chooseStoreId(database, async () => {
      const dir = makeFolder(config, owner);
      const marked = (await readMarker(dir)) ?? randomUUID();
      await writeMarker(dir, marked);
      return marked;
    })
  );
};

/** Makes the folder the store of this installation although another one was: its images are lost. */
export const adoptStore = async ({ config, database, owner }: Parts): Promise<void> => {
  const known = await claimStore({ config, database, owner });
  await writeMarker(makeFolder(config, owner), known);
};

const LOOK_AGAIN_MS = 5_000;

/**
 * Opens the store for a worker. A worker never makes a store: while the folder is missing or belongs to another
 * installation, it says so and looks again every 5 s.
 */
export const awaitStore = async (parts: Parts, signal: AbortSignal): Promise<ObjectStore> => {
  let said: string | undefined;
  for (;;) {
    const id = await findStoreId(parts.database).catch(() => undefined);
    const reason = id
      ? await whyNotStore(folderOf(parts.config), id).catch((error: Error) => error.message)
      : 'The database has no image store yet. Start the API, or run `darkroom migrate`, on a machine with the store.';
    if (id && !reason) return open(parts, id);
    if (reason !== said) reportLine(`This worker takes no work. ${reason}`);
    said = reason;
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {
      throw new StartError('The worker was stopped before it found its image store.');
    });
  }
};

const makeFolder = (config: Config, owner: Account): string => {
  const dir = folderOf(config);
  try {
    return openPrivateFolder(dir, owner);
  } catch (cause) {
    throw unusable(dir, cause);
  }
};

const open = async ({ config, owner }: Parts, id: string): Promise<ObjectStore> => {
  const dir = folderOf(config);
  try {
    return metered(await openFilesystemStore({ dir, minFreeBytes: config.minFreeBytes, owner, id }));
  } catch (cause) {
    throw unusable(dir, cause);
  }
};
