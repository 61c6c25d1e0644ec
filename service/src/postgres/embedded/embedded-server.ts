import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../connection/start-error.ts';
import { chooseAccount } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { DATABASE, OWNER, openCluster } from './cluster.ts';
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts';
import {
  adoptOrLaunch,
  findListening,
  hurryShutDown,
  type Launch,
  type Postmaster,
  shutDown,
} from './postmaster.ts';
import { limitLogSize } from './server-log.ts';
import { PORT } from './settings.ts';
import { prepareSocketFolder, removeSocketFolder } from './socket-folder.ts';

export type EmbeddedServer = { url: string; readonly pid: number; stop(): Promise<void> };

type Options = {
  dataDir: string;
  /** PostgreSQL settings that override the defaults in `settings.ts`. */
  settings?: Record<string, string>;
  /** Called with a sentence when the server had to be restarted. */
  report?: (sentence: string) => void;
};

/** Starts the service's own PostgreSQL server, in the data folder, on a Unix socket. */
export const startEmbeddedServer = async (options: Options): Promise<EmbeddedServer> => {
  const dataDir = await openDataFolder(options.dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    const stopping = new AbortController();
    const launch = await prepare(dataDir, options.settings ?? {}, stopping.signal);
    const server = supervise(launch, await adoptOrLaunch(launch), stopping, options.report ?? (() => {}));
    const stop = async () => {
      await server.stop().finally(lock.release);
      await removeSocketFolder(launch.socket, launch.cluster);
    };
    let stopped: Promise<void> | undefined;
    return {
      url: urlOf(launch.socket.path),
      get pid() {
        return server.pid;
      },
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
};

// A service that has just started may still be starting its server.
const STARTING_MS = 30_000;

/** Connects to the server of the service that is using the data folder, or starts one for the caller. */
export const connectOrStartEmbeddedServer = async (
  options: Options,
): Promise<Pick<EmbeddedServer, 'url' | 'stop'>> => {
  try {
    return await startEmbeddedServer(options);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const folder = join(await realpath(options.dataDir), 'postgres');
    const socketFolder = await findListening(folder, STARTING_MS);
    if (socketFolder === undefined) throw error;
    return { url: urlOf(socketFolder), stop: async () => {} };
  }
};

const openDataFolder = async (dataDir: string): Promise<string> => {
  try {
    await mkdir(dataDir, { recursive: true });
    return await realpath(dataDir);
  } catch (cause) {
    throw new StartError(
      `The data folder ${dataDir} cannot be created (${(cause as Error).message}). Set DARKROOM_DATA_DIR to another folder.`,
      { cause },
    );
  }
};

const prepare = async (
  dataDir: string,
  settings: Record<string, string>,
  stopping: AbortSignal,
): Promise<Launch> => {
  const account = await chooseAccount(join(dataDir, 'postgres'));
  const binaries = await prepareBinaries(account, dataDir);
  const cluster = await openCluster(dataDir, binaries, account);
  const socket = await prepareSocketFolder(cluster);
  const log = join(dataDir, 'postgres.log');
  await limitLogSize(log);
  return { cluster, binaries, socket, log, settings, stopping };
};

// The connection uses only the parameter `host`. The name before the path makes this a URL that every parser accepts.
const urlOf = (socketFolder: string) =>
  `postgresql://${OWNER}@localhost:${PORT}/${DATABASE}?host=${encodeURIComponent(socketFolder)}`;

const LOOK_AFTER_EVERY_MS = 1_000;
const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;
const STEADY_AFTER_MS = 10_000;

/** Restarts the server whenever it ends unexpectedly. */
const supervise = (
  launch: Launch,
  first: Postmaster,
  stopping: AbortController,
  report: (sentence: string) => void,
) => {
  let current = first;
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve());
  });
  const lookAfter = () => Promise.allSettled([limitLogSize(launch.log), hurryShutDown(current, launch)]);
  const timer = setInterval(lookAfter, LOOK_AFTER_EVERY_MS).unref();

  const run = async () => {
    let delayMs = FIRST_DELAY_MS;
    let upSince = Date.now();
    for (;;) {
      const end = await Promise.race([current.exited, stopped]);
      if (end === undefined) return shutDown(current);
      if (Date.now() - upSince > STEADY_AFTER_MS) delayMs = FIRST_DELAY_MS;
      report(`The database server ended unexpectedly (${end}) and is being started again.`);
      for (let up = false; !up; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        up = await adoptOrLaunch(launch).then(
          (postmaster) => {
            current = postmaster;
            return true;
          },
          (error: Error) => {
            report(error.message);
            return false;
          },
        );
      }
      upSince = Date.now();
    }
  };
  const running = run();

  return {
    get pid() {
      return current.pid;
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};
