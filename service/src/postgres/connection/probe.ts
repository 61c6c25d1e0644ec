import type pg from 'pg';

/**
 * Sends a trivial query to the server. The connection stays open until `closeProbe`: for a new one, a busy server must
 * start a process, which takes longer than the query.
 */
export const openProbe = (connect: () => Promise<pg.Client>) => {
  let kept: Promise<pg.Client> | undefined;

  const closeProbe = () => {
    kept?.then((client) => client.end()).catch(() => {});
    kept = undefined;
  };

  const probe = async (): Promise<void> => {
    const isNew = !kept;
    kept ??= connect();
    const connection = kept;
    try {
      await (await connection).query('select');
    } catch (error) {
      const wasHungUp = kept !== connection;
      if (!wasHungUp) closeProbe();
      if (isNew || wasHungUp) throw error;
      await probe();
    }
  };

  return { probe, closeProbe };
};
