import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { seed } from '../../operations/installation/seed.ts';
import { StartInterrupted } from '../../postgres/connection/start-error.ts';
import { firstStartIn } from '../../postgres/people/users.ts';
import { banner } from './banner.ts';
import { dropCopies } from './caches/drop-copies.ts';
import { type Chore, startChores } from './chores.ts';
import { type StartSignals, waitForStore } from './data/open-store.ts';
import { expiry } from './expiry.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { isLoopbackOnly } from './is-loopback-only.ts';
import { letHeapGrow } from './let-heap-grow.ts';
import { openTracing } from './open-tracing.ts';
import { openOperationsPort } from './operations-port.ts';
import { reportWarning, setLogLevel } from './report.ts';
import { runWorker } from './run-worker.ts';
import { serveApi } from './serve-api.ts';

type Part = { close(): Promise<void> };
/** Registers a started part, so that it is closed at the end, even when a later part cannot start. */
type CloseAtEnd = <Started extends Part>(part: Started) => Started;

/**
 * Runs API and worker in one process. Webhooks and downloads may use loopback addresses if no other machine can reach
 * the service.
 */
export const startProgram = (config: Config) =>
  untilStopped(
    config,
    ({ signal }) => openFoundation(config, { signal, allowLoopback: isLoopbackOnly(config) }),
    async (foundation, closeAtEnd) => {
      const seeded = await seedFirst(foundation);
      const { intake } = closeAtEnd(await runWorker(foundation));
      const api = closeAtEnd(await serveApi(foundation, intake));
      console.log(banner(config, api.address, seeded));
    },
  );

/** Runs the HTTP API and the console until a signal. */
export const apiProgram = (config: Config) =>
  untilStopped(
    config,
    ({ signal }) => openFoundation(config, { signal }),
    async (foundation, closeAtEnd) => {
      const seeded = await seedFirst(foundation);
      closeAtEnd(startChores({ readiness: readiness(foundation) }, foundation.reportError));
      const api = closeAtEnd(await serveApi(foundation));
      console.log(banner(config, api.address, seeded));
    },
  );

/** Runs a worker with its lanes until a signal. */
export const workerProgram = (config: Config) =>
  untilStopped(
    config,
    (start) =>
      openFoundation(config, { signal: start.signal, openStore: (parts) => waitForStore(parts, start) }),
    async (foundation, closeAtEnd) => {
      closeAtEnd(await runWorker(foundation));
      console.log('Darkroom is working.');
    },
  );

const seedFirst = ({ database, config }: Foundation) => seed({ firstStart: firstStartIn(database) }, config);

/** The state of this process, for the operations port. */
type State = {
  foundation?: Foundation;
  isOpen?: boolean;
  /** The reason that `/readyz` gives while the program is still starting. */
  waitsFor: string;
};

/** Runs until a signal, then closes. A second signal ends the process at once. */
const untilStopped = async (
  config: Config,
  open: (start: StartSignals) => Promise<Foundation>,
  begin: (foundation: Foundation, closeAtEnd: CloseAtEnd) => Promise<void>,
): Promise<number> => {
  const stop = stopSignal();
  setLogLevel(config.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info'));
  letHeapGrow();
  const tracing = await openTracing(config);
  const state: State = { waitsFor: 'starting' };
  const whyUnready = async () =>
    stop.signal.aborted ? 'stopping' : state.isOpen ? state.foundation?.whyUnready() : state.waitsFor;
  // Opened first: a process that waits for its store or for a migration is alive, and `/readyz`
  // says what it waits for.
  const operations = await openOperationsPort({
    config,
    database: () => state.foundation?.database,
    whyUnready,
  });
  const parts: Part[] = [];
  try {
    const waitFor = (reason: string) => {
      state.waitsFor = reason;
    };
    const foundation = await open({ signal: stop.signal, waitFor });
    state.foundation = foundation;
    parts.push(startChores(choresOf(foundation), foundation.reportError));
    await begin(foundation, (part) => {
      parts.push(part);
      return part;
    });
    state.isOpen = true;
    // Node writes the compile cache only at exit. A process that is killed would not write it, and its next
    // start would compile again.
    flushCompileCache();
    await stop.asked;
    await sleep(config.drainMs);
  } catch (error) {
    if (!(error instanceof StartInterrupted)) throw error;
    reportWarning(error.message);
  } finally {
    // The parts are closed in parallel, so that open requests and running work have the same time to finish.
    await Promise.all(parts.map((part) => part.close()));
    await operations.close();
    await state.foundation?.close();
    await tracing.close();
  }
  return 0;
};

const choresOf = (foundation: Foundation) => ({
  expiry: expiry(foundation),
  copies: dropCopies(foundation, 'Deleting copies of deleted objects', foundation.objects.dropCopies),
});

/** Logs why an API is not ready, and when it is ready again. A worker logs this itself. */
const readiness = ({ whyUnusable }: Foundation): Chore => {
  let reportedReason: string | undefined;
  return {
    name: 'Checking the store and the schema',
    everyMs: 5_000,
    run: async () => {
      const reason = await whyUnusable();
      if (reason && reason !== reportedReason) reportWarning(`This process is not ready. ${reason}`);
      if (!reason && reportedReason) reportWarning('This process is ready again.');
      reportedReason = reason;
    },
  };
};

// Ctrl-C reaches every process of the terminal, and npm forwards it too: signals within this time count as one.
const SAME_SIGNAL_MS = 500;

const stopSignal = () => {
  const asked = new AbortController();
  let askedAt: number | undefined;
  const onSignal = () => {
    askedAt ??= performance.now();
    if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(130);
    asked.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  const { signal } = asked;
  return { signal, asked: once(signal, 'abort') };
};
