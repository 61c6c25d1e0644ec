import type { Database } from './database.ts';

/**
 * Returns the same database for work in the background: statements and transactions run one after another, on one
 * connection at a time. Inside a transaction, do not call the returned database: the call would wait for the end of
 * the transaction, and so for itself.
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
