import { LRUCache } from 'lru-cache';

type Options<Value> = {
  /** The largest number of entries. Beyond it, the least recently used entries are dropped. */
  max: number;
  /** Absent: entries do not expire. */
  maxAgeMs?: number;
  /** Says whether a value may be cached. Absent: all may. */
  mayCache?: (value: Value) => boolean;
  now?: () => number;
};

/** Values kept in the memory of this process. */
type Cache<Key, Value> = {
  /** The value; undefined when there is none or it has expired. */
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  forget(key: Key): void;
  /** The entries that have not expired. */
  entries(): Iterable<[Key, Value]>;
  /**
   * Drops the matching values. The results of lookups in progress are not cached either, because they may be
   * outdated.
   */
  forgetWhere(matches: (value: Value) => boolean): void;
};

/** A cache in front of a lookup. A missing value (`undefined`) is never cached. */
export type ReadThroughCache<Key, Value> = Cache<Key, Value> & {
  /** Returns a cached value at once, without a promise. Callers that wait for the same key share one lookup. */
  find(key: Key): Value | Promise<Value | undefined>;
  /** Announces a value that is being made: callers of `find` wait for it instead of looking it up. */
  expect(key: Key, value: Promise<Value | undefined>): Promise<Value | undefined>;
};

/**
 * Opens a cache in front of `lookUp`. It refreshes an entry in the background once it has reached half its maximum age,
 * so only the first caller after a quiet period waits.
 */
export const openReadThroughCache = <Key extends string, Value extends {}>(
  lookUp: (key: Key) => Promise<Value | undefined>,
  { max, maxAgeMs = 0, mayCache = () => true, now = () => performance.now() }: Options<Value>,
): ReadThroughCache<Key, Value> => {
  const entries = new LRUCache<Key, Value>({
    // With the option `max`, the LRU library would allocate room for all entries now: 15 ms and 4 MB for
    // 100,000.
    maxSize: max,
    sizeCalculation: () => 1,
    ttl: maxAgeMs,
    // 0: the LRU library reads the clock at every call. By default it starts a timer to read the clock less
    // often.
    ttlResolution: 0,
    perf: { now },
  });
  const pending = new Map<Key, Promise<Value | undefined>>();

  const expect = (key: Key, value: Promise<Value | undefined>): Promise<Value | undefined> => {
    const start = now();
    const isCurrent = () => pending.get(key) === loading;
    const loading: Promise<Value | undefined> = value
      .then((found) => {
        // The key was forgotten after this lookup started, so its value may be the outdated one: do not cache it.
        if (!isCurrent()) return found;
        if (found === undefined || !mayCache(found)) entries.delete(key);
        else entries.set(key, found, { start });
        return found;
      })
      .finally(() => {
        if (isCurrent()) pending.delete(key);
      });
    pending.set(key, loading);
    return loading;
  };

  const load = (key: Key) => pending.get(key) ?? expect(key, lookUp(key));

  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      // A lookup that started before this `set` may return an older value, so its result is not cached.
      pending.delete(key);
      entries.set(key, value);
    },
    find: (key) => {
      const value = entries.get(key);
      if (value === undefined) return load(key);
      // Ignore a failed refresh. If every refresh fails, the entry expires and the next caller gets the error.
      if (entries.getRemainingTTL(key) < maxAgeMs / 2) load(key).catch(() => {});
      return value;
    },
    expect,
    forget: (key) => {
      pending.delete(key);
      entries.delete(key);
    },
    entries: () => entries.entries(),
    forgetWhere: (matches) => {
      pending.clear();
      for (const [key, value] of entries.entries()) if (matches(value)) entries.delete(key);
    },
  };
};

/** Opens a cache without a lookup: its values come only from callers, who set them or announce them with `expect`. */
export const openCache = <Key extends string, Value extends {}>(options: Options<Value>) =>
  openReadThroughCache<Key, Value>(async () => undefined, options);
