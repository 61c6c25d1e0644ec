import { openCache } from '../../cache/cache.ts';

/** The number of messages that a destination may get at once, by how it answered last. */
export const MAX_AT_ONCE = {
  /** A destination that is not known yet gets few, because it may never answer. */
  unknown: 8,
  /**
   * A fast one gets far more than its 32 connections, so that few claims are needed and no connection waits for one.
   */
  fast: 384,
  usual: 32,
  slow: 4,
  /** After a pause, a destination that does not answer gets one message to find out whether it is back. */
  probe: 1,
} as const;

const FAST_MS = 500;
const SLOW_MS = 2_000;
/** After so many attempts in a row without any answer, the destination gets no messages for a while. */
const MAX_UNANSWERED = 5;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;
const MAX_REMEMBERED = 1_000;
const REMEMBER_MS = 10 * MAX_PAUSE_MS;

/**
 * The answer time of a destination is that of its quickest recent answer. A slower answer raises it at most by this
 * factor. Attempts that are under way at the same time raise it only once, because all of them may be slow for a reason
 * in this process. When each of them raised it, a quick receiver on a busy machine counted as slow, and waited for
 * places behind receivers that were away.
 */
const MAX_RISE = 2;

type Health = {
  unanswered: number;
  pauseMs: number;
  pausedUntil: number;
  answeredAt: number;
  answersInMs: number | undefined;
  /** When a slower answer raised `answersInMs` last. */
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
 * Remembers how each destination has answered, and limits what it gets: a slow destination takes few of the places of this
 * sender, and one that does not answer at all takes none (a circuit breaker). Its messages wait in the database.
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
    /** Records an answer of any status, and how long it took. */
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
    /** Records an attempt that got no answer. Returns true when the attempt was the probe after a pause. */
    noteNoAnswer: (destination: string, startedAt: number): boolean => {
      const health = healthOf(destination);
      // Ignore an attempt that started before the pause: it does not show that the destination is still away. Ignore it too
      // when the destination has answered another attempt since: a destination that hangs only now and then would otherwise
      // be paused when many attempts time out together.
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
