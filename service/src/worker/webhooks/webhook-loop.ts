import { setTimeout as sleep } from 'node:timers/promises';
import { type DeliverPorts, deliverWebhook } from '../../operations/webhooks/deliver-webhooks.ts';
import type { DueMessage, WalkPosition, WebhookQueue } from '../../ports/webhooks.ts';
import { openSleeper } from '../waking/sleeper.ts';
import { openAttemptRecorder } from './attempt-recorder.ts';
import { MAX_AT_ONCE, openReceivers } from './receivers.ts';

export type WebhookLoopPorts = Pick<DeliverPorts, 'egress'> &
  Partial<DeliverPorts> & {
    queue: WebhookQueue;
    /** Reports a problem once when it begins, not at every failure that follows. */
    report(problem: string, cause: unknown): void;
    /** How long attempts in progress may still take after a stop. Then their messages are released. */
    stopWithinMs?: number;
  };

type WebhookLoop = {
  /** Looks for messages to send now. */
  wake(): void;
  stop(): Promise<void>;
};

/**
 * The concurrency is high because waiting for slow endpoints costs almost nothing. The limits for one
 * destination and for one organization are lower, so that room remains for all others.
 */
const CONCURRENCY = 768;
/**
 * How many messages may be under way to destinations that are slow, away or not known yet. The rest of
 * CONCURRENCY is kept for those that respond.
 */
export const MAX_UNTRUSTED = 256;
const LIMITS = { perDestination: MAX_AT_ONCE.unknown, perOrganization: 576 };
const ATTEMPT_TIMEOUT_MS = 15_000;
const STOP_WITHIN_MS = 5_000;
/** The longest sleep. After it the loop finds messages whose notification was lost while the database was away. */
const MAX_PAUSE_MS = 30_000;
const CONTENDED_PAUSE_MS = 50;
const BUSY_PAUSE_MS = 1_000;
/** The minimum pause between two claims, so that one claim gets all messages that arrive during the pause. */
const GAP_MS = 10;
/**
 * The longest time that a free place stays unused so that more places become free for the same claim:
 * PostgreSQL takes 2 ms to plan each claim.
 */
const REFILL_MS = 50;
const MAX_FAILURE_PAUSE_MS = 10_000;

export const startWebhookLoop = (given: WebhookLoopPorts): WebhookLoop => {
  const { queue, report, stopWithinMs = STOP_WITHIN_MS } = given;
  const ports: DeliverPorts = {
    now: () => new Date(),
    random: Math.random,
    attemptTimeoutMs: ATTEMPT_TIMEOUT_MS,
    ...given,
  };
  const sleeper = openSleeper();
  const ending = new AbortController();
  const recorder = openAttemptRecorder(queue, ending.signal);
  const receivers = openReceivers();
  const underWay = new Map<DueMessage, Promise<void>>();
  let position: WalkPosition | undefined;
  let isStopping = false;
  const refill = openRefill(sleeper.wake);

  const send = async (message: DueMessage): Promise<void> => {
    const startedAt = performance.now();
    try {
      const attempt = await deliverWebhook(ports, message, ending.signal);
      if (!attempt) return await queue.release([message.id]);
      const isAway = noteAttempt(message.destination, attempt.status, startedAt);
      await recorder.record(attempt);
      if (isAway) await queue.giveUpOverdue(message.destination);
    } catch (error) {
      // The claim expires by itself, and the message is sent again.
      report(
        'The outcome of a webhook attempt could not be stored, so the message will be sent again.',
        error,
      );
    } finally {
      underWay.delete(message);
      refill.freed(underWay.size);
    }
  };

  /** Records whether the destination responded. Returns true when it has been away for a while and still is. */
  const noteAttempt = (destination: string, status: number | null, startedAt: number): boolean => {
    if (status === null) return receivers.noteNoAnswer(destination, startedAt);
    receivers.noteAnswer(destination, performance.now() - startedAt);
    return false;
  };

  /** Claims and sends messages until no more can be claimed now. Returns how long to wait before the next claim. */
  const sendDue = async (): Promise<number> => {
    let isWholeRound = position === undefined;
    let found = 0;
    for (;;) {
      const count = CONCURRENCY - underWay.size;
      if (isStopping || count === 0) return MAX_PAUSE_MS;
      const after = position;
      const claimed = await queue.claim({
        ...LIMITS,
        ...limitsNow(),
        count,
        underWay: [...underWay.keys()],
        after,
      });
      for (const message of claimed.messages) underWay.set(message, send(message));
      refill.claimed(underWay.size);
      position = claimed.after;
      const taken = claimed.messages.length + claimed.notSendable;
      found += taken;
      if (claimed.contended && taken === 0) return CONTENDED_PAUSE_MS;
      if (position !== undefined) continue;
      // A message that was not sendable used part of the limit of its destination, so more messages of that
      // destination may be due.
      const tookAll = after === undefined && !claimed.contended && taken < count && claimed.notSendable === 0;
      // When one of these messages is done, the loop wakes, so it need not know now when the next message is due.
      if (tookAll && taken > 0) return BUSY_PAUSE_MS;
      if (tookAll || (isWholeRound && found === 0)) return nextPause();
      isWholeRound = true;
      found = 0;
    }
  };

  const limitsNow = () => {
    const limits = receivers.limits();
    const isUntrusted = ({ destination }: DueMessage) =>
      (limits.get(destination) ?? MAX_AT_ONCE.unknown) < MAX_AT_ONCE.usual;
    const taken = [...underWay.keys()].filter(isUntrusted).length;
    return { limits, untrusted: { limit: MAX_AT_ONCE.usual, room: Math.max(0, MAX_UNTRUSTED - taken) } };
  };

  const nextPause = async (): Promise<number> => {
    if ((await queue.resumeHeld()) > 0) return 0;
    const nextDueInMs = (await queue.nextDueInMs()) ?? MAX_PAUSE_MS;
    return Math.min(nextDueInMs, receivers.nextProbeInMs() ?? MAX_PAUSE_MS, MAX_PAUSE_MS);
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!isStopping) {
      let pauseMs: number;
      try {
        pauseMs = await sendDue();
        failures = 0;
      } catch (error) {
        // A single failure is not reported: it is often over at the next attempt.
        if (failures === 1)
          report('Webhooks are not being sent: their messages cannot be read from the database.', error);
        pauseMs = Math.min(250 * 2 ** failures, MAX_FAILURE_PAUSE_MS);
        failures += 1;
      }
      const lookedAt = performance.now();
      if (!isStopping) await sleeper.sleep(pauseMs);
      const gapMs = lookedAt + GAP_MS - performance.now();
      if (gapMs > 0 && !isStopping) await sleep(gapMs);
    }
  };
  const running = run();

  return {
    wake: sleeper.wake,
    stop: async () => {
      isStopping = true;
      sleeper.wake();
      const timer = setTimeout(() => ending.abort(), stopWithinMs);
      await running;
      await Promise.all(underWay.values());
      clearTimeout(timer);
      refill.close();
    },
  };
};

/**
 * Calls `claim` when half of the messages in progress are finished, or soon after the first one is, so that one claim
 * fills several free places.
 */
const openRefill = (claim: () => void) => {
  let refillAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const refill = (): void => {
    clearTimeout(timer);
    timer = undefined;
    claim();
  };
  return {
    claimed: (underWay: number): void => {
      refillAt = Math.floor(underWay / 2);
    },
    freed: (underWay: number): void => {
      if (underWay <= refillAt) refill();
      else timer ??= setTimeout(refill, REFILL_MS);
    },
    close: () => clearTimeout(timer),
  };
};
