import type pg from 'pg';
import type { Database } from './database.ts';
import { StartError } from './start-error.ts';

const MAX_ANSWER_MS = 10_000;

/**
 * Refuses a pooler in transaction or statement mode. The service needs sessions of its own: for LISTEN, for the advisory locks
 * that show that a worker is alive, and for prepared statements. A session that changes its backend, or shares it with another
 * one, gives the pooler away: the first when the pooler takes its backends in turn, the second when it reuses the last one.
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

/** The process of the server that serves this session. A pooler that has no room left accepts a session and never answers. */
const backendOf = async (session: pg.Client): Promise<number> => {
  const question = { text: 'select pg_backend_pid() as pid', query_timeout: MAX_ANSWER_MS };
  const { rows } = await session.query(question).catch((cause: Error) => {
    if (!/timeout/.test(cause.message)) throw cause;
    throw new StartError(
      `DATABASE_URL accepts connections but does not answer on all of them within ${MAX_ANSWER_MS / 1000} s. If it leads to a connection pooler, allow more connections to the database (PgBouncer: default_pool_size).`,
      { cause },
    );
  });
  return rows[0].pid;
};
