import { setTimeout as pause } from 'node:timers/promises';
import { CLAIM_MS, type FinishedAttempt, type WebhookQueue } from '../../ports/webhooks.ts';

/** An attempt waits so long for others that finish meanwhile, until there are enough to share a statement. */
const GATHER_MS = 50;
const ENOUGH = 64;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;

/**
 * Records webhook attempts in batches: one statement runs at a time, and attempts that finish meanwhile form the next
 * batch. While the database is unreachable it retries, until the claims expire and other processes may send the
 * messages.
 */
export const openAttemptRecorder = (queue: WebhookQueue, ending: AbortSignal) => {
  let waiting: FinishedAttempt[] = [];
  let flush: Promise<void> | undefined;
  let hasEnough: (() => void) | undefined;

  const gather = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    hasEnough = resolve;
    const timer = setTimeout(resolve, GATHER_MS);
    await promise;
    clearTimeout(timer);
  };

  const flushNext = async (): Promise<void> => {
    const attempts = waiting;
    waiting = [];
    flush = undefined;
    await recordPatiently(attempts);
  };

  const recordPatiently = async (attempts: FinishedAttempt[]): Promise<void> => {
    const until = performance.now() + CLAIM_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return await queue.record(attempts);
      } catch (error) {
        if (ending.aborted || performance.now() + pauseMs > until) throw error;
        await pause(pauseMs, undefined, { signal: ending }).catch(() => {});
      }
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    record: (attempt: FinishedAttempt): Promise<void> => {
      waiting.push(attempt);
      if (!flush) {
        flush = Promise.all([last, gather()]).then(flushNext);
        last = flush.catch(() => {});
      }
      if (waiting.length >= ENOUGH) hasEnough?.();
      return flush;
    },
  };
};
