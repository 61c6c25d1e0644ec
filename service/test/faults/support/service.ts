import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MAIN } from '../../support/main-file.ts';
import { imageProcessesOf, postmasterOf, signal } from './processes.ts';

export const ADMINISTRATOR_KEY = 'the-key-of-the-fault-suite-0123456789';
const READY = /^Darkroom is (?:working\.|ready at (\S+))$/;
// A start takes a second or two, and longer on a machine that is busy with other things.
const START_MS = 60_000;
const { NODE_COMPILE_CACHE } = process.env;
const COMPILED = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};

type Program = 'start' | 'api' | 'worker' | Command;
type Command = 'audit' | 'migrate' | 'backup' | 'restore' | 'scrub';
type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type Service = {
  pid: number;
  url: string;
  exit: Promise<Exit>;
  /** The lines that the service has written to stderr so far. */
  logLines(): string[];
  kill(): Promise<void>;
  /** Asks the service to end, and waits until it has. */
  stop(): Promise<Exit>;
};

const cleanUps: (() => Promise<unknown>)[] = [];

export const atTheEnd = (end: () => Promise<unknown>): void => {
  cleanUps.push(end);
};

/** Ends everything that was started. To be called at the end of each test file. */
export const cleanUp = async (): Promise<void> => {
  for (const end of cleanUps.splice(0).reverse()) await end();
};

/** A data folder. When the tests are over, its embedded server is stopped and the folder is deleted. */
export const newDataFolder = async (): Promise<string> => {
  const home = await mkdtemp(join(tmpdir(), 'darkroom-faults-'));
  // Under root, the embedded server runs as another user, who must be able to enter this folder.
  await chmod(home, 0o755);
  const dataDir = join(home, 'data');
  atTheEnd(async () => {
    await endServer(dataDir);
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  return dataDir;
};

/** Ends the database server that a killed service leaves running for the next start to take over. */
const endServer = async (dataDir: string): Promise<void> => {
  try {
    const postmaster = postmasterOf(dataDir);
    signal(postmaster, 'SIGCONT');
    signal(postmaster, 'SIGQUIT');
  } catch {
    // The server was already stopped properly, so the file with its process id is gone.
  }
};

const launch = (program: Program, env: Record<string, string>, args: string[] = []) => {
  const child = spawn(process.execPath, [MAIN, program, ...args], {
    env: {
      PATH: process.env['PATH'],
      // All starts of a run share a compile cache, because these tests are not about the start.
      ...COMPILED,
      DARKROOM_PORT: '0',
      DARKROOM_API_KEY: ADMINISTRATOR_KEY,
      DARKROOM_REQUESTS_PER_MINUTE: '10000000',
      DARKROOM_LANES: '1',
      DARKROOM_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The process gets a process group of its own, as from a shell: a signal to the group acts like Ctrl-C.
    detached: true,
  });
  const exit = once(child, 'exit').then(([code, name]) => ({ code, signal: name }) as Exit);
  const logLines: string[] = [];
  createInterface(child.stderr).on('line', (line) => logLines.push(line));
  return { child, exit, logLines };
};

/** The real program as a process of its own. Resolves when it is ready, or when stderr has a line like `logLine`. */
export const startService = async (
  program: Program,
  env: Record<string, string>,
  logLine?: RegExp,
): Promise<Service> => {
  const { child, exit, logLines } = launch(program, env);
  const pid = child.pid!;
  const kill = async () => {
    const lanes = imageProcessesOf(pid);
    signal(pid, 'SIGKILL');
    await exit;
    // A lane that a test has stopped cannot notice that its service is gone, so the lane is continued.
    signal(lanes, 'SIGCONT');
  };
  atTheEnd(kill);
  const ready = new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = READY.exec(line);
      if (found) resolve(found[1] ?? '');
    });
    createInterface(child.stderr).on('line', (line) => {
      if (logLine?.test(line)) resolve('');
    });
  });
  const url = await Promise.race([
    ready,
    exit.then(() => Promise.reject(new Error(`The service ended at its start: ${logLines.join('\n')}`))),
    once(AbortSignal.timeout(START_MS), 'abort').then(() =>
      Promise.reject(new Error(`The service was not ready in ${START_MS} ms: ${logLines.join('\n')}`)),
    ),
  ]);
  return {
    pid,
    url,
    exit,
    logLines: () => logLines,
    kill,
    stop: () => {
      signal(pid, 'SIGTERM');
      return exit;
    },
  };
};

/** Runs a command that ends by itself. */
export const runCommand = async (
  command: Command,
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const { child, exit, logLines } = launch(command, env, args);
  atTheEnd(async () => signal(child.pid!, 'SIGKILL'));
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const closed = once(child, 'close');
  const { code } = await exit;
  await closed;
  return { code, stdout: lines.join('\n'), stderr: logLines.join('\n') };
};
