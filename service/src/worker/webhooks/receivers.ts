import { openCache } from '../../cache/cache.ts';

/** The number of messages that a destination may get at the same time, by how it responded last. */
export const MAX_AT_ONCE = {
  /** A destination that is not known yet gets few, because it may never respond. */
  unknown: 8,
  /**
   * A fast destination gets far more messages than its 32 connections can send at once. So few claims are
   * needed, and no connection has to wait for a claim.
   */
  fast: 384,
  usual: 32,
  slow: 4,
  /** After a pause, a destination that did not respond gets one message, to find out whether it is back. */
  probe: 1,
} as const;

const FAST_MS = 500;
const SLOW_MS = 2_000;
/** After this many attempts in a row without a response, the destination gets no messages for a while. */
const MAX_UNANSWERED = 5;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;
const MAX_REMEMBERED = 1_000;
const REMEMBER_MS = 10 * MAX_PAUSE_MS;

/**
 * The response time of a destination is that of its fastest recent response. A slower response raises it at
 * most by this factor. Attempts that run at the same time raise it only once, because all of them may be slow
 * for a reason in this process. When each of them raised it, a fast receiver on a busy machine counted as slow,
 * and waited for places behind receivers that were away.
 */
const MAX_RISE = 2;

type Health = {
  unanswered: number;
  pauseMs: number;
  pausedUntil: number;
  answeredAt: number;
  answersInMs: number | undefined;
  /** When a slower response last raised `answersInMs`. */
  raisedAt: number;
};
const UNKNOWN: Health = {
  unanswered: 0,
  pauseMs: 0,
  pausedUntil: 0,
  answeredAt: Number.NEGATIVE_INFINITY,
  answersInMs: undefined,
  raisedAt: Number.NEGATIVE_INFINITY,
};

/**
 * Remembers how each destination has responded, and limits how many messages it gets at the same time. A slow
 * destination takes few of this sender's places; one that does not respond at all takes none (a circuit
 * breaker), and its messages wait in the database.
 */
export const openReceivers = (now: () => number = () => performance.now()) => {
  const known = openCache<string, Health>({ max: MAX_REMEMBERED, maxAgeMs: REMEMBER_MS, now });
  const healthOf = (destination: string): Health => known.get(destination) ?? UNKNOWN;

  const limitOf = ({ pausedUntil, answersInMs }: Health): number => {
    if (pausedUntil > 0) return now() < pausedUntil ? 0 : MAX_AT_ONCE.probe;
    if (answersInMs === undefined) return MAX_AT_ONCE.unknown;
    if (answersInMs < FAST_MS) return MAX_AT_ONCE.fast;
    return answersInMs < SLOW_MS ? MAX_AT_ONCE.usual : MAX_AT_ONCE.slow;
  };

  return {
    /** Records a response with any status, and how long it took. */
    noteAnswer: (destination: string, tookMs: number): void => {
      const { answersInMs: before = tookMs, raisedAt } = healthOf(destination);
      const raises = tookMs > before && now() - tookMs >= raisedAt;
      known.set(destination, {
        ...UNKNOWN,
        answeredAt: now(),
        answersInMs: Math.min(tookMs, raises ? MAX_RISE * before : before),
        raisedAt: raises ? now() : raisedAt,
      });
    },
    /** Records an attempt that got no response. Returns true when the attempt was the probe after a pause. */
    noteNoAnswer: (destination: string, startedAt: number): boolean => {
      const health = healthOf(destination);
      // Ignore an attempt that started before the pause, because it does not show that the destination is still away.
      // Also ignore an attempt when the destination has responded to another one since it started. Otherwise a
      // destination that hangs only now and then would be paused when many attempts time out together.
      if (startedAt < health.pausedUntil || startedAt <= health.answeredAt) return false;
      const wasProbe = health.pausedUntil > 0;
      const unanswered = health.unanswered + 1;
      if (!wasProbe && unanswered < MAX_UNANSWERED) {
        known.set(destination, { ...health, unanswered });
        return false;
      }
      const pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, 2 * health.pauseMs), MAX_PAUSE_MS);
      known.set(destination, { ...health, unanswered, pauseMs, pausedUntil: now() + pauseMs });
      return wasProbe;
    },
    /** The limit of every destination that is known. */
    limits: (): Map<string, number> =>
      new Map([...known.entries()].map(([destination, health]) => [destination, limitOf(health)])),
    /** The time until the first pause ends; undefined when no destination is paused. */
    nextProbeInMs: (): number | undefined => {
      const waits = [...known.entries()]
        .map(([, { pausedUntil }]) => pausedUntil - now())
        .filter((ms) => ms > 0);
      return waits.length > 0 ? Math.min(...waits) : undefined;
    },
  };
};
