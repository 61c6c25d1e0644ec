import type pg from 'pg';

/**
 * Asks a server for an answer, on a connection that is kept until hung up: to open another takes a busy server a new
 * process, and longer than the answer.
 */
export const openProbe = (connect: () => Promise<pg.Client>) => {
  let kept: Promise<pg.Client> | undefined;

  const hangUp = () => {
    kept?.then((client) => client.end()).catch(() => {});
    kept = undefined;
  };

  const ask = async (): Promise<void> => {
    const isNew = !kept;
    kept ??= connect();
    const connection = kept;
    try {
      await (await connection).query('select');
    } catch (error) {
      const wasHungUp = kept !== connection;
      if (!wasHungUp) hangUp();
      if (isNew || wasHungUp) throw error;
      await ask();
    }
  };

  return { ask, hangUp };
};
