import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Database, openDatabase } from '../../../src/postgres/connection/database.ts';
import { migrate, readMigrations } from '../../../src/postgres/connection/migrate.ts';

export type FreshDatabase = { url: string; database: Database; drop(): Promise<void> };

/** A migrated database of the caller's own, on the server that all test files of a run share. */
export const freshDatabase = async (options = { connections: 5 }): Promise<FreshDatabase> => {
  const server = await sharedServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(server, async (run) => {
    const template = await migratedTemplate(server, run);
    // The strategy file_copy takes a quarter of the processor time of the default strategy.
    await run(`create database ${name} template ${template} owner darkroom strategy file_copy`);
  });
  const url = urlFor(server, { database: name });
  const database = openDatabase(url, options);
  const drop = async () => {
    await database.close();
    await asSuperuser(server, (run) => run(`drop database ${name} with (force)`));
  };
  return { url, database, drop };
};

type Run = (text: string) => Promise<Record<string, unknown>[]>;

/**
 * Creates the template database for the current migrations unless it exists. It has another name until it is
 * complete.
 */
const migratedTemplate = async (server: string, run: Run): Promise<string> => {
  const checksums = (await readMigrations()).map(({ checksum }) => checksum).join();
  const template = `template_${createHash('sha256').update(checksums).digest('hex').slice(0, 24)}`;
  await run('select pg_advisory_lock(1)');
  const [existing] = await run(`select from pg_database where datname = '${template}'`);
  if (!existing) {
    const draft = `draft_${randomUUID().replaceAll('-', '')}`;
    await run(`create database ${draft} owner darkroom`);
    const database = openDatabase(urlFor(server, { database: draft }), { connections: 1 });
    await migrate(database).finally(() => database.close());
    await run(`alter database ${draft} rename to ${template}`);
  }
  await run('select pg_advisory_unlock(1)');
  return template;
};

const asSuperuser = async <Result>(server: string, work: (run: Run) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client(urlFor(server, { user: 'postgres', database: 'postgres' }));
  await client.connect();
  return work(async (text) => (await client.query(text)).rows).finally(() => client.end());
};

const urlFor = (server: string, { user, database }: { user?: string; database: string }): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  if (user) url.username = user;
  return url.href;
};

let shared: Promise<string> | undefined;
const sharedServer = (): Promise<string> => {
  shared ??= findOrStartServer();
  return shared;
};

const START_DEADLINE_MS = 30_000;
const RETRY_MS = 50;
const START_AGAIN_MS = 1_000;

const findOrStartServer = async (): Promise<string> => {
  const home = await makeHome();
  const deadline = Date.now() + START_DEADLINE_MS;
  let startedAt = 0;
  while (Date.now() < deadline) {
    const url = await joinServer(join(home, 'socket'));
    if (url) return url;
    // Several processes may start the server at once: the first gets the lock, and the others end. The start is
    // repeated, because a server that had the lock may have been about to end.
    if (Date.now() - startedAt > START_AGAIN_MS) {
      startedAt = Date.now();
      await startServer(home);
    }
    await sleep(RETRY_MS);
  }
  throw new Error(`The shared test database did not start: ${await readFile(join(home, 'log'), 'utf8')}`);
};

/** Makes the folder of the server: one for each user and checkout. */
const makeHome = async (): Promise<string> => {
  const key = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 12);
  const home = join(tmpdir(), `darkroom-test-${process.getuid?.()}-${key}`);
  await mkdir(home, { recursive: true });
  if ((await stat(home)).uid !== process.getuid?.()) throw new Error(`${home} belongs to another user.`);
  return home;
};

/** Registers this process with the server until the connection ends. The connection does not keep the process alive. */
const joinServer = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(path).setEncoding('utf8');
    let answer = '';
    socket.on('data', (text: string) => {
      answer += text;
      if (!answer.endsWith('\n')) return;
      socket.unref();
      resolve(answer.trim());
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(undefined));
  });

const startServer = async (home: string): Promise<void> => {
  const log = await open(join(home, 'log'), 'a', 0o600);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'shared-server.ts'), home], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env,
  });
  child.unref();
  await log.close();
};
