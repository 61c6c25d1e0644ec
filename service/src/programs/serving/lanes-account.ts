import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { SystemAccount } from '../../ports/system-account.ts';
import { StartError } from '../../postgres/connection/start-error.ts';
import { chooseAccount, findUser, readUsers, type User } from '../../postgres/embedded/account.ts';

/**
 * User ids that no distribution gives to users and systemd does not give to services; see systemd.io/UIDS-GIDS. They are
 * below 65536, because containers usually have only those.
 */
const FIRST_UID = 60_706;
const LAST_UID = 61_183;
const isReserved = (uid: number) => uid >= FIRST_UID && uid <= LAST_UID;

type Situation = {
  /** The value of DARKROOM_LANES_USER. */
  wanted: string | undefined;
  users: readonly User[];
  dataDir: string;
  objectsOwner: number | undefined;
  databaseUid: number | undefined;
};

/**
 * Chooses the account of lanes, header reader and models when the service is started as root: the configured account,
 * or a reserved user id, which owns `objects/` from the first start on. It is not the database's account, so that a
 * compromised image decoder cannot read the database, and not `nobody`, which other daemons also use.
 */
export const lanesAccountFor = (situation: Situation): NonNullable<SystemAccount> => {
  const { wanted, users, dataDir, objectsOwner, databaseUid } = situation;
  if (wanted !== undefined) return checkedAccount(wanted, users, databaseUid);
  if (objectsOwner !== undefined && isReserved(objectsOwner)) return { uid: objectsOwner, gid: objectsOwner };
  const count = LAST_UID - FIRST_UID + 1;
  const start = Number.parseInt(hash('sha256', dataDir).slice(0, 8), 16);
  const numbers = Array.from({ length: count }, (_, step) => FIRST_UID + ((start + step) % count));
  const free = numbers.find((number) => !users.some(({ uid }) => uid === number));
  if (free === undefined)
    throw new StartError(
      'No user id is free for the lanes. Set DARKROOM_LANES_USER to a user that nothing else uses.',
    );
  return { uid: free, gid: free };
};

const checkedAccount = (
  wanted: string,
  users: readonly User[],
  databaseUid: number | undefined,
): NonNullable<SystemAccount> => {
  const number = /^\d+$/.test(wanted) ? Number(wanted) : undefined;
  const user = findUser(users, wanted) ?? users.find(({ uid }) => uid === number);
  const account = user ?? (number === undefined ? undefined : { uid: number, gid: number });
  if (!account)
    throw new StartError(
      `DARKROOM_LANES_USER is ${wanted}, but /etc/passwd has no such user. Create it, or set another one.`,
    );
  if (account.uid === 0 || account.gid === 0 || account.uid === databaseUid)
    throw new StartError(
      `DARKROOM_LANES_USER must be a user that nothing else uses, but ${wanted} is ${account.uid === databaseUid ? "the embedded database's user" : 'root'}.`,
    );
  return { uid: account.uid, gid: account.gid };
};

/** Returns the account of the lanes; undefined unless started as root, because only root can switch accounts. */
export const chooseLanesAccount = async ({
  dataDir,
  databaseUrl,
  lanesUser,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'lanesUser'>): Promise<SystemAccount> => {
  if (process.geteuid?.() !== 0) return undefined;
  const database = databaseUrl ? undefined : await chooseAccount(join(dataDir, 'postgres'));
  const objects = await stat(join(dataDir, 'objects')).catch(() => undefined);
  return lanesAccountFor({
    wanted: lanesUser,
    users: await readUsers(),
    dataDir,
    objectsOwner: objects?.uid,
    databaseUid: database?.uid,
  });
};
