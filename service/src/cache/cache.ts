import { LRUCache } from 'lru-cache';

/** A cache in this process: values expire after a short time, and a missing value (`undefined`) is never cached. */
export type Cache<Key, Value> = {
  find(key: Key): Value | Promise<Value | undefined>;
  forget(key: Key): void;
};

type Options = { max: number; maxAgeMs: number };

/**
 * Opens a cache in front of `lookUp`. It refreshes an entry in the background once it has reached half its maximum age,
 * so only the first caller after a quiet period waits.
 */
export const openCache = <Key extends string, Value>(
  lookUp: (key: Key) => Promise<Value | undefined>,
  { max, maxAgeMs }: Options,
  now: () => number = performance.now.bind(performance),
): Cache<Key, Value> => {
  const entries = new LRUCache<Key, { value: Value; since: number }>({ max });
  const pending = new Map<Key, Promise<Value | undefined>>();

  const load = (key: Key): Promise<Value | undefined> => {
    const sameLookUp = pending.get(key);
    if (sameLookUp) return sameLookUp;
    const since = now();
    const isCurrent = () => pending.get(key) === loading;
    const loading: Promise<Value | undefined> = lookUp(key)
      .then((value) => {
        // `forget` was called after this lookup started, so its value may be the outdated one: do not cache it.
        if (!isCurrent()) return value;
        if (value === undefined) entries.delete(key);
        else entries.set(key, { value, since });
        return value;
      })
      .finally(() => {
        if (isCurrent()) pending.delete(key);
      });
    pending.set(key, loading);
    return loading;
  };

  return {
    find: (key) => {
      const cached = entries.get(key);
      const age = cached ? now() - cached.since : Number.POSITIVE_INFINITY;
      if (!cached || age > maxAgeMs) return load(key);
      // A failed refresh is ignored: if they keep failing the entry expires, and the next caller gets the error.
      if (age > maxAgeMs / 2) load(key).catch(() => {});
      return cached.value;
    },
    forget: (key) => {
      pending.delete(key);
      entries.delete(key);
    },
  };
};
