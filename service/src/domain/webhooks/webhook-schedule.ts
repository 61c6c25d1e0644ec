const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay before each attempt, counted from the attempt before. The first attempt is made at once. */
export const DELAYS_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
] as const;

// Spreads the retries, so that endpoints that failed together are not all called again in the same second.
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * HOUR;

type WebhookOutcome = 'delivered' | 'gave_up' | 'stopped';
export type AfterAttempt = { outcome: WebhookOutcome } | { outcome: null; retryInMs: number };

/** Decides what happens to a message after its n-th attempt (from 1). `status` is null when there was no response. */
export const afterAttempt = (attempt: {
  number: number;
  status: number | null;
  retryAfterMs: number;
  /** A random number from 0 to 1. */
  random: number;
}): AfterAttempt => {
  const { number, status } = attempt;
  if (status !== null && status >= 200 && status < 300) return { outcome: 'delivered' };
  if (status === 410) return { outcome: 'stopped' };
  const delay = DELAYS_MS[number];
  if (delay === undefined) return { outcome: 'gave_up' };
  const scheduled = delay * (1 + JITTER * attempt.random);
  return { outcome: null, retryInMs: Math.round(Math.max(scheduled, attempt.retryAfterMs)) };
};

/** Parses `Retry-After` (seconds or a date) to milliseconds from now: at most a day, 0 when missing or invalid. */
export const retryAfterMs = (header: string | undefined, now: Date): number => {
  if (header === undefined) return 0;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime();
  return waitMs > 0 ? Math.min(waitMs, MAX_RETRY_AFTER_MS) : 0;
};
