import { freshDatabase } from '../../support/database/database.ts';
import { until } from '../../support/until.ts';
import { type Client, clientOf } from './client.ts';
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts';
import { readyImageProcessesOf } from './processes.ts';
import { atTheEnd, newDataFolder, type Service, startService } from './service.ts';

export type Installation = {
  api: Service;
  /** Kills the API process with SIGKILL and starts it again; `client` then calls the new process. */
  killApi(): Promise<void>;
  workers: Service[];
  client: Client;
  workflow: string;
  /** The hash of an image that is uploaded already. */
  hash: string;
  /** The proxies through which the API and the workers reach their database. */
  databaseProxies: Record<'api' | 'worker', DatabaseProxy>;
  env: Record<string, string>;
  /** The lanes of one worker. */
  lanes(worker: Service): Promise<number[]>;
};

/** Starts the API and the workers as separate processes, on one database and one data folder. */
export const openInstallation = async (
  workers: number,
  settings: Record<string, string> = {},
): Promise<Installation> => {
  const database = await freshDatabase({ connections: 2 });
  atTheEnd(database.drop);
  const databaseProxies = {
    api: await openDatabaseProxy(database.url),
    worker: await openDatabaseProxy(database.url),
  };
  for (const proxy of Object.values(databaseProxies)) atTheEnd(proxy.close);
  const env = {
    DATABASE_URL: databaseProxies.worker.url,
    DARKROOM_DATA_DIR: await newDataFolder(),
    DARKROOM_LANES: '1',
    // The webhooks of these tests go to this machine.
    DARKROOM_EGRESS_ALLOW: '127.0.0.1',
    ...settings,
  };
  const startApi = () => startService('api', { ...env, DATABASE_URL: databaseProxies.api.url });
  const api = await startApi();
  const address = { url: api.url };
  const client = clientOf(address);
  const lanesEach = Number(env.DARKROOM_LANES);
  const installation: Installation = {
    api,
    killApi: async () => {
      await installation.api.kill();
      installation.api = await startApi();
      address.url = installation.api.url;
    },
    client,
    workers: await Promise.all(Array.from({ length: workers }, () => startService('worker', env))),
    workflow: await client.addWorkflow(),
    hash: await client.upload(),
    databaseProxies,
    env,
    lanes: (worker) =>
      until('the worker has its lanes', 10_000, () => {
        const lanes = readyImageProcessesOf(worker.pid);
        return lanes.length === lanesEach && lanes;
      }),
  };
  return installation;
};
