type WakeableTask = {
  /** Runs the work now; if it is already running, runs it once more afterwards. */
  wake(): void;
  /** True when the work is not running and `wake` would start it. */
  isAsleep(): boolean;
  /** Waits for the run in progress, and ignores later wake-ups. */
  stop(): Promise<void>;
};

type State = 'asleep' | 'running' | 'woken again' | 'stopped';

/** Runs `work` whenever it is woken, never twice at a time. */
export const openWakeableTask = (work: () => Promise<void>): WakeableTask => {
  let state: State = 'asleep';
  let running = Promise.resolve();
  const is = (expected: State) => state === expected;

  const run = async (): Promise<void> => {
    do {
      state = 'running';
      // A run fails when the database is unreachable or the disk is full. The next wake-up tries again.
      await work().catch(() => {});
    } while (is('woken again'));
    if (is('running')) state = 'asleep';
  };

  return {
    wake: () => {
      if (is('asleep')) running = run();
      else if (is('running')) state = 'woken again';
    },
    isAsleep: () => is('asleep'),
    stop: async () => {
      state = 'stopped';
      await running;
    },
  };
};
