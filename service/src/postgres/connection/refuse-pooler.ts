import type pg from 'pg';
import type { Database } from './database.ts';
import { StartError } from './start-error.ts';

const MAX_ANSWER_MS = 10_000;

/**
 * Refuses a pooler in transaction or statement mode. The service needs sessions of its own: for LISTEN, for the advisory
 * locks that show that a worker is alive, and for prepared statements. Two signs show such a pooler. One session gets
 * different backends, when the pooler hands out its backends in turn. Or two sessions get the same backend, when the pooler
 * hands out the last one again.
 */
export const refusePooler = async ({ session }: Pick<Database, 'session'>): Promise<void> => {
  const [first, second] = await Promise.all([session(), session()]);
  try {
    const backends = [await backendOf(first), await backendOf(first), await backendOf(second)];
    if (backends[0] !== backends[1] || backends[1] === backends[2])
      throw new StartError(
        'DATABASE_URL leads to a connection pooler in transaction or statement mode, and the service needs sessions. Connect to PostgreSQL directly, or set the pooler to session mode (PgBouncer: pool_mode = session).',
      );
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
};

/**
 * Returns the id of the server process that serves this session. A pooler that has no room left accepts a session
 * and never responds, so the query has a time limit.
 */
const backendOf = async (session: pg.Client): Promise<number> => {
  const question = { text: 'select pg_backend_pid() as pid', query_timeout: MAX_ANSWER_MS };
  const { rows } = await session.query(question).catch((cause: Error) => {
    if (!/timeout/.test(cause.message)) throw cause;
    throw new StartError(
      `The server of DATABASE_URL accepts connections but does not answer on all of them within ${MAX_ANSWER_MS / 1000} s. If it is a connection pooler, allow more connections to the database (PgBouncer: default_pool_size); otherwise check the load of the server.`,
      { cause },
    );
  });
  return rows[0].pid;
};
