import { runTogether } from '../../batching/run-together.ts';
import { openReadThroughCache, type ReadThroughCache } from '../../cache/cache.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/people/principal.ts';
import { type Authenticated, CREDENTIALS_CACHE } from './authenticate.ts';

type Found = Authenticated | undefined;
type LookUp = (keys: string[]) => Promise<Map<string, Principal>>;

/** This process's cache of what each credential may do. */
export type PrincipalCache = {
  find(key: string): Found | Promise<Found>;
  /** Drops the entries of a user whose rights have changed. */
  forget(userId: UserId): void;
  forgetAll(): void;
};

const MAX_KEYS_PER_QUERY = 1_000;

/** Opens a cache in front of `lookUp`. While a query runs, new lookups are collected for the next query. */
export const principalCache = (lookUp: LookUp, now?: () => number): PrincipalCache => {
  const lookUps = runTogether<string, Principal | undefined>(
    async (keys) => {
      const found = await lookUp(keys);
      return keys.map((key) => found.get(key));
    },
    { name: 'API keys', maxItems: MAX_KEYS_PER_QUERY, gatherMs: 0 },
  );
  const cache: ReadThroughCache<string, Authenticated> = openReadThroughCache(
    async (key) => {
      const principal = await lookUps.add(key);
      return principal && { ...principal, recheck: () => cache.find(key) };
    },
    { ...CREDENTIALS_CACHE, ...(now && { now }) },
  );
  return {
    find: cache.find,
    forget: (userId) => cache.forgetWhere((principal) => principal.userId === userId),
    forgetAll: () => cache.forgetWhere(() => true),
  };
};
