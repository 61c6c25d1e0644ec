import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../src/postgres/connection/database.ts';
import { freshDatabase } from './database.ts';

test('each database is migrated and empty, whatever was done to another', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()]);
  await one.database.run(statement('create table mine ()'), []);
  const tables = statement<{ mine: string | null; users: string | null }>(
    `select to_regclass('mine')::text as mine, to_regclass('users')::text as users`,
  );
  assert.deepEqual(await two.database.run(tables, []), [{ mine: null, users: 'users' }]);
  await Promise.all([one.drop(), two.drop()]);
});

test('the shared server ends and takes its data along when its last user has gone', async () => {
  const home = await mkdtemp(join(tmpdir(), 'darkroom-shared-'));
  await chmod(home, 0o755);
  const script = join(import.meta.dirname, 'shared-server.ts');
  const server = spawn(process.execPath, [script, home, '1000'], { stdio: 'inherit' });
  const exit = once(server, 'exit');
  const user = await firstUser(join(home, 'socket'));
  user.destroy();
  assert.deepEqual(await exit, [0, null]);
  assert.deepEqual(await readdir(home), ['postgres.lock']);
  await rm(home, { recursive: true });
});

/** Tries to connect until the server is up: before that, its socket does not exist. */
const firstUser = async (path: string) => {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const user = connect(path);
    if (await once(user, 'data').catch(() => undefined)) return user;
    await sleep(50);
  }
  throw new Error('The shared server did not start.');
};
