import { LRUCache } from 'lru-cache';

/** Answers kept in this process for a moment. What was not found is never kept. */
export type Memory<Value> = {
  find(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>;
  forget(key: string): void;
};

export const remember = <Value extends object>(options: { max: number; maxAgeMs: number }): Memory<Value> => {
  const kept = new LRUCache<string, Value>({ max: options.max, ttl: options.maxAgeMs });
  let forgotten = 0;
  return {
    find: async (key, load) => {
      const known = kept.get(key);
      if (known) return known;
      const before = forgotten;
      const loaded = await load();
      // What was read before something was forgotten may be the very thing to forget.
      if (loaded && before === forgotten) kept.set(key, loaded);
      return loaded;
    },
    forget: (key) => {
      forgotten += 1;
      kept.delete(key);
    },
  };
};
