import { setTimeout as sleep } from 'node:timers/promises';
import { type DeliverDeps, deliverWebhook } from '../../operations/webhooks/deliver-webhooks.ts';
import type { DueMessage, WalkPosition, WebhookQueue } from '../../ports/webhooks.ts';
import { openAttemptRecorder } from './attempt-recorder.ts';
import { openBell } from './bell.ts';

export type WebhookLoopDeps = Pick<DeliverDeps, 'egress'> &
  Partial<DeliverDeps> & {
    queue: WebhookQueue;
    /** Reports a problem once when it begins, not at every failure that follows. */
    report(problem: string, cause: unknown): void;
    /** How long attempts in progress may take to finish when the loop is stopped; then their messages are released. */
    stopWithinMs?: number;
  };

export type WebhookLoop = {
  /** Looks for messages to send now. */
  wake(): void;
  stop(): Promise<void>;
};

/**
 * The concurrency is high because waiting for slow endpoints costs almost nothing. The lower limits for one destination
 * and one organization keep room for all others.
 */
const LIMITS = { concurrency: 128, perDestination: 32, perOrganization: 96 };
const ATTEMPT_TIMEOUT_MS = 15_000;
const STOP_WITHIN_MS = 5_000;
/** The longest sleep, for messages whose notification was lost while the database was unreachable. */
const MAX_PAUSE_MS = 30_000;
const CONTENDED_PAUSE_MS = 50;
/** The minimum pause between two claims, so that messages that arrive meanwhile share the next one. */
const GAP_MS = 10;
const MAX_TROUBLE_PAUSE_MS = 10_000;

export const startWebhookLoop = (given: WebhookLoopDeps): WebhookLoop => {
  const { queue, report, stopWithinMs = STOP_WITHIN_MS } = given;
  const deps: DeliverDeps = {
    now: () => new Date(),
    random: Math.random,
    attemptTimeoutMs: ATTEMPT_TIMEOUT_MS,
    ...given,
  };
  const bell = openBell();
  const ending = new AbortController();
  const recorder = openAttemptRecorder(queue, ending.signal);
  const underWay = new Map<DueMessage, Promise<void>>();
  let position: WalkPosition | undefined;
  let isStopping = false;

  const send = async (message: DueMessage): Promise<void> => {
    try {
      const attempt = await deliverWebhook(deps, message, ending.signal);
      if (attempt) await recorder.record(attempt);
      else await queue.release([message.id]);
    } catch (error) {
      // The claim expires by itself, and the message is sent again.
      report('A webhook attempt could not be recorded.', error);
    } finally {
      underWay.delete(message);
      bell.ring();
    }
  };

  /** Claims and sends messages until no more can be claimed now. Returns how long to wait before the next claim. */
  const sendDue = async (): Promise<number> => {
    let isWholeRound = position === undefined;
    let found = 0;
    for (;;) {
      const count = LIMITS.concurrency - underWay.size;
      if (isStopping || count === 0) return MAX_PAUSE_MS;
      const after = position;
      const claimed = await queue.claim({ ...LIMITS, count, underWay: [...underWay.keys()], after });
      for (const message of claimed.messages) underWay.set(message, send(message));
      position = claimed.after;
      found += claimed.messages.length;
      if (claimed.contended && claimed.messages.length === 0) return CONTENDED_PAUSE_MS;
      if (position !== undefined) continue;
      const tookAll = after === undefined && !claimed.contended && claimed.messages.length < count;
      if (tookAll || (isWholeRound && found === 0)) return nextPause();
      isWholeRound = true;
      found = 0;
    }
  };

  const nextPause = async () => Math.min((await queue.nextDueInMs()) ?? MAX_PAUSE_MS, MAX_PAUSE_MS);

  const run = async (): Promise<void> => {
    let troubles = 0;
    while (!isStopping) {
      let pauseMs: number;
      try {
        pauseMs = await sendDue();
        troubles = 0;
      } catch (error) {
        // A single failure is not reported: it is often over at the next attempt.
        if (troubles === 1)
          report('Webhooks are not being sent: their messages cannot be read from the database.', error);
        pauseMs = Math.min(250 * 2 ** troubles, MAX_TROUBLE_PAUSE_MS);
        troubles += 1;
      }
      const lookedAt = performance.now();
      if (!isStopping) await bell.wait(pauseMs);
      const gapMs = lookedAt + GAP_MS - performance.now();
      if (gapMs > 0 && !isStopping) await sleep(gapMs);
    }
  };
  const running = run();

  return {
    wake: bell.ring,
    stop: async () => {
      isStopping = true;
      bell.ring();
      const timer = setTimeout(() => ending.abort(), stopWithinMs);
      await running;
      await Promise.all(underWay.values());
      clearTimeout(timer);
    },
  };
};
