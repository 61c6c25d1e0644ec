import type { RunAs } from '../../processes/drop-rights.ts';
import { residentBytes } from '../../processes/resident-bytes.ts';
import { answerAsked, type ModelsForLane, sizesOf } from '../models/models-for-lane.ts';
import type { FromLane } from './lane-messages.ts';
import { type PixelProcess, startPixelProcess } from './pixel-process.ts';

export type LaneSupervisorOptions = {
  models: ModelsForLane;
  jobsBeforeRecycle: number;
  runAs?: RunAs | undefined;
  /** A process that has not become ready by then is replaced; what waits for it has no deadline yet. */
  startWithinMs?: number | undefined;
};

type Handlers = {
  /** What the current process says of its jobs. */
  onMessage(message: FromLane): void;
  /** One is there to work. */
  onReady(): void;
  /** The current process is gone, and all that it had with it. */
  onLoss(how: string): void;
};

/** The processes of a lane, one after another: the current one, and while that still works, the one that follows it. */
export type LaneSupervisor = {
  /** The one for the next job. None while none is ready, nor while the old one is not `idle` and the new one waits. */
  forNext(idle: boolean): PixelProcess | undefined;
  current(): { process: PixelProcess; idleBytes: number | undefined } | undefined;
  /** The current one did a job. After so many it is followed by a fresh one. */
  countJob(): void;
  close(): Promise<void>;
};

type Child = {
  process: PixelProcess;
  ready: boolean;
  giveUp: NodeJS.Timeout;
  jobs: number;
  idleBytes: number | undefined;
};

const START_WITHIN_MS = 60_000;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;

export const openLaneSupervisor = (
  { models, jobsBeforeRecycle, runAs, startWithinMs = START_WITHIN_MS }: LaneSupervisorOptions,
  { onMessage, onReady, onLoss }: Handlers,
): LaneSupervisor => {
  let current: Child | undefined;
  let successor: Child | undefined;
  let failedStarts = 0;
  let restart: NodeJS.Timeout | undefined;
  let closing: PromiseWithResolvers<void> | undefined;

  const start = (): Child => {
    const started: Child = {
      process: startPixelProcess(
        (message) => hear(started, message),
        (how) => onEnd(started, how),
        { models: sizesOf(models), runAs },
      ),
      ready: false,
      giveUp: setTimeout(() => started.process.kill(), startWithinMs),
      jobs: 0,
      idleBytes: undefined,
    };
    return started;
  };

  const startWhenAllowed = (): void => {
    if (current || restart || closing) return;
    const waitMs = failedStarts && Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failedStarts - 1));
    if (waitMs === 0) current = start();
    else
      restart = setTimeout(() => {
        restart = undefined;
        current = start();
      }, waitMs);
  };

  const hear = (from: Child, message: FromLane): void => {
    if (message.say === 'ready') void becomeReady(from);
    else if (message.say === 'find' || message.say === 'enlarge')
      void answerAsked(message, models).then(from.process.send);
    else if (from === current) onMessage(message);
  };

  const becomeReady = async (started: Child): Promise<void> => {
    clearTimeout(started.giveUp);
    started.idleBytes = await residentBytes(started.process.pid ?? 0);
    started.ready = true;
    failedStarts = 0;
    onReady();
  };

  const onEnd = (gone: Child, how: string): void => {
    clearTimeout(gone.giveUp);
    if (gone === current) {
      current = successor;
      successor = undefined;
      if (!gone.ready) failedStarts += 1;
      onLoss(how);
      startWhenAllowed();
    } else if (gone === successor) {
      successor = undefined;
      // The old process goes on, and tries again as many jobs later.
      if (current) current.jobs = 0;
    }
    endWhenAlone();
  };

  const endWhenAlone = (): void => {
    if (!current && !successor) closing?.resolve();
  };

  startWhenAllowed();

  return {
    forNext: (idle) => {
      if (successor?.ready) {
        // The old process finishes what it has; the new one is warm and takes over without a gap.
        if (!idle) return undefined;
        current?.process.kill();
        current = successor;
        successor = undefined;
      }
      return current?.ready ? current.process : undefined;
    },
    current: () => current,
    countJob: () => {
      if (!current) return;
      current.jobs += 1;
      if (current.jobs >= jobsBeforeRecycle && !closing) successor ??= start();
    },
    close: () => {
      if (closing) return closing.promise;
      closing = Promise.withResolvers<void>();
      clearTimeout(restart);
      current?.process.kill();
      successor?.process.kill();
      endWhenAlone();
      return closing.promise;
    },
  };
};
