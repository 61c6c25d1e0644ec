import type { RunAs } from '../../processes/drop-rights.ts';
import { residentBytes } from '../../processes/resident-bytes.ts';
import { answerAsked, type ModelsForLane, sizesOf } from '../models/models-for-lane.ts';
import type { FromLane } from './lane-messages.ts';
import { type PixelProcess, startPixelProcess } from './pixel-process.ts';

export type LaneSupervisorOptions = {
  models: ModelsForLane;
  jobsBeforeRecycle: number;
  runAs?: RunAs | undefined;
  /** A process that is not ready within this time is replaced. Jobs that wait for a process have no deadline yet. */
  startWithinMs?: number | undefined;
};

type Handlers = {
  /** A message of the current process about its jobs. */
  onMessage(message: FromLane): void;
  /** A process is ready for jobs. */
  onReady(): void;
  /** The current process has ended, and its jobs are lost. */
  onLoss(how: string): void;
};

/**
 * Supervises the process of a lane: starts it, restarts it with a backoff when it ends, and replaces it after a number
 * of jobs. A replacement starts while the current process still works, and takes over when that is idle.
 */
export type LaneSupervisor = {
  /**
   * The process for the next job. `idle` says that the current process has no job. Undefined while no process is ready,
   * or while a ready replacement waits for the current process to become idle.
   */
  forNext(idle: boolean): PixelProcess | undefined;
  current(): { process: PixelProcess; idleBytes: number | undefined } | undefined;
  /** Counts a finished job of the current process. After `jobsBeforeRecycle` jobs a replacement is started. */
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
      // The replacement failed to start: the current process continues, and another replacement starts after as many
      // jobs.
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
        // The current process finishes its jobs first. The replacement is warm and takes over without a gap.
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
