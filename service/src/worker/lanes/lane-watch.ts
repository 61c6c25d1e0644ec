import { LaneFailure } from '../../ports/lanes.ts';
import { residentBytes } from '../../processes/resident-bytes.ts';

export type WatchLimits = { deadlineMs: number; memoryBytes: number };
/** What is being worked on: since when, for how long, in which process, and how large that was when idle. */
export type Watched = { since: number; deadlineMs: number; pid: number; idleBytes: number | undefined };

const LOOK_EVERY_MS = 100;

// Far from any job that is only slow: an image can be worse than those measured, and the machine busier.
const TIMES_EXPECTED = 20;
const LEAST_DEADLINE_MS = 10_000;

/** A hung thumbnail does not hold a lane as long as the largest image may. */
export const deadlineOf = (expectedMs: number | undefined, mostMs: number): number =>
  expectedMs === undefined
    ? mostMs
    : Math.min(mostMs, Math.max(LEAST_DEADLINE_MS, Math.round(TIMES_EXPECTED * expectedMs)));

/** Looks at the work under way until there is none; `wake` when there is some again. */
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
    // By now it may be done: the next one starts with a clean slate.
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
