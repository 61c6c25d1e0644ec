import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openDatabasePort } from '../support/database/database-port.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const READY_MS = 20_000;

export type PgBouncer = {
  /** The address of the database behind PgBouncer. */
  url: string;
  /** Ends PgBouncer with all its connections, and starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the real PgBouncer in front of a test database, with these settings. */
export const startPgBouncer = async (
  databaseUrl: string,
  settings: Record<string, string | number>,
): Promise<PgBouncer> => {
  await run('pgbouncer', ['--version']).catch((cause) => {
    throw new Error('PgBouncer is not installed. Install it first: apt-get install pgbouncer', { cause });
  });
  const relay = await openDatabasePort(databaseUrl);
  const target = new URL(relay.url);
  const home = await mkdtemp(join(tmpdir(), 'darkroom-pgbouncer-'));
  // PgBouncer does not run as root: another account must be able to read its file.
  await chmod(home, 0o755);
  const port = await freePort();
  const file = join(home, 'pgbouncer.ini');
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  await writeFile(
    file,
    `[databases]\n* = host=127.0.0.1 port=${relay.port} user=${target.username}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  target.host = `127.0.0.1:${port}`;

  const launch = async () => {
    const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const endWithTheTest = () => child.kill('SIGKILL');
    process.once('exit', endWithTheTest);
    let printed = '';
    child.stderr.on('data', (text) => {
      printed = (printed + text).slice(-10_000);
    });
    const answers = async () => {
      if (child.exitCode !== null) return true;
      const client = new pg.Client(target.href);
      await client.connect();
      await client.end();
      return true;
    };
    await until('PgBouncer answers', READY_MS, answers).catch((cause) => {
      throw new Error(`PgBouncer does not answer: ${printed}`, { cause });
    });
    if (child.exitCode !== null) throw new Error(`PgBouncer has ended: ${printed}`);
    return async () => {
      process.off('exit', endWithTheTest);
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
  };
  let end = await launch();
  return {
    url: target.href,
    restart: async () => {
      await end();
      end = await launch();
    },
    stop: async () => {
      await end();
      await relay.close();
      await rm(home, { recursive: true });
    },
  };
};
