import type { Config } from '../../config.ts';
import { seed } from '../../operations/installation/seed.ts';
import { firstStartIn } from '../../postgres/people/users.ts';
import { welcome } from './banner.ts';
import { startChores } from './chores.ts';
import { expiry } from './expiry.ts';
import { isForThisMachineAlone } from './for-this-machine-alone.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { letHeapGrow } from './let-heap-grow.ts';
import { runWorker } from './run-worker.ts';
import { serveApi } from './serve-api.ts';

type Running = { close(): Promise<void> };
/** Registers a started part, so that it is closed at the end, even when a later part cannot start. */
type Keep = <Part extends Running>(part: Part) => Part;

/** Runs API and worker in one process. The service may call this machine if only this machine can call the service. */
export const startProgram = (config: Config) =>
  untilStopped(
    () => openFoundation(config, { allowLoopback: isForThisMachineAlone(config) }),
    async (foundation, keep) => {
      const seeded = await seedFirst(foundation);
      const { intake } = keep(await runWorker(foundation));
      const api = keep(await serveApi(foundation, intake));
      console.log(welcome(config, api.address, seeded));
    },
  );

/** Runs the HTTP API and the console until a signal. */
export const apiProgram = (config: Config) =>
  untilStopped(
    () => openFoundation(config),
    async (foundation, keep) => {
      const seeded = await seedFirst(foundation);
      const api = keep(await serveApi(foundation));
      console.log(welcome(config, api.address, seeded));
    },
  );

/** Runs a worker with its lanes until a signal. */
export const workerProgram = (config: Config) =>
  untilStopped(
    () => openFoundation(config),
    async (foundation, keep) => {
      keep(await runWorker(foundation));
      console.log('Darkroom is working.');
    },
  );

const seedFirst = ({ database, config }: Foundation) => seed({ firstStart: firstStartIn(database) }, config);

/** Runs until a signal, then closes. A second signal ends the process at once. */
const untilStopped = async (
  open: () => Promise<Foundation>,
  begin: (foundation: Foundation, keep: Keep) => Promise<void>,
): Promise<number> => {
  const stop = stopSignal();
  letHeapGrow();
  const foundation = await open();
  const running: Running[] = [startChores({ expiry: expiry(foundation) }, foundation.reportError)];
  try {
    await begin(foundation, (part) => {
      running.push(part);
      return part;
    });
    await stop;
  } finally {
    // In parallel, so that open requests and running work have the same time to finish.
    await Promise.all(running.map((part) => part.close()));
    await foundation.close();
  }
  return 0;
};

// Ctrl-C reaches every process of the terminal, and npm forwards it too: signals within this time count as one.
const SAME_SIGNAL_MS = 500;

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let askedAt: number | undefined;
    const onSignal = () => {
      askedAt ??= performance.now();
      if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(130);
      resolve();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  });
