import type { Config } from '../config.ts';
import { seed } from '../operations/seed.ts';
import { firstStartIn } from '../postgres/users/first-start.ts';
import { welcome } from './banner.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { runWorker } from './run-worker.ts';
import { serveApi } from './serve-api.ts';

type Running = { close(): Promise<void> };

export const startRole = (config: Config) =>
  untilStopped(config, async (foundation) => {
    const seeded = await seedFirst(foundation);
    const worker = await runWorker(foundation);
    const api = await serveApi(foundation);
    console.log(welcome(config, api.address, seeded));
    // The interface closes first: nothing new comes in while running work finishes.
    return [api, worker];
  });

export const apiRole = (config: Config) =>
  untilStopped(config, async (foundation) => {
    const seeded = await seedFirst(foundation);
    const api = await serveApi(foundation);
    console.log(welcome(config, api.address, seeded));
    return [api];
  });

export const workerRole = (config: Config) =>
  untilStopped(config, async (foundation) => {
    const worker = await runWorker(foundation);
    console.log('Darkroom is working.');
    return [worker];
  });

const seedFirst = ({ database, config }: Foundation) => seed({ firstStart: firstStartIn(database) }, config);

/** Runs until a signal, then closes in order. A second signal ends the process at once. */
const untilStopped = async (
  config: Config,
  begin: (foundation: Foundation) => Promise<Running[]>,
): Promise<number> => {
  const stop = stopSignal();
  const foundation = await openFoundation(config);
  const running: Running[] = [];
  try {
    running.push(...(await begin(foundation)));
    await stop;
  } finally {
    for (const part of running) await part.close();
    await foundation.close();
  }
  return 0;
};

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let asked = false;
    const onSignal = () => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
