import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SystemAccount } from '../../ports/system-account.ts';
import { StartError } from '../connection/start-error.ts';
import { canReachInto } from './account.ts';
import type { Cluster } from './cluster.ts';
import { PORT } from './settings.ts';

// The kernel limits a socket path to 107 bytes on Linux and 103 on macOS.
const MAX_SOCKET_PATH_BYTES = 100;

/** The folder of the socket, as the service and as the server name it. Only the service's user may enter it. */
export type SocketFolder = { path: string; nameForServer: string };

export const prepareSocketFolder = async (cluster: Cluster): Promise<SocketFolder> => {
  if (isShort(cluster.folder)) return { path: cluster.folder, nameForServer: cluster.nameForServer };
  const path = await makeShortFolder(cluster.folder, cluster.account);
  return { path, nameForServer: path };
};

/** Removes a socket folder outside the data folder, unless it still contains files. */
export const removeSocketFolder = async ({ path }: SocketFolder, cluster: Cluster): Promise<void> => {
  if (path !== cluster.folder) await rmdir(path).catch(() => {});
};

const isShort = (folder: string) =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}.lock`)) < MAX_SOCKET_PATH_BYTES;

const makeShortFolder = async (databaseFolder: string, account: SystemAccount): Promise<string> => {
  const key = createHash('sha256').update(databaseFolder).digest('hex').slice(0, 16);
  const usual = join(tmpdir(), `darkroom-${key}`);
  const folder = isShort(usual) && (await canReachInto(account, tmpdir())) ? usual : `/tmp/darkroom-${key}`;
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Any user can make folders in /tmp: a folder with another owner could contain an attacker's server.
  const found = await lstat(folder);
  const ours = found.uid === process.getuid?.() || found.uid === account?.uid;
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0)
    throw new StartError(
      `The folder ${folder} belongs to someone else. Remove it, or set DARKROOM_DATA_DIR to a shorter path.`,
    );
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
};
