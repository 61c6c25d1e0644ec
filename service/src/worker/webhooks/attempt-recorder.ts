import { setTimeout as pause } from 'node:timers/promises';
import { runTogether } from '../../batching/run-together.ts';
import { type FinishedAttempt, WEBHOOK_CLAIM_MS, type WebhookQueue } from '../../ports/webhooks.ts';

/** How long a finished attempt waits for others, so that one statement records all of them. */
const GATHER_MS = 50;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;
const MAX_PER_STATEMENT = 1_000;

/**
 * Records webhook attempts; those that finish while a statement runs share the next statement. While the database is
 * unreachable, the recorder retries until the claims expire and other processes may send the messages.
 */
export const openAttemptRecorder = (queue: WebhookQueue, ending: AbortSignal) => {
  const { add } = runTogether<FinishedAttempt, void>(
    async (attempts) => {
      await queue.record(attempts);
      return attempts.map(() => undefined);
    },
    { name: 'webhook attempts', maxItems: MAX_PER_STATEMENT, gatherMs: GATHER_MS },
  );
  return {
    record: async (attempt: FinishedAttempt): Promise<void> => {
      const until = performance.now() + WEBHOOK_CLAIM_MS;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
        try {
          return await add(attempt);
        } catch (error) {
          if (ending.aborted || performance.now() + pauseMs > until) throw error;
          await pause(pauseMs, undefined, { signal: ending }).catch(() => {});
        }
      }
    },
  };
};
