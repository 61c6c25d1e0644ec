import { spawn } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../connection/start-error.ts';
import type { Binaries } from './binaries.ts';
import { type Cluster, grantAccess } from './cluster.ts';
import { isServerOf, orphanedChildren, sendSignal } from './processes.ts';
import { cannotRun, TOOL_ENV } from './run-tool.ts';
import { lastLines } from './server-log.ts';
import { PORT, settingArguments } from './settings.ts';
import type { SocketFolder } from './socket-folder.ts';

/** A running server: PostgreSQL calls its first process the postmaster. */
export type Postmaster = { pid: number; exited: Promise<string> };

export type Launch = {
  cluster: Cluster;
  binaries: Binaries;
  socket: SocketFolder;
  log: string;
  settings: Record<string, string>;
  /** Aborts the wait for the server: recovery after a crash may take minutes, and a stopping service must not wait. */
  stopping: AbortSignal;
};

const POLL_READY_MS = 10;
const POLL_ADOPTED_MS = 100;
// The whole service ends within 30 s, of which running work may take 20 s, so the server gets less than 10 s. A
// server that is then stopped by a harder signal than the one for a fast shutdown loses no data; only its next
// start takes longer.
const FAST_SHUTDOWN_MS = 6_000;
const IMMEDIATE_SHUTDOWN_MS = 1_000;

/** Adopts a server that still runs on this folder after its service was killed; otherwise launches a new one. */
export const adoptOrLaunch = async (launch: Launch): Promise<Postmaster> => {
  const { folder } = launch.cluster;
  const sameAccess = await grantAccess(launch.cluster);
  const recorded = await readPidFile(folder);
  if (recorded && (await isServerOf(recorded.pid, folder))) {
    const orphan = adopt(recorded.pid, folder);
    if (!sameAccess || !(await hasSameCommandLine(launch))) await shutDown(orphan);
    else if (await isReady(orphan, launch)) return orphan;
  }
  await clearStaleFiles(launch);
  for (const pid of await orphanedChildren(folder)) sendSignal(pid, 'SIGQUIT');
  return startPostmaster(launch);
};

const commandLine = ({ cluster, socket, settings }: Launch): string[] => [
  '-D',
  cluster.nameForServer,
  ...settingArguments(socket.nameForServer, settings),
];

/** True when the orphaned server has the current binaries and settings; after an upgrade it may not. */
const hasSameCommandLine = async (launch: Launch): Promise<boolean> => {
  const recorded = await readFile(join(launch.cluster.folder, 'postmaster.opts'), 'utf8').catch(() => '');
  const wanted = [launch.binaries.postgres, ...commandLine(launch).map((argument) => `"${argument}"`)].join(
    ' ',
  );
  return recorded.trim() === wanted;
};

const adopt = (pid: number, folder: string): Postmaster => {
  const watch = async () => {
    while (await isServerOf(pid, folder)) await sleep(POLL_ADOPTED_MS, undefined, { ref: false });
    return 'its process is gone';
  };
  return { pid, exited: watch() };
};

/** Removes the pid and lock files of a server that no longer runs on this folder. */
const clearStaleFiles = async ({ cluster, socket }: Launch): Promise<void> => {
  const recorded = await readPidFile(cluster.folder);
  if (!recorded || (await isServerOf(recorded.pid, cluster.folder))) return;
  await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
  await rm(join(socket.path, `.s.PGSQL.${PORT}.lock`), { force: true });
};

const startPostmaster = async (launch: Launch): Promise<Postmaster> => {
  const { cluster, binaries } = launch;
  const log = await open(launch.log, 'a', 0o600);
  const { size: logStart } = await log.stat();
  // Start it in its own session: Ctrl-C in the terminal must reach only the service, which then stops the server.
  const child = spawn(binaries.postgres, commandLine(launch), {
    cwd: cluster.folder,
    ...cluster.account,
    env: TOOL_ENV,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const exited = new Promise<string>((resolve, reject) => {
    child.on('error', (cause) => reject(cannotRun(binaries.postgres, cause)));
    child.on('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  await log.close();
  if (child.pid === undefined) await exited;
  child.unref();
  const postmaster = { pid: child.pid!, exited };
  if (await isReady(postmaster, launch)) return postmaster;
  throw new StartError(
    `The embedded database did not start: ${await lastLines(launch.log, logStart)}. Read its log ${launch.log}, remove the cause and start the service again.`,
  );
};

/** Waits until the server accepts connections; false when it exits instead. */
const isReady = async (postmaster: Postmaster, { cluster, stopping }: Launch): Promise<boolean> => {
  let over = false;
  const end = postmaster.exited.finally(() => {
    over = true;
  });
  while (!over) {
    const recorded = await readPidFile(cluster.folder);
    if (recorded?.pid === postmaster.pid && recorded.state === 'ready') return true;
    if (stopping.aborted) await shutDown(postmaster);
    await Promise.race([end, sleep(POLL_READY_MS)]);
  }
  return false;
};

/**
 * Stops the server with a fast shutdown, which ends running statements; after each timeout, a harder signal
 * follows.
 */
export const shutDown = async ({ pid, exited }: Postmaster): Promise<void> => {
  const steps = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const;
  for (const [signal, patienceMs] of steps) {
    sendSignal(pid, signal);
    const patience = new AbortController();
    const timeUp = sleep(patienceMs, 'late', { signal: patience.signal }).catch(() => 'late');
    const outcome = await Promise.race([exited, timeUp]);
    patience.abort();
    if (outcome !== 'late') return;
  }
};

/**
 * Speeds up a shutdown that this service did not begin: an operator did, or a service manager that signals every
 * process. The server would wait for the service's connections to end and refuse new ones meanwhile, so it is shut down
 * fast; the supervisor then starts it again.
 */
export const hurryShutDown = async ({ pid }: Postmaster, { cluster }: Launch): Promise<void> => {
  const recorded = await readPidFile(cluster.folder);
  if (recorded?.pid === pid && recorded.state === 'stopping') sendSignal(pid, 'SIGINT');
};

/** Finds the socket folder of the server on this folder, as soon as it is ready; undefined when there is no server. */
export const findListening = async (folder: string, deadlineMs: number): Promise<string | undefined> => {
  for (const deadline = Date.now() + deadlineMs; ; await sleep(POLL_READY_MS)) {
    const recorded = await readPidFile(folder);
    if (recorded?.state === 'ready' && (await isServerOf(recorded.pid, folder)))
      // A server that names the data folder by its own working directory, /proc/self/cwd, has its socket in there.
      return recorded.socketFolder.startsWith('/proc/') ? folder : recorded.socketFolder;
    if (Date.now() > deadline) return undefined;
  }
};

const SOCKET_LINE = 4;
const STATE_LINE = 7;

type PidFile = { pid: number; socketFolder: string; state: string };

/** Reads `postmaster.pid`: the process id on the first line and, once it is written, the state on the eighth. */
const readPidFile = async (folder: string): Promise<PidFile | undefined> => {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketFolder: lines[SOCKET_LINE]?.trim() ?? '', state: lines[STATE_LINE]?.trim() ?? '' };
};
