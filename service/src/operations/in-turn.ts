import { setTimeout as sleep } from 'node:timers/promises';

/** Works with the same name follow one another. Who has waited for too long is refused, and nothing was begun. */
export const inTurn = (patienceMs: number, tooLong: () => Error) => {
  const underWay = new Map<string, Promise<unknown>>();

  const awaitTurn = async (name: string): Promise<void> => {
    const over = new AbortController();
    const waited = sleep(patienceMs, 'too long', { signal: over.signal }).catch(() => undefined);
    try {
      for (let first = underWay.get(name); first; first = underWay.get(name))
        if ((await Promise.race([first, waited])) === 'too long') throw tooLong();
    } finally {
      over.abort();
    }
  };

  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    if (underWay.has(name)) await awaitTurn(name);
    const result = work();
    const ended = result.then(
      () => {},
      () => {},
    );
    underWay.set(name, ended);
    try {
      return await result;
    } finally {
      underWay.delete(name);
    }
  };
};
