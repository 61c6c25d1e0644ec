import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../../config.ts';
import { METRICS } from '../../../metrics/metrics.ts';
import { metered } from '../../../object-stores/metered.ts';
import type { ObjectStore } from '../../../ports/images/object-store.ts';
import type { SystemAccount } from '../../../ports/system-account.ts';
import type { Database } from '../../../postgres/connection/database.ts';
import { StartError, StartInterrupted } from '../../../postgres/connection/start-error.ts';
import { chooseStoreId, findStoreId } from '../../../postgres/store-id.ts';
import { reportWarning } from '../report.ts';
import { prepareDataFolder } from './data-folder.ts';
import { type StorePlace, storePlace } from './store-place.ts';

type Parts = { config: Config; database: Database; owner: SystemAccount };

/**
 * Opens the store of images. The first process of an installation gives the store its identity. Later processes
 * refuse to start with a store that has a different identity or none.
 */
export const openStore = async (parts: Parts): Promise<ObjectStore> => {
  const place = storePlace(parts.config, parts.owner);
  const id = await ensureStoreId(parts);
  const reason = await whyNotStore(place, id);
  if (reason)
    throw new StartError(
      `${reason} If its images are lost for good, run \`darkroom migrate --adopt-store\` to go on with this one.`,
    );
  return metered(await place.open(id));
};

/** Opens the store for a command that ends by itself. */
export const openStoreForCommand = async (config: Config, database: Database): Promise<ObjectStore> =>
  openStore({ config, database, owner: await prepareDataFolder(config) });

/**
 * Returns the identity of the store of this installation. If the installation has no store yet, the configured folder
 * or bucket becomes its store.
 */
export const ensureStoreId = async ({ config, database, owner }: Parts): Promise<string> => {
  const storeId = await findStoreId(database);
  if (storeId) return storeId;
  const place = storePlace(config, owner);
  return chooseStoreId(database, async () => {
    const marked = (await place.readId()) ?? randomUUID();
    await place.writeId(marked);
    return marked;
  });
};

/**
 * Makes the configured folder or bucket the store of this installation, replacing any earlier store. The images
 * in the earlier store are not copied.
 */
export const adoptStore = async (parts: Parts): Promise<void> => {
  const storeId = await ensureStoreId(parts);
  await storePlace(parts.config, parts.owner).writeId(storeId);
};

const RETRY_EVERY_MS = 5_000;

/** The signals between a program that is starting and a part of it that must wait. */
export type StartSignals = {
  /** Ends the wait. */
  signal: AbortSignal;
  /** Tells the operations port what the start waits for. */
  waitFor(reason: string): void;
};

/**
 * Opens the store for a worker. A worker never makes a store: while the store is missing or belongs to another
 * installation, the worker reports that and checks again every 5 s.
 */
export const waitForStore = async (parts: Parts, { signal, waitFor }: StartSignals): Promise<ObjectStore> => {
  const place = storePlace(parts.config, parts.owner);
  let reported: string | undefined;
  for (;;) {
    const { id, reason } = await checkStore(parts, place).catch((error: Error) => ({
      id: undefined,
      reason: error.message,
    }));
    METRICS.quarantined.set(reason ? 1 : 0);
    if (id && !reason) return metered(await place.open(id));
    const problem = `This worker takes no work. ${reason}`;
    if (problem !== reported) reportWarning(problem);
    reported = problem;
    waitFor(problem);
    await sleep(RETRY_EVERY_MS, undefined, { signal }).catch(() => {
      throw new StartInterrupted('The worker was stopped before it found its image store.');
    });
  }
};

const checkStore = async ({ database }: Parts, place: StorePlace) => {
  const id = await findStoreId(database);
  const reason = id
    ? await whyNotStore(place, id)
    : 'The database does not know its image store yet. Start the API, or run `darkroom migrate`, on a machine that can reach the image store.';
  return { id, reason };
};

/** Returns why the store at this place does not have the given identity; undefined when it has. */
const whyNotStore = async ({ name, advice, readId }: StorePlace, id: string): Promise<string | undefined> => {
  const found = await readId();
  if (found === id) return undefined;
  const what = found === undefined ? 'it has no store-id' : 'it belongs to another installation';
  return `${name} is not the image store of this database: ${what}. ${advice}`;
};
