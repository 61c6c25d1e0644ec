import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type PeerGlue = { origin: string; apiKey: string; stop(): Promise<void> };

const FOLDER = import.meta.dirname;

/** Starts Fastify, BullMQ, Redis with its append-only file synced at every write, and sharp in `lanes` processes. */
export const startPeerGlue = async (folder: string, lanes: number): Promise<PeerGlue> => {
  await installOnDemand();
  const redis = await startRedis(folder);
  const settings = {
    redisSocket: redis.socket,
    inputs: join(folder, 'inputs'),
    results: join(folder, 'results'),
    apiKey: 'a-key-that-only-the-bench-knows-0001',
  };
  await Promise.all([mkdir(settings.inputs), mkdir(settings.results)]);
  const env = { ...process.env, PEER_GLUE: JSON.stringify(settings), NODE_ENV: 'production' };
  const server = fork(join(FOLDER, 'server.js'), { env });
  const workers = Array.from({ length: lanes }, () => fork(join(FOLDER, 'worker.js'), { env }));
  const [ready] = await Promise.all([server, ...workers].map(firstMessage));
  return {
    origin: ready?.['origin'] as string,
    apiKey: settings.apiKey,
    stop: async () => {
      await Promise.all([server, ...workers].map((child) => ended(child, () => child.disconnect())));
      await ended(redis.process, () => redis.process.kill('SIGTERM'));
    },
  };
};

const firstMessage = async (child: ChildProcess): Promise<Record<string, unknown>> => {
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the glue ended with code ${code}`);
  });
  const [message] = await Promise.race([once(child, 'message'), died]);
  return message;
};

const ended = async (child: ChildProcess, end: () => void): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  end();
  await exit;
};

const startRedis = async (folder: string) => {
  const socket = join(folder, 'redis.sock');
  const options = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', ''];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];
  const redis = spawn('redis-server', [...options, ...durable], { stdio: 'ignore' });
  await once(redis, 'spawn').catch(() => {
    throw new Error('redis-server is not installed. On Debian: apt-get install redis-server');
  });
  for (let tries = 0; !(await stat(socket).catch(() => undefined)); tries++) {
    if (tries > MAX_TRIES || redis.exitCode !== null) throw new Error('redis-server did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { socket, process: redis };
};

const MAX_TRIES = 100;

/** Installs the dependencies of the glue in a folder of their own, separate from those of the service. */
const installOnDemand = async (): Promise<void> => {
  if (await stat(join(FOLDER, 'node_modules/bullmq')).catch(() => undefined)) return;
  const options = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', ['install', ...options], { cwd: FOLDER });
};
