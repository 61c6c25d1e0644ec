import type { Config } from '../../config.ts';
import { Refusal } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { Organizations } from '../../ports/organizations.ts';

const WINDOW_MS = 60_000;
// Bounded, so that callers from ever new addresses cannot fill the memory: the oldest windows go first.
const MAX_WINDOWS = 100_000;

type Window = { count: number; endsAt: number };
export type Allowance = {
  exceeded: boolean;
  remaining: number;
  resetsAtSeconds: number;
  resetsInSeconds: number;
};

/** Counts one call, or none to see how things stand. A window lasts a minute from its first call. */
export const callCounter = (maxWindows = MAX_WINDOWS) => {
  const windows = new Map<string, Window>();

  const openWindow = (key: string, now: number): Window => {
    windows.delete(key);
    if (windows.size >= maxWindows) {
      const oldest = windows.keys().next();
      if (!oldest.done) windows.delete(oldest.value);
    }
    const window = { count: 0, endsAt: now + WINDOW_MS };
    windows.set(key, window);
    return window;
  };

  return (key: string, limit: number, now: number, calls: 0 | 1 = 1): Allowance => {
    const known = windows.get(key);
    const window = known && known.endsAt > now ? known : openWindow(key, now);
    window.count += calls;
    return {
      exceeded: window.count > limit,
      remaining: Math.max(0, limit - window.count),
      resetsAtSeconds: Math.ceil(window.endsAt / 1000),
      resetsInSeconds: Math.ceil((window.endsAt - now) / 1000),
    };
  };
};

/** Whatever headers can be put on. */
type Answer = { header(name: string, value: string): unknown };

export type RateLimit = {
  /** Counts a call of a credential in an organization. Refuses it beyond the limit. */
  known(answer: Answer, organizationId: OrganizationId, credentialId: string): Promise<void>;
  /** Counts a call of a kind that costs more than others, for the whole organization. */
  costly(answer: Answer, organizationId: OrganizationId): void;
  /** Counts a call without a valid credential, by address. */
  anonymous(answer: Answer, address: string): void;
  /** Only tells how things stand: a credential that cannot be checked now may well be valid. */
  unchecked(answer: Answer, address: string): void;
};

export const rateLimit = (config: Config, organizations: Organizations): RateLimit => {
  const countCall = callCounter();

  /** The organization's own limit where it has one. One that cannot be read is no reason to refuse. */
  const limitOf = async (id: OrganizationId): Promise<number> => {
    const own = await organizations.requestsPerMinute(id).catch(() => undefined);
    return own ?? config.requestsPerMinute;
  };

  const count = (answer: Answer, key: string, limit: number, calls: 0 | 1 = 1): void => {
    const now = Date.now();
    const { exceeded, remaining, resetsAtSeconds, resetsInSeconds } = countCall(key, limit, now, calls);
    answer.header('x-ratelimit-limit', String(limit));
    answer.header('x-ratelimit-remaining', String(remaining));
    answer.header('x-ratelimit-reset', String(resetsAtSeconds));
    if (!exceeded || calls === 0) return;
    throw new Refusal('rate_limited', `At most ${limit} requests a minute are allowed. Wait for the reset.`, {
      retryAfterSeconds: resetsInSeconds,
    });
  };

  return {
    known: async (answer, organizationId, credentialId) =>
      count(answer, `${organizationId} ${credentialId}`, await limitOf(organizationId)),
    costly: (answer, organizationId) => count(answer, `costly ${organizationId}`, config.previewsPerMinute),
    anonymous: (answer, address) => count(answer, address, config.anonymousRequestsPerMinute),
    unchecked: (answer, address) => count(answer, address, config.anonymousRequestsPerMinute, 0),
  };
};
