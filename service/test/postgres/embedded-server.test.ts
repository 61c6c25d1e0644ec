import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedServer, startEmbeddedServer } from '../../src/postgres/embedded/embedded-server.ts';

// This file is long on purpose: its tests share an embedded server, because creating a database takes a second.

const home = await mkdtemp(join(tmpdir(), 'darkroom-embedded-'));
await chmod(home, 0o755);
// Creating a database takes a second, so most tests use the same one.
const dataDir = join(home, 'data');
const folder = join(dataDir, 'postgres');

const running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of running.splice(0).reverse()) await end();
});
after(() => rm(home, { recursive: true, force: true }));

const start = async (options: Partial<Parameters<typeof startEmbeddedServer>[0]> = {}) => {
  const server = await startEmbeddedServer({ dataDir, ...options });
  running.push(() => server.stop());
  return server;
};

/** Starts the service in another process, for tests that kill that process. */
const startElsewhere = async (where = dataDir) => {
  const script = join(import.meta.dirname, '../support/database/embedded-service.ts');
  const service = spawn(process.execPath, [script, where], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  running.push(() => kill(service));
  const answer = async () => {
    for await (const line of createInterface(service.stdout)) return JSON.parse(line);
  };
  return { service, answer };
};

const kill = async (child: ChildProcess, target = child.pid!, signal: NodeJS.Signals = 'SIGKILL') => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  process.kill(target, signal);
  await exit;
};

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
};

// Most waits take a tenth of a second, but longer on a machine that is busy with other things.
const PATIENCE_MS = 20_000;
const until = async <Result>(deadlineMs: number, attempt: () => Promise<Result>): Promise<Result> => {
  for (const deadline = Date.now() + deadlineMs; ; await sleep(20)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
};

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** After its end, a process that is not the test's child still exists for a moment, until init has reaped it. */
const gone = (pid: number) => until(PATIENCE_MS, async () => assert.equal(isAlive(pid), false));

const restarted = (server: EmbeddedServer, oldPid: number) =>
  until(PATIENCE_MS, async () => {
    assert.notEqual(server.pid, oldPid);
    return query(server.url, 'select 1');
  });

test('the first start makes a database that is durable, in UTF-8 and UTC, and owned by no superuser', async () => {
  const { url } = await start();
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_level', 'max_connections'];
  const shown = settings.map((name) => `current_setting('${name}')`).join();
  assert.deepEqual(await query(url, `select ${shown}`), ['on', 'on', 'on', 'replica', '100']);
  assert.deepEqual(
    await query(
      url,
      `select current_user::text, rolsuper, current_setting('server_encoding'), current_setting('timezone'), datcollate
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    ),
    ['darkroom', false, 'UTF8', 'UTC', 'C'],
  );
  await query(url, 'create table kept (number integer)');
  await query(url, 'insert into kept values (1)');
});

test('its address is a URL to every parser, whatever the environment says about PostgreSQL', async () => {
  process.env['PGPORT'] = '1';
  process.env['PGDATABASE'] = 'other';
  try {
    const { url } = await start();
    assert.equal(new URL(url).searchParams.get('host'), folder);
    assert.deepEqual(await query(url, 'select current_database()::text'), ['darkroom']);
  } finally {
    delete process.env['PGPORT'];
    delete process.env['PGDATABASE'];
  }
});

test('a stop ends the server in order, and a later start finds what was written', async () => {
  const first = await start();
  await first.stop();
  await first.stop();
  await gone(first.pid);
  assert.equal((await readdir(folder)).includes('postmaster.pid'), false);
  const second = await start();
  assert.deepEqual(await query(second.url, 'select number from kept'), [1]);
});

test('nothing is reachable over the network, and other local users are kept out', async () => {
  const { url } = await start();
  assert.deepEqual(await query(url, `select current_setting('listen_addresses')`), ['']);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  if (process.getuid?.() !== 0) return;
  const owner = (await stat(folder)).uid;
  for (const [user, refusal] of [
    [owner, /Peer authentication failed/],
    [owner - 1, /EACCES/],
  ] as const) {
    process.seteuid?.(user);
    await query(url, 'select 1')
      .then(
        () => assert.fail('a stranger got in'),
        (error: Error) => assert.match(error.message, refusal),
      )
      .finally(() => process.seteuid?.(0));
  }
});

test('a second start on the same data folder is refused with a sentence that names it', async () => {
  const { url } = await start();
  await assert.rejects(startEmbeddedServer({ dataDir }), (error: Error) => error.message.includes(dataDir));
  const { answer } = await startElsewhere();
  assert.match((await answer()).refused, /^Another service is already running on the data folder /);
  assert.deepEqual(await query(url, 'select number from kept'), [1]);
});

test('a killed service leaves its server running, and the next one takes it over and stops it', async () => {
  const { service, answer } = await startElsewhere();
  const { pid } = await answer();
  await kill(service);
  const server = await start();
  assert.equal(server.pid, pid);
  assert.deepEqual(await query(server.url, 'select number from kept'), [1]);
  await server.stop();
  await gone(pid);
});

test("the terminal's Ctrl-C does not reach the server", async () => {
  const { service, answer } = await startElsewhere();
  const { url, pid } = await answer();
  await kill(service, -service.pid!, 'SIGINT');
  assert.deepEqual(await query(url, 'select number from kept'), [1]);
  assert.equal((await start()).pid, pid);
});

test('a server that was left behind with other settings is replaced', async () => {
  const { service, answer } = await startElsewhere();
  const { pid } = await answer();
  await kill(service);
  const server = await start({ settings: { work_mem: '5MB' } });
  assert.notEqual(server.pid, pid);
  assert.deepEqual(await query(server.url, `select current_setting('work_mem')`), ['5MB']);
});

test('a killed server is started again, with everything that was committed', async () => {
  const reports: string[] = [];
  const server = await start({ report: (sentence) => reports.push(sentence) });
  for (const number of [2, 3]) {
    const { pid } = server;
    await query(server.url, `insert into kept values (${number})`);
    process.kill(pid, 'SIGKILL');
    await restarted(server, pid);
  }
  assert.deepEqual(await query(server.url, 'select number from kept order by 1'), [1, 2, 3]);
  assert.match(reports[0]!, /ended unexpectedly \(signal SIGKILL\)/);
});

test('a server that someone else stopped is started again, even while connections are open', async () => {
  const server = await start();
  const { pid } = server;
  const client = new pg.Client(server.url);
  client.on('error', () => {});
  await client.connect();
  process.kill(pid, 'SIGTERM');
  await restarted(server, pid);
  await client.end();
});

test('a statement that outlives a killed server does not keep the new one from starting', async () => {
  const server = await start();
  const { pid } = server;
  const busy = query(server.url, 'select count(*) from generate_series(1, 10000000000)').catch(() => {});
  await until(PATIENCE_MS, async () =>
    assert.deepEqual(
      await query(
        server.url,
        `select count(*)::int from pg_stat_activity where query like '%generate_series(1, 1%'
        and pid <> pg_backend_pid() and state = 'active'`,
      ),
      [1],
    ),
  );
  process.kill(pid, 'SIGKILL');
  await restarted(server, pid);
  await busy;
});

test('a server that was taken over is watched as well', async () => {
  const { service, answer } = await startElsewhere();
  const { pid } = await answer();
  await kill(service);
  const server = await start();
  process.kill(pid, 'SIGKILL');
  await restarted(server, pid);
});

test('a stop during a restart leaves no server behind', async () => {
  const server = await start();
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await gone(pid);
  await server.stop();
  await gone(server.pid);
  await start();
});

test('a pid file whose process is not PostgreSQL is removed', async () => {
  const { uid, gid } = await stat(folder);
  const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
  running.push(() => kill(stranger));
  const text = `${stranger.pid}\n${folder}\n1700000000\n5432\n${folder}\n\n  12345 67890\nready   \n`;
  await writeFile(join(folder, 'postmaster.pid'), text);
  await writeFile(join(folder, '.s.PGSQL.5432.lock'), text);
  const server = await start();
  assert.notEqual(server.pid, stranger.pid);
  assert.equal(isAlive(stranger.pid!), true);
});

test('a server that does not start reports why and unlocks the folder', async () => {
  await assert.rejects(start({ settings: { shared_buffers: 'much' } }), /did not start: .*shared_buffers/);
  await start();
});

test('a data folder that cannot be made or used is named in a sentence', async () => {
  await writeFile(join(home, 'file'), '');
  await assert.rejects(
    start({ dataDir: join(home, 'file/data') }),
    /^StartError: The data folder .* cannot be created/,
  );
  await mkdir(join(home, 'odd/postgres.lock'), { recursive: true });
  await assert.rejects(
    start({ dataDir: join(home, 'odd') }),
    /^StartError: The data folder .* cannot be used/,
  );
});

test('a database of another PostgreSQL version is refused', async () => {
  const other = join(home, 'other');
  await mkdir(join(other, 'postgres'), { recursive: true });
  await writeFile(join(other, 'postgres/PG_VERSION'), '17\n');
  await assert.rejects(start({ dataDir: other }), /made by PostgreSQL 17/);
  await rm(join(other, 'postgres/PG_VERSION'));
  await writeFile(join(other, 'postgres/notes.txt'), '');
  await assert.rejects(start({ dataDir: other }), /is not a database of PostgreSQL/);
});

test('a path that is too long for a socket works', async () => {
  const long = join(home, 'a-rather-long-name-for-a-folder'.repeat(4));
  const { url, stop } = await start({ dataDir: long });
  const socketFolder = new URL(url).searchParams.get('host')!;
  assert.ok(socketFolder.length < 80);
  assert.equal((await stat(socketFolder)).mode & 0o777, 0o700);
  assert.deepEqual(await query(url, 'select 1'), [1]);
  await stop();
  await assert.rejects(stat(socketFolder), { code: 'ENOENT' });
});

test('an interrupted first start is repeated by the next start', async () => {
  const interrupted = join(home, 'interrupted');
  const { service } = await startElsewhere(interrupted);
  const isDraft = (name: string) => name.startsWith('postgres.new-');
  await until(PATIENCE_MS, async () => {
    const draft = (await readdir(interrupted)).find(isDraft);
    assert.ok((await readdir(join(interrupted, draft!))).includes('base'));
  });
  await kill(service);
  const { url } = await start({ dataDir: interrupted });
  assert.deepEqual(await query(url, 'select 1'), [1]);
  assert.deepEqual((await readdir(interrupted)).filter(isDraft), []);
});

test('a log that has grown large is cut', async () => {
  const log = join(dataDir, 'postgres.log');
  await writeFile(log, 'x'.repeat(9 * 1024 * 1024));
  await start();
  assert.ok((await stat(log)).size < 10_000);
  assert.equal((await readFile(`${log}.1`)).length, 9 * 1024 * 1024);
});

// Only root runs the server under another account, and only then are there folders that the server cannot enter.
if (process.getuid?.() === 0)
  test('a data folder in a private home works for root', async () => {
    const closed = join(home, 'private');
    await mkdir(closed, { mode: 0o700 });
    const where = join(closed, 'data');
    const { service, answer } = await startElsewhere(where);
    const { pid } = await answer();
    await kill(service);
    const server = await start({ dataDir: where });
    assert.equal(server.pid, pid);
    process.kill(pid, 'SIGKILL');
    await restarted(server, pid);
  });
