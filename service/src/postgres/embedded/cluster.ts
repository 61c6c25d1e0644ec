import { chmod, chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemAccount } from '../../ports/system-account.ts';
import { StartError } from '../connection/start-error.ts';
import { canReachInto, ownUserName } from './account.ts';
import type { Binaries } from './binaries.ts';
import { runTool } from './run-tool.ts';
import { SYNC_METHOD } from './settings.ts';

const DRAFT = 'postgres.new-';
const MAJOR_VERSION = '18';
export const SUPERUSER = 'postgres';
export const OWNER = 'darkroom';
export const DATABASE = 'darkroom';

/** The files of one server, which PostgreSQL calls a cluster. */
export type Cluster = {
  folder: string;
  /**
   * The path of the folder in the server's settings. The account may be unable to enter the parents (root's home is
   * 0700), but a process that is started inside the folder can name it by its own working directory.
   */
  nameForServer: string;
  account: SystemAccount;
};

export const openCluster = async (
  dataDir: string,
  binaries: Binaries,
  account: SystemAccount,
): Promise<Cluster> => {
  const folder = join(dataDir, 'postgres');
  const nameForServer = (await canReachInto(account, dataDir)) ? undefined : nameByWorkingDirectory(dataDir);
  await clearDrafts(dataDir);
  if (await isMissing(folder)) {
    const draft = await mkdtemp(join(dataDir, DRAFT));
    await createCluster(draft, folder, binaries, account, nameForServer ?? draft).catch((cause: Error) => {
      throw new StartError(`The database could not be set up in ${dataDir}: ${cause.message}`, { cause });
    });
    await syncFolder(dataDir);
  }
  await checkVersion(folder);
  await chmod(folder, 0o700);
  return { folder, nameForServer: nameForServer ?? folder, account };
};

const nameByWorkingDirectory = (dataDir: string): string => {
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new StartError(
    `PostgreSQL does not run as root, and the user it runs under instead cannot reach ${dataDir}. Set DARKROOM_DATA_DIR to a folder that all users may enter, or start as another user.`,
  );
};

/** Removes the drafts of interrupted starts. A start creates the database in a draft folder and renames it when complete. */
const clearDrafts = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir))
    if (name.startsWith(DRAFT))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
};

const isMissing = async (folder: string): Promise<boolean> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.length === 0;
};

const createCluster = async (
  draft: string,
  folder: string,
  { initdb, postgres }: Binaries,
  account: SystemAccount,
  name: string,
): Promise<void> => {
  const run = (program: string, args: string[], input?: string) =>
    runTool(program, args, { cwd: draft, account, input });
  await changeOwner(account, draft);
  const options = ['-U', SUPERUSER, '--encoding=UTF8', '--no-locale', '--auth=peer', '--no-sync'];
  await run(initdb, ['-D', name, ...options]);
  // The service's own role is not a superuser, as on a managed server.
  await run(
    postgres,
    ['--single', '-D', name, '-c', 'exit_on_error=on', '-c', 'fsync=off', 'postgres'],
    `create role ${OWNER} login;\ncreate database ${DATABASE} owner ${OWNER};\n`,
  );
  await run(initdb, ['-D', name, '--sync-only', `--sync-method=${SYNC_METHOD}`]);
  await rename(draft, folder);
};

const changeOwner = async (account: SystemAccount, path: string): Promise<void> => {
  if (account) await chown(path, account.uid, account.gid);
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
};

const checkVersion = async (folder: string): Promise<void> => {
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === MAJOR_VERSION) return;
  throw new StartError(
    version
      ? `The database in ${folder} was made by PostgreSQL ${version}, and this service includes version ${MAJOR_VERSION}. Upgrade it with pg_upgrade, or set DATABASE_URL to a server that can read it.`
      : `The folder ${folder} is not a database of PostgreSQL. Move it away, or set DARKROOM_DATA_DIR to another folder.`,
  );
};

/**
 * Allows only the system user of the service to connect, checked by the kernel (peer). This and the mode of the socket
 * folder both stop other local users, and there is no password that could leak.
 * Returns true when the files needed no change.
 */
export const grantAccess = async ({ folder, account }: Cluster): Promise<boolean> => {
  const map = [OWNER, SUPERUSER].map((role) => `service "${ownUserName()}" ${role}\n`).join('');
  const same = [
    await replaceFile(join(folder, 'pg_hba.conf'), 'local all all peer map=service\n', account),
    await replaceFile(join(folder, 'pg_ident.conf'), map, account),
  ];
  return same.every(Boolean);
};

const replaceFile = async (path: string, text: string, account: SystemAccount): Promise<boolean> => {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return true;
  const draft = `${path}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await chmod(draft, 0o600);
  await changeOwner(account, draft);
  await rename(draft, path);
  return false;
};
