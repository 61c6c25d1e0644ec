import { setTimeout as sleep } from 'node:timers/promises';
import { ownTime } from './own-time.ts';

const LOOK_EVERY_MS = 20;

/** Calls `ask` until it returns a value. At the deadline it fails with `what` and the last error. */
export const until = async <Value>(
  what: string,
  deadlineMs: number,
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> => {
  let trouble: unknown;
  for (const deadline = ownTime() + deadlineMs; ownTime() < deadline; ) {
    try {
      const value = await ask();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      trouble = error;
    }
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`Not within ${deadlineMs} ms: ${what}`, { cause: trouble });
};
