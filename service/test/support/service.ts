import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { booksIn } from '../../src/postgres/books.ts';
import { type Call, callAs } from './call.ts';
import { type FreshDatabase, freshDatabase } from './database/database.ts';
import { MAIN } from './main-file.ts';
import { type RawAnswer, sendRaw } from './raw-http.ts';
import { until } from './until.ts';

const ADMINISTRATOR_KEY = 'administrator-key-of-the-tests-0123456789';
const READY = /^Darkroom is (?:working\.|ready at (http\S+))$/;

export type Service = {
  base: string;
  port: number;
  database: FreshDatabase;
  dataDir: string;
  administrator: Call;
  administratorKey: string;
  /** Sends bytes as they are, on a new connection. */
  raw(bytes: string | Buffer): Promise<RawAnswer>;
  /** Waits for a line of the log that matches. After that, this line no longer makes `stop` fail. */
  takeLogLine(like: RegExp): Promise<string>;
  /** True while the process runs. */
  isAlive(): boolean;
  /**
   * Ends the service as an operator would. Fails when it had died before, has logged an unexpected error, or leaves
   * books that are not in order.
   */
  stop(): Promise<void>;
};

type Options = {
  role?: 'start' | 'api' | 'worker';
  env?: Record<string, string>;
  /** Another process of the same installation. */
  beside?: Service;
};

/** The real program as a process of its own, on a free port, with its own database and data folder. */
export const startService = async ({ role = 'start', env = {}, beside }: Options = {}): Promise<Service> => {
  const database = beside?.database ?? (await freshDatabase({ connections: 2 }));
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'darkroom-service-')));
  const child = spawn(process.execPath, [MAIN, role], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inheritedEnvironment(),
      DATABASE_URL: database.url,
      DARKROOM_DATA_DIR: dataDir,
      DARKROOM_PORT: '0',
      DARKROOM_LOG_LEVEL: 'warn',
      DARKROOM_LANES: '1',
      DARKROOM_API_KEY: ADMINISTRATOR_KEY,
      ...env,
    },
  });
  const endWithTheTest = () => child.kill('SIGKILL');
  process.once('exit', endWithTheTest);
  const exit = once(child, 'exit');
  const logLines: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    // Log lines of requests with a 5xx status are ignored: tests that cause one check the status themselves.
    if (!line.includes('"message":"request"')) logLines.push(line);
  });
  const base = await readyAt(child, logLines);
  const port = base ? Number(new URL(base).port) : 0;

  return {
    base,
    port,
    database,
    dataDir,
    administrator: callAs(base, ADMINISTRATOR_KEY),
    administratorKey: ADMINISTRATOR_KEY,
    raw: (bytes) => sendRaw(port, bytes),
    takeLogLine: (like) =>
      until(`a line like ${like}`, 10_000, () => {
        const found = logLines.findIndex((line) => like.test(line));
        return found >= 0 && logLines.splice(found, 1)[0];
      }),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await exit;
      process.off('exit', endWithTheTest);
      const contradictions = await booksIn(database.database).findContradictions();
      if (!beside) await Promise.all([database.drop(), rm(dataDir, { recursive: true })]);
      const clean = { code: 0, logLines: [], contradictions: [] };
      assert.deepEqual({ code, logLines, contradictions }, clean);
    },
  };
};

/** Settings with which the image after every step is cached, however quickly it was made. */
export const KEEPS_ALL_STEPS = {
  DARKROOM_REUSE_WORTH_MS: '0',
  DARKROOM_MAX_WAITING_PREVIEWS: '4',
  DARKROOM_PREVIEW_DEADLINE_MS: '10000',
};

type Shared = { service: Promise<Service>; users: number };
const shared = new Map<string, Shared>();

/**
 * The service with these settings that the test files of this process share: each has organizations of its own in it.
 * It ends when the last file stops it, with the checks of `stop`.
 */
export const shareService = async (
  role: 'start' | 'api' = 'start',
  env: Record<string, string> = {},
): Promise<Service> => {
  const key = JSON.stringify([role, env]);
  const one = shared.get(key) ?? { service: startService({ role, env }), users: 0 };
  shared.set(key, one);
  one.users += 1;
  const service = await one.service;
  return {
    ...service,
    stop: async () => {
      one.users -= 1;
      if (one.users > 0) return;
      shared.delete(key);
      await service.stop();
    },
  };
};

const readyAt = (
  child: ChildProcessByStdio<null, Readable, Readable>,
  logLines: readonly string[],
): Promise<string> =>
  new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const ready = READY.exec(line);
      if (ready) resolve(ready[1] ?? '');
    });
    child.once('exit', () => reject(new Error(`The service ended at its start: ${logLines.join('\n')}`)));
  });

/** Settings of the person who runs the tests do not reach the service. */
const inheritedEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('DARKROOM_') && name !== 'NODE_TEST_CONTEXT',
    ),
  );
