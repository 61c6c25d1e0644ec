import { setTimeout as sleep } from 'node:timers/promises';

/** Runs work with the same name one at a time, in order. Work that waits longer than `patienceMs` is never started. */
export const inTurn = (patienceMs: number, tooLong: () => Error) => {
  /** For each name, a promise that resolves when all its work has ended. */
  const lines = new Map<string, Promise<void>>();

  const awaitTurn = async (before: Promise<void>): Promise<void> => {
    const over = new AbortController();
    const waited = sleep(patienceMs, 'too long', { signal: over.signal }).catch(() => undefined);
    const outcome = await Promise.race([before, waited]);
    over.abort();
    if (outcome === 'too long') throw tooLong();
  };

  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = lines.get(name);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const line = before ? before.then(() => ended) : ended;
    lines.set(name, line);
    try {
      if (before) await awaitTurn(before);
      return await work();
    } finally {
      end();
      if (lines.get(name) === line) lines.delete(name);
    }
  };
};
