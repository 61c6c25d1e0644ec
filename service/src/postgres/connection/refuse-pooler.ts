import type { Database } from './database.ts';
import { StartError } from './start-error.ts';

/**
 * Refuses a pooler in transaction mode. The service needs sessions of its own: for LISTEN, for the advisory locks that show
 * that a worker is alive, and for prepared statements. Two open connections that are served by the same backend give the
 * pooler away.
 */
export const refusePooler = async ({ session }: Pick<Database, 'session'>): Promise<void> => {
  const sessions = await Promise.all([session(), session()]);
  try {
    const backends = [];
    for (const each of sessions)
      backends.push((await each.query('select pg_backend_pid() as pid')).rows[0].pid);
    if (backends[0] === backends[1])
      throw new StartError(
        'DATABASE_URL leads to a connection pooler in transaction mode, and the service needs sessions. Connect to PostgreSQL directly, or set the pooler to session mode (PgBouncer: pool_mode = session).',
      );
  } finally {
    await Promise.all(sessions.map((each) => each.end()));
  }
};
