import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedServer } from '../../src/postgres/embedded/embedded-server.ts';
import { type ExecutionClient, openExecutionClient } from '../clients/execution-client.ts';
import { FIT_ON_WHITE } from '../fit-on-white.ts';

export type ServiceUnderTest = {
  origin: string;
  pid: number;
  databaseUrl: string;
  /** The address of the inspector, if the service was started with --inspect. */
  inspectorUrl: string | undefined;
  organizationId: string;
  client: ExecutionClient;
  /** Returns the id of a seeded workflow, or of the workflow Fit on white. */
  workflow(name: string): string;
  stop(): Promise<void>;
};

export const API_KEY = 'a-key-that-only-the-bench-knows-0001';
export const LANES = 2;
export const MAIN = join(import.meta.dirname, '../../dist/main.js');
const CONNECTIONS = 64;
const ENOUGH_CREDITS = 1_000_000_000;

export type ServiceOptions = {
  folder: string;
  /** The program to start instead of the service. */
  main?: string;
  role?: 'start' | 'api';
  nodeOptions?: string[];
  /** Additional settings of the service. */
  settings?: Record<string, string>;
  /** Does not show the log of the service. */
  silent?: true;
};

/** Starts a new service on a new embedded database, with enough credits for the whole bench. */
export const startService = async (options: ServiceOptions): Promise<ServiceUnderTest> => {
  const { folder, main = MAIN, role = 'start', nodeOptions = [] } = options;
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  // The bench starts the database itself, so that the references can use the same server.
  const database = await startEmbeddedServer({ dataDir });
  const settings = { ...options.settings, DARKROOM_DATA_DIR: dataDir, DATABASE_URL: database.url };
  const service = await launch([...nodeOptions, main, role], settings, options.silent);
  const client = openExecutionClient(service.origin, API_KEY, CONNECTIONS);
  const read = async (path: string) => JSON.parse((await client.caller.get(path)).toString());
  const organizationId = (await read('/v1/organization')).entries[0].id as string;
  const { name, steps } = FIT_ON_WHITE;
  await client.caller.post(
    '/v1/workflow',
    JSON.stringify({ name, workflowComponents: steps }),
    'application/json',
  );
  const workflows = (await read('/v1/workflow')).entries as { id: string; name: string }[];
  const grant = JSON.stringify({ amount: ENOUGH_CREDITS, note: 'For the bench' });
  await client.caller.post(`/v1/organization/${organizationId}/credits`, grant, 'application/json');
  return {
    origin: service.origin,
    pid: service.process.pid!,
    databaseUrl: database.url,
    inspectorUrl: service.inspectorUrl,
    organizationId,
    client,
    workflow: (name) => {
      const found = workflows.find((workflow) => workflow.name === name);
      if (!found) throw new Error(`there is no workflow "${name}"`);
      return found.id;
    },
    stop: async () => {
      await client.caller.close();
      await endService(service.process);
      await database.stop();
    },
  };
};

/** Starts the program and waits for the line that says it is ready. */
export const launch = async (
  command: string[],
  settings: Record<string, string>,
  silent = false,
): Promise<{ process: ChildProcess; origin: string; inspectorUrl: string | undefined }> => {
  const env = {
    ...process.env,
    DARKROOM_PORT: '0',
    DARKROOM_LOG_LEVEL: 'warn',
    DARKROOM_LANES: String(LANES),
    DARKROOM_API_KEY: API_KEY,
    DARKROOM_REQUESTS_PER_MINUTE: '100000000',
    ...settings,
  };
  const child = spawn(process.execPath, command, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let inspectorUrl: string | undefined;
  child.stderr!.on('data', (text: Buffer) => {
    inspectorUrl ??= /ws:\/\/\S+/.exec(text.toString())?.[0];
    if (!silent) process.stderr.write(text);
  });
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const address = /^Darkroom is ready at (.*)$/.exec(line)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error('the service ended before it was ready')));
  });
  return { process: child, origin, inspectorUrl };
};

export const endService = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
};
