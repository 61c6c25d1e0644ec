import type pg from 'pg';
import { uuidv7 } from 'uuidv7';
import type { WorkerId } from '../../domain/ids.ts';
import { type Database, statement } from '../database.ts';
import { LIVING_WORKERS, WORKER_LOCKS } from './living.ts';

// A worker that was given up while it was silent registers again under its old number.
const RENEW = statement(`
  insert into workers (id, number, lease_until) overriding system value
  values ($1, $2, now() + $3 * interval '1 millisecond')
  on conflict (id) do update set lease_until = excluded.lease_until`);
const END = statement('delete from workers where id = $1');
const FORGET_GONE = statement(`
  delete from workers where id not in (${LIVING_WORKERS})
    and not exists (select from executions where status = 'ACTIVE' and worker = workers.id)`);

export type SignOfLife = {
  worker: WorkerId;
  /** Ends the sign of life: what the worker still holds is taken over by others at once. */
  end(): Promise<void>;
};

/** Registers a worker, and shows that it lives until `end`: by a lease, and by a lock that its session holds. */
export const showLife = async (database: Database, leaseMs: number): Promise<SignOfLife> => {
  const worker = uuidv7() as WorkerId;
  let session: pg.Client | undefined = await database.session();
  const number = await register(session, worker, leaseMs);
  let ended = false;

  const lockAgain = async () => {
    session = undefined;
    const fresh = await database.session();
    await fresh.query('select pg_try_advisory_lock($1, $2)', [WORKER_LOCKS, number]);
    session = watch(fresh);
  };
  const watch = (client: pg.Client) => {
    client.once('end', () => {
      session = undefined;
    });
    return client;
  };
  watch(session);

  const beat = async () => {
    await database.run(RENEW, [worker, number, leaseMs]);
    if (!session && !ended) await lockAgain();
    await database.run(FORGET_GONE, []);
  };
  let beating = Promise.resolve();
  // A missed beat is made up by the next; the lease outlives two of them.
  const timer = setInterval(() => {
    beating = beat().catch(() => {});
  }, leaseMs / 3);

  return {
    worker,
    end: async () => {
      ended = true;
      clearInterval(timer);
      await beating;
      await database.run(END, [worker]).catch(() => {});
      await session?.end().catch(() => {});
    },
  };
};

/** Row and lock become visible together, so that nobody takes a starting worker for a dead one. */
const register = async (session: pg.Client, worker: WorkerId, leaseMs: number): Promise<number> => {
  await session.query('begin');
  const { rows } = await session.query(
    `insert into workers (id, lease_until) values ($1, now() + $2 * interval '1 millisecond') returning number`,
    [worker, leaseMs],
  );
  await session.query('select pg_advisory_lock($1, $2)', [WORKER_LOCKS, rows[0].number]);
  await session.query('commit');
  return rows[0].number;
};
