import { freshDatabase } from '../../support/database/database.ts';
import { until } from '../../support/until.ts';
import { type Client, clientOf } from './client.ts';
import { type Line, openLine } from './line.ts';
import { warmPixelProcessesOf } from './processes.ts';
import { atTheEnd, newDataFolder, type Service, startService } from './service.ts';

export type Installation = {
  api: Service;
  /** Kills the interface with SIGKILL and starts it again; `client` then calls the new one. */
  killApi(): Promise<void>;
  workers: Service[];
  client: Client;
  workflow: string;
  /** The hash of an image that is uploaded already. */
  hash: string;
  /** The proxies through which the interface and the workers reach their database. */
  lines: Record<'api' | 'worker', Line>;
  env: Record<string, string>;
  /** The lanes of one worker. */
  lanes(worker: Service): Promise<number[]>;
};

/** The interface and workers as processes of their own, on one database and one data folder. */
export const openInstallation = async (
  workers: number,
  settings: Record<string, string> = {},
): Promise<Installation> => {
  const database = await freshDatabase({ connections: 2 });
  atTheEnd(database.drop);
  const lines = { api: await openLine(database.url), worker: await openLine(database.url) };
  for (const line of Object.values(lines)) atTheEnd(line.close);
  const env = {
    DATABASE_URL: lines.worker.url,
    DARKROOM_DATA_DIR: await newDataFolder(),
    DARKROOM_LANES: '1',
    // The webhooks of these tests go to this machine.
    DARKROOM_EGRESS_ALLOW: '127.0.0.1',
    ...settings,
  };
  const startApi = () => startService('api', { ...env, DATABASE_URL: lines.api.url });
  const api = await startApi();
  const where = { url: api.url };
  const client = clientOf(where);
  const lanesEach = Number(env.DARKROOM_LANES);
  const installation: Installation = {
    api,
    killApi: async () => {
      await installation.api.kill();
      installation.api = await startApi();
      where.url = installation.api.url;
    },
    client,
    workers: await Promise.all(Array.from({ length: workers }, () => startService('worker', env))),
    workflow: await client.addWorkflow(),
    hash: await client.upload(),
    lines,
    env,
    lanes: (worker) =>
      until('the worker has its lanes', 10_000, () => {
        const lanes = warmPixelProcessesOf(worker.pid);
        return lanes.length === lanesEach && lanes;
      }),
  };
  return installation;
};
