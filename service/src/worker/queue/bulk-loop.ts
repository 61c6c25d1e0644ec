import { Refusal } from '../../domain/errors.ts';
import { openWakeUp } from './wake-up.ts';

// Finds acts whose notification was lost, and those that another worker left when it died.
const LOOK_AGAIN_MS = 1_000;

/** Carries out bulk acts, one bounded step after the other, until none is open. Several workers may do this at once. */
export const startBulkLoop = (
  takeStep: () => Promise<boolean>,
  report: (cause: unknown) => void,
): { wake(): void; stop(): Promise<void> } => {
  let stopping = false;
  const wakeUp = openWakeUp(async () => {
    try {
      while (!stopping && (await takeStep()));
    } catch (error) {
      const isAway = error instanceof Refusal && error.code === 'unavailable';
      if (!isAway) report(error);
    }
  });
  const timer = setInterval(wakeUp.wake, LOOK_AGAIN_MS);
  wakeUp.wake();
  return {
    wake: wakeUp.wake,
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await wakeUp.stop();
    },
  };
};
