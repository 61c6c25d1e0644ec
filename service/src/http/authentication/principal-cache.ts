import { LRUCache } from 'lru-cache';
import type { UserId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { Authenticated } from './authenticate.ts';

type Found = Authenticated | undefined;
type LookUp = (keys: string[]) => Promise<Map<string, Principal>>;

/** A cache of the rights of credentials in this process. Entries are never older than `MAX_AGE_MS`. */
export type PrincipalCache = {
  find(key: string): Found | Promise<Found>;
  /** Drops the entries of a user whose rights have changed. */
  forget(userId: UserId): void;
  forgetAll(): void;
  close(): void;
};

// Revoked rights end with the database's notification. If that is lost, the next check ends them; if the database cannot
// be reached either, the entry expires after this time.
const MAX_AGE_MS = 4_000;
const CHECK_EVERY_MS = 1_500;
const IDLE_MS = 60_000;
const MAX_ENTRIES = 20_000;

type Entry = { principal: Authenticated; since: number; usedAt: number };

/** Refreshes all credentials in use with one query in the background, so only the first call of each waits for a query. */
export const principalCache = (lookUp: LookUp, now = () => performance.now()): PrincipalCache => {
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  const pending = new Map<string, Promise<Found>>();
  let invalidations = 0;

  const findCached = (key: string): Found | Promise<Found> => {
    const known = entries.get(key);
    const time = now();
    if (!known || time - known.since > MAX_AGE_MS) return lookUpOne(key);
    known.usedAt = time;
    return known.principal;
  };

  /** Adds `recheck` once for each look-up, so that cache hits allocate nothing. */
  const authenticated = (key: string, principal: Principal | undefined): Found =>
    principal && { ...principal, recheck: () => findCached(key) };

  const lookUpOne = (key: string): Promise<Found> => {
    const samePending = pending.get(key);
    if (samePending) return samePending;
    const since = now();
    const before = invalidations;
    const answer = lookUp([key])
      .then((found) => {
        const principal = authenticated(key, found.get(key));
        // If entries were dropped during the query, this answer may be outdated and must not be cached.
        if (principal && before === invalidations) entries.set(key, { principal, since, usedAt: since });
        return principal;
      })
      .finally(() => {
        if (pending.get(key) === answer) pending.delete(key);
      });
    pending.set(key, answer);
    return answer;
  };

  const checkAll = async (): Promise<void> => {
    const since = now();
    for (const [key, { usedAt }] of entries.entries()) if (since - usedAt > IDLE_MS) entries.delete(key);
    const keys = [...entries.keys()];
    if (keys.length === 0) return;
    const before = invalidations;
    const found = await lookUp(keys);
    if (before !== invalidations) return;
    for (const key of keys) {
      const principal = authenticated(key, found.get(key));
      const entry = entries.get(key);
      if (principal && entry) Object.assign(entry, { principal, since });
      else entries.delete(key);
    }
  };
  // A failed check is ignored: the entries expire, and then the caller's own query reports the error.
  const checking = setInterval(() => void checkAll().catch(() => {}), CHECK_EVERY_MS).unref();

  const forgetWhere = (matches: (principal: Principal) => boolean): void => {
    invalidations += 1;
    pending.clear();
    for (const [key, { principal }] of entries.entries()) if (matches(principal)) entries.delete(key);
  };

  return {
    find: findCached,
    forget: (userId) => forgetWhere((principal) => principal.userId === userId),
    forgetAll: () => forgetWhere(() => true),
    close: () => clearInterval(checking),
  };
};
