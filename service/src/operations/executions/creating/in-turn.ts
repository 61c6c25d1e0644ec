import { setTimeout as sleep } from 'node:timers/promises';

/** Runs work with the same name one at a time, in order. Work that waits longer than `patienceMs` is never started. */
export const inTurn = (patienceMs: number, tooLong: () => Error) => {
  /** The end of the queue for each name: a promise that resolves when all its work has ended. */
  const tails = new Map<string, Promise<void>>();

  const awaitTurn = async (before: Promise<void>): Promise<void> => {
    const over = new AbortController();
    const waited = sleep(patienceMs, 'too long', { signal: over.signal }).catch(() => undefined);
    const outcome = await Promise.race([before, waited]);
    over.abort();
    if (outcome === 'too long') throw tooLong();
  };

  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = tails.get(name);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const tail = before ? before.then(() => ended) : ended;
    tails.set(name, tail);
    try {
      if (before) await awaitTurn(before);
      return await work();
    } finally {
      end();
      if (tails.get(name) === tail) tails.delete(name);
    }
  };
};
