import assert from 'node:assert/strict';
import { chmod, link, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  createPrivateFile,
  giveFile,
  makePrivateFolder,
  openPrivateFolder,
} from '../../src/object-stores/private-files.ts';

const home = await mkdtemp(join(tmpdir(), 'darkroom-private-'));
after(() => rm(home, { recursive: true }));
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('folders and files are private from the start, whatever the umask', async () => {
  const umask = process.umask(0);
  try {
    const folder = openPrivateFolder(join(home, 'new/folder'), undefined);
    assert.equal(await modeOf(folder), 0o700);
    const file = await createPrivateFile(join(folder, 'file'), undefined);
    await file.close();
    assert.equal(await modeOf(join(folder, 'file')), 0o600);
  } finally {
    process.umask(umask);
  }
});

test('an existing folder becomes private, and the files in it stay as they are', async () => {
  const folder = join(home, 'existing');
  await mkdir(folder);
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'file'), 'image');
  await chmod(join(folder, 'file'), 0o644);
  makePrivateFolder(folder, undefined);
  assert.equal(await modeOf(folder), 0o700);
  assert.equal(await modeOf(join(folder, 'file')), 0o644);
});

test('the operator may link a folder to another disk, and a lane may not link a folder to another place', async () => {
  await mkdir(join(home, 'disk'));
  await symlink(join(home, 'disk'), join(home, 'linked'));
  assert.equal(openPrivateFolder(join(home, 'linked'), undefined), join(home, 'disk'));
  assert.throws(() => makePrivateFolder(join(home, 'linked'), undefined), { code: 'ENOTDIR' });
});

// Only root can give files to another account.
if (process.getuid?.() === 0) {
  const owner = { uid: 60_999, gid: 60_999 };

  test('under root, new files belong to the account that uses them', async () => {
    const folder = openPrivateFolder(join(home, 'given'), owner);
    const file = await createPrivateFile(join(folder, 'file'), owner);
    await file.close();
    for (const path of [folder, join(folder, 'file')]) {
      const { uid, gid } = await stat(path);
      assert.deepEqual({ uid, gid }, owner);
    }
  });

  test('under root, an older file changes owner when it is used, unless it has a second hard link', async () => {
    const [alone, twice] = [join(home, 'alone'), join(home, 'twice')];
    for (const path of [alone, twice]) await writeFile(path, 'image', { mode: 0o600 });
    await link(twice, join(home, 'second name'));
    for (const path of [alone, twice, join(home, 'absent')]) giveFile(path, owner);
    assert.deepEqual([(await stat(alone)).uid, (await stat(twice)).uid], [owner.uid, 0]);
  });

  test('an ordinary user leaves the mode of a folder that belongs to someone else', async () => {
    const volume = join(home, 'volume');
    await mkdir(volume);
    await chmod(home, 0o755);
    await chmod(volume, 0o777);
    process.seteuid?.(owner.uid);
    try {
      makePrivateFolder(volume, undefined);
    } finally {
      process.seteuid?.(0);
    }
    assert.equal(await modeOf(volume), 0o777);
  });
}
