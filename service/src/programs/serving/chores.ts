import { Refusal } from '../../domain/errors.ts';
import { openWakeableTask } from '../../worker/waking/wakeable-task.ts';

/** Work that a process does in the background, again and again. */
export type Chore = {
  /** The work as a noun, for messages such as "Deleting expired rows failed". */
  name: string;
  everyMs: number;
  /** Does the work that is due now. A long run ends early when the signal aborts. */
  run(closing: AbortSignal): Promise<unknown>;
};

type ReportError = (error: unknown, context: Record<string, string>) => void;

type Chores<Name extends string> = {
  /** Runs a chore now, without waiting for its time. */
  wake(name: Name): void;
  /** Ends all chores; waits for the runs in progress. */
  close(): Promise<void>;
};

/** When several processes have the same chores, all but the first run a chore only every 30th time. */
const STANDBY_RUNS_EVERY = 30;

/**
 * Starts all chores. Each runs when its time has come, never twice at once. After a failed run, the next run
 * also does the work that was missed. A failure because the database is away is not reported. When several
 * processes have the same chores, the first process does the work; the others run the chores only now and then,
 * in case the first one hangs.
 */
export const startChores = <Name extends string>(
  chores: Readonly<Record<Name, Chore>>,
  reportError: ReportError,
  isFirst: () => boolean = () => true,
): Chores<Name> => {
  const closing = new AbortController();
  const start = ({ name, everyMs, run }: Chore) => {
    const task = openWakeableTask(async () => {
      try {
        await run(closing.signal);
      } catch (error) {
        if (error instanceof Refusal && error.code === 'unavailable') return;
        reportError(error, { problem: `${name} failed; the next attempt is in ${everyMs / 1_000} s.` });
      }
    });
    let timesSinceRun = 0;
    const timer = setInterval(() => {
      timesSinceRun = isFirst() ? STANDBY_RUNS_EVERY : timesSinceRun + 1;
      if (timesSinceRun < STANDBY_RUNS_EVERY) return;
      timesSinceRun = 0;
      task.wake();
    }, everyMs);
    return {
      wake: task.wake,
      stop: () => {
        clearInterval(timer);
        return task.stop();
      },
    };
  };
  const started = new Map(Object.entries<Chore>(chores).map(([name, chore]) => [name, start(chore)]));
  return {
    wake: (name) => started.get(name)?.wake(),
    close: async () => {
      closing.abort();
      await Promise.all([...started.values()].map(({ stop }) => stop()));
    },
  };
};

/** Repeats a step until it returns false, because there is nothing more to do. */
export const untilDone = async (closing: AbortSignal, step: () => Promise<boolean>): Promise<void> => {
  while (!closing.aborted && (await step()));
};
