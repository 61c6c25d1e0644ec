import { createReadStream, createWriteStream } from 'node:fs';
import { chown, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { SystemAccount } from '../../ports/system-account.ts';
import { chooseAccount } from './account.ts';
import { SUPERUSER } from './cluster.ts';

const WAL = 'pg_wal';
const CONTROL_FILE = 'global/pg_control';
const VERSION_FILE = 'PG_VERSION';

/** Folders whose content belongs to the running server: after a restore, the server starts with empty ones. */
const EMPTY_FOLDERS = new Set([
  WAL,
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
/**
 * Files that are not copied with the others: those of the running server, and the control file, which is copied
 * last.
 */
const LEFT_OUT = /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|pgsql_tmp.*|pg_internal\.init.*|pg_control)$/;

/**
 * Copies the files of a running server to an empty folder, as PostgreSQL's "low level backup" describes it. Files
 * that change while they are copied are repaired from the WAL that the server writes meanwhile, which is copied as
 * well. A restore gives the state at the moment at which this function ends. The embedded server comes without
 * pg_basebackup, which would do the same.
 */
export const backUpCluster = async (options: { url: string; folder: string; to: string }): Promise<void> => {
  const { url, folder, to } = options;
  const session = new pg.Client(asSuperuser(url));
  // A lost connection is reported by the next query.
  session.on('error', () => {});
  await session.connect();
  try {
    // The replication slot keeps the WAL until it is copied. Slot and backup end with the session, however this
    // process ends.
    await session.query(
      `select pg_create_physical_replication_slot('darkroom_backup_' || pg_backend_pid(), true, true)`,
    );
    const [first] = (
      await session.query<{ segment: string }>(
        `select pg_walfile_name(pg_backup_start('darkroom backup', fast => true)) as segment`,
      )
    ).rows;
    await copyFiles(folder, to);
    await writeFile(join(to, CONTROL_FILE), await readSteadily(join(folder, CONTROL_FILE)), { flush: true });
    const [last] = (
      await session.query<{ segment: string; label: string }>(
        // pg_backup_stop switches to a new WAL file, so the last WAL file that is copied is complete.
        'select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)',
      )
    ).rows;
    await writeFile(join(to, 'backup_label'), last!.label, { flush: true });
    const segments = (await readdir(join(folder, WAL))).filter(
      (name) => /^[0-9A-F]{24}$/.test(name) && name >= first!.segment && name <= last!.segment,
    );
    for (const name of segments) await copyChanging(join(folder, WAL, name), join(to, WAL, name));
  } finally {
    await session.end();
  }
};

const asSuperuser = (url: string): string => {
  const address = new URL(url);
  address.username = SUPERUSER;
  return address.href;
};

const copyFiles = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (LEFT_OUT.test(entry.name)) continue;
    if (!entry.isDirectory()) await copyChanging(source, target);
    else if (EMPTY_FOLDERS.has(entry.name)) await mkdir(target, { mode: 0o700 });
    else await copyFiles(source, target);
  }
};

/** Copies a file that may grow, shrink or disappear meanwhile. `copyFile` never ends when a file shrinks. */
const copyChanging = async (from: string, to: string): Promise<void> => {
  try {
    await pipeline(
      createReadStream(from, { highWaterMark: 1024 * 1024 }),
      createWriteStream(to, { mode: 0o600, flush: true }),
    );
  } catch (error) {
    // The file of a table that was dropped meanwhile. The WAL has the drop too.
    const { code, path } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || path !== from) throw error;
  }
};

/** Reads a file until two reads agree: the server may be writing it. */
const readSteadily = async (path: string): Promise<Buffer> => {
  let seen = await readFile(path);
  for (;;) {
    const again = await readFile(path);
    if (again.equals(seen)) return again;
    seen = again;
  }
};

/**
 * Copies a backup into a data folder that has no database. `finish` makes it usable: until then, a start on this folder is
 * refused, because the file with the version is missing.
 */
export const restoreCluster = async (from: string, dataDir: string): Promise<{ finish(): Promise<void> }> => {
  const folder = join(dataDir, 'postgres');
  const account = await chooseAccount(folder);
  await restoreFiles(from, folder, account, (name) => name !== VERSION_FILE);
  return {
    finish: async () => restoreFile(join(from, VERSION_FILE), join(folder, VERSION_FILE), account),
  };
};

const restoreFiles = async (
  from: string,
  to: string,
  account: SystemAccount,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> => {
  await mkdir(to, { recursive: true, mode: 0o700 });
  if (account) await chown(to, account.uid, account.gid);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await restoreFiles(source, target, account);
    else if (isWanted(entry.name)) await restoreFile(source, target, account);
  }
};

/** Copies a file without syncing it: the server syncs all of its files before it recovers. */
const restoreFile = async (from: string, to: string, account: SystemAccount): Promise<void> => {
  await copyFile(from, to);
  if (account) await chown(to, account.uid, account.gid);
};
