import type { Database } from './database.ts';

/**
 * The same database for work in the background: its statements and transactions run one after another, on one connection
 * at a time. A transaction must not use it for another call: that would wait for the transaction.
 */
export const oneAtATime = (database: Database): Database => {
  let last: Promise<unknown> = Promise.resolve();
  const after = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  return {
    ...database,
    run: (statement, values) => after(() => database.run(statement, values)),
    transaction: (work) => after(() => database.transaction(work)),
  };
};
