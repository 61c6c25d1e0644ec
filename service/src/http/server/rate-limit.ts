import type { Config } from '../../config.ts';
import { Refusal } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { Organizations } from '../../ports/people/organizations.ts';

const WINDOW_MS = 60_000;
// The number of windows is limited, so that calls from ever new addresses cannot fill the memory. The
// oldest is dropped first.
const MAX_WINDOWS = 100_000;

type Window = { count: number; endsAt: number };
/** The state of a caller's window after a call. */
type Allowance = {
  exceeded: boolean;
  remaining: number;
  resetsAtSeconds: number;
  resetsInSeconds: number;
};

/** Counts calls in fixed windows of a minute from the first call. With `calls` 0 it only reads the allowance. */
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

/** Anything that takes response headers: a reply, or a response written directly to a socket. */
type Answer = { header(name: string, value: string): unknown };

export type RateLimit = {
  /** Counts a call of a credential in an organization. Refuses the call when it exceeds the limit. */
  authenticated(answer: Answer, organizationId: OrganizationId, credentialId: string): Promise<void>;
  /** Counts a call to a costly route, such as a preview, for the whole organization. */
  costly(answer: Answer, organizationId: OrganizationId): void;
  /** Counts a call without a valid credential, by address. */
  anonymous(answer: Answer, address: string): void;
  /** Sets the rate-limit headers without counting the call: its credential cannot be checked now, but may be valid. */
  headersOnly(answer: Answer, address: string): void;
};

/**
 * Opens the rate limits: for each pair of organization and credential, for costly calls, and for each anonymous
 * address. Each process counts on its own, and allows its fraction of the limit.
 */
export const rateLimit = (config: Config, organizations: Organizations): RateLimit => {
  const countCall = callCounter();

  /** Returns the organization's own limit if it has one. When it cannot be read, the default applies. */
  const limitOf = async (id: OrganizationId): Promise<number> => {
    const own = await organizations.requestsPerMinute(id).catch(() => undefined);
    return own ?? config.requestsPerMinute;
  };

  const count = (answer: Answer, key: string, limit: number, calls: 0 | 1 = 1): void => {
    const now = Date.now();
    const share = Math.ceil(limit / config.apiProcesses);
    const { exceeded, remaining, resetsAtSeconds, resetsInSeconds } = countCall(key, share, now, calls);
    answer.header('x-ratelimit-limit', String(limit));
    // Assumes that the load is spread evenly, so each other process has as many calls left as this one.
    answer.header('x-ratelimit-remaining', String(Math.min(limit, remaining * config.apiProcesses)));
    answer.header('x-ratelimit-reset', String(resetsAtSeconds));
    if (!exceeded || calls === 0) return;
    throw new Refusal(
      'rate_limited',
      `More than ${limit} requests in a minute. Try again in ${resetsInSeconds} s.`,
      {
        retryAfterSeconds: resetsInSeconds,
      },
    );
  };

  return {
    authenticated: async (answer, organizationId, credentialId) =>
      count(answer, `${organizationId} ${credentialId}`, await limitOf(organizationId)),
    costly: (answer, organizationId) => count(answer, `costly ${organizationId}`, config.previewsPerMinute),
    anonymous: (answer, address) => count(answer, address, config.anonymousRequestsPerMinute),
    headersOnly: (answer, address) => count(answer, address, config.anonymousRequestsPerMinute, 0),
  };
};
