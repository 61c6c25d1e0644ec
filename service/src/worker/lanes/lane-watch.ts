import { LaneFailure } from '../../ports/lanes.ts';
import { residentBytes } from '../../processes/resident-bytes.ts';

export type WatchLimits = { deadlineMs: number; memoryBytes: number };
/** The job in progress: its start, its deadline, its process, and the memory of that process when it was idle. */
export type Watched = { since: number; deadlineMs: number; pid: number; idleBytes: number | undefined };

const LOOK_EVERY_MS = 100;

// Generous, so that a job that is only slow is not killed: an image can be harder than the measured ones, and the
// machine busier.
const TIMES_EXPECTED = 20;
const LEAST_DEADLINE_MS = 10_000;

/**
 * The deadline of a job, from its expected time and the configured maximum. A thumbnail that hangs blocks its lane for
 * 10 s instead of the time allowed for the largest image.
 */
export const deadlineOf = (expectedMs: number | undefined, mostMs: number): number =>
  expectedMs === undefined
    ? mostMs
    : Math.min(mostMs, Math.max(LEAST_DEADLINE_MS, Math.round(TIMES_EXPECTED * expectedMs)));

/**
 * Checks the time and the memory of the job in progress, and calls `exceeded` when it is over a limit. Stops by itself
 * when there is no job; call `wake` when there is one again.
 */
export const openWatch = (
  { deadlineMs, memoryBytes }: WatchLimits,
  current: () => Watched | undefined,
  exceeded: (failure: LaneFailure) => void,
): { wake(): void; stop(): void } => {
  let timer: NodeJS.Timeout | undefined;

  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  const look = async (): Promise<void> => {
    const work = current();
    if (!work) {
      stop();
      return;
    }
    if (performance.now() - work.since > work.deadlineMs) {
      exceeded(tooSlow(work.deadlineMs));
      return;
    }
    const bytes = await residentBytes(work.pid);
    // The job may have finished during the await; the measured memory says nothing about the next one.
    if (bytes === undefined || work.idleBytes === undefined || current()?.since !== work.since) return;
    if (bytes - work.idleBytes > memoryBytes) exceeded(tooLarge(memoryBytes));
  };

  return {
    wake: () => {
      timer ??= setInterval(look, Math.min(LOOK_EVERY_MS, deadlineMs / 4));
    },
    stop,
  };
};

const tooSlow = (deadlineMs: number) =>
  new LaneFailure(
    'crash',
    'deadline_exceeded',
    `The image took longer than ${Math.round(deadlineMs / 100) / 10} s. Use a smaller image, or fewer or lighter steps.`,
  );

const tooLarge = (memoryBytes: number) =>
  new LaneFailure(
    'crash',
    'memory_exceeded',
    `The image needed more than ${Math.round(memoryBytes / 1024 ** 2)} MiB of memory. Use a smaller image or result.`,
  );
