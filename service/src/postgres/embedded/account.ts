import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import type { SystemAccount } from '../../ports/system-account.ts';
import { StartError } from '../connection/start-error.ts';

/**
 * Chooses the system user that runs the server, because PostgreSQL refuses to run as root. The user who owns an
 * existing database stays the same.
 */
export const chooseAccount = async (databaseFolder: string): Promise<SystemAccount> => {
  const owner = await stat(databaseFolder).catch(() => undefined);
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner && owner.uid !== self)
      throw new StartError(
        `The database in ${databaseFolder} belongs to another user (id ${owner.uid}). Start the service as that user or as root.`,
      );
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = await readUsers();
  const account = findUser(users, 'darkroom') ?? findUser(users, 'nobody');
  if (!account)
    throw new StartError(
      'PostgreSQL does not run as root. Create a user "darkroom", start the service as another user, or set DATABASE_URL.',
    );
  return { uid: account.uid, gid: account.gid };
};

export type User = { name: string; uid: number; gid: number };

export const readUsers = async (): Promise<User[]> => {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.split(':'));
  // macOS writes the id of the user nobody as -2.
  return lines
    .filter(({ length }) => length > 3)
    .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }));
};

export const findUser = (users: readonly User[], wanted: string): User | undefined =>
  users.find(({ name }) => name === wanted);

/** The user name of the service, which the server's peer authentication checks. */
export const ownUserName = (): string => {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new StartError(
      'The embedded database needs a system user with a name, and the id that the service runs under has none. Add it to /etc/passwd or set DATABASE_URL.',
      { cause },
    );
  }
};

const READ = 0o4;
const ENTER = 0o1;

/** True when the modes of a file or folder and of its parents let the account reach it. */
export const canReach = async (account: SystemAccount, path: string): Promise<boolean> => {
  if (!account) return true;
  if (!(await permits(account, path, READ | ENTER))) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!(await permits(account, folder, ENTER))) return false;
    if (folder === dirname(folder)) return true;
  }
};

/**
 * True when the account can enter the folder and all its parents, so that it can reach a file in the folder whose path it
 * knows. It may lack the right to list the folder.
 */
export const canReachInto = async (account: SystemAccount, folder: string): Promise<boolean> => {
  if (!account) return true;
  for (let parent = folder; ; parent = dirname(parent)) {
    if (!(await permits(account, parent, ENTER))) return false;
    if (parent === dirname(parent)) return true;
  }
};

const permits = async ({ uid, gid }: { uid: number; gid: number }, path: string, wanted: number) => {
  const { mode, uid: owner, gid: group } = await stat(path);
  const bits = owner === uid ? mode >> 6 : group === gid ? mode >> 3 : mode;
  return (bits & wanted) === wanted;
};
