import { LRUCache } from 'lru-cache';

/** Answers kept in this process for a moment. What was not found is never kept. */
export type Memory<Key, Answer> = {
  find(key: Key): Answer | Promise<Answer | undefined>;
  forget(key: Key): void;
};

type Options = { max: number; maxAgeMs: number };

/** Who comes again waits for a question only after a pause: before an answer is too old it is asked for anew, aside. */
export const remember = <Key extends string, Answer>(
  ask: (key: Key) => Promise<Answer | undefined>,
  { max, maxAgeMs }: Options,
  now: () => number = performance.now.bind(performance),
): Memory<Key, Answer> => {
  const kept = new LRUCache<Key, { answer: Answer; since: number }>({ max });
  const underWay = new Map<Key, Promise<Answer | undefined>>();

  const load = (key: Key): Promise<Answer | undefined> => {
    const sameQuestion = underWay.get(key);
    if (sameQuestion) return sameQuestion;
    const since = now();
    const isCurrent = () => underWay.get(key) === loading;
    const loading: Promise<Answer | undefined> = ask(key)
      .then((answer) => {
        // What was asked before something was forgotten may be the very thing to forget.
        if (!isCurrent()) return answer;
        if (answer === undefined) kept.delete(key);
        else kept.set(key, { answer, since });
        return answer;
      })
      .finally(() => {
        if (isCurrent()) underWay.delete(key);
      });
    underWay.set(key, loading);
    return loading;
  };

  return {
    find: (key) => {
      const known = kept.get(key);
      const age = known ? now() - known.since : Number.POSITIVE_INFINITY;
      if (!known || age > maxAgeMs) return load(key);
      // When this fails, what is known grows too old and the next caller is told why.
      if (age > maxAgeMs / 2) load(key).catch(() => {});
      return known.answer;
    },
    forget: (key) => {
      underWay.delete(key);
      kept.delete(key);
    },
  };
};
