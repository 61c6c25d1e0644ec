import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { uuidv7 } from 'uuidv7';
import type { WorkerId } from '../../domain/ids.ts';
import { LISTENING_WORKERS } from '../connection/channels.ts';
import { type Database, statement } from '../connection/database.ts';
import { type ChannelHandlers, listenOn } from '../connection/listen.ts';
import { LIVING_WORKERS, WORKER_LOCKS } from './living.ts';

// A worker whose row was deleted while it could not reach the database registers again with its old number.
const RENEW = `
  insert into workers (id, number, lanes, lease_until) overriding system value
  values ($1, $2, $3, now() + $4 * interval '1 millisecond')
  on conflict (id) do update set lease_until = excluded.lease_until`;
// A heartbeat need not be durable: after a crash of the server the next heartbeat replaces it. With durable heartbeats,
// a slow disk would look like a dead worker.
const RENEW_WITHOUT_WAITING = 'set synchronous_commit = off';
const LOCK = 'select pg_try_advisory_lock($1, $2) as locked';
// An attempt that an orderly shutdown interrupts does not count against the limit of attempts.
const END = statement(`
  with handed_over as (
    update executions set uncounted_attempts = uncounted_attempts + 1
    where status = 'ACTIVE' and worker = $1
  )
  delete from workers where id = $1`);
// Deletes the rows of dead workers that have no execution left to take over. Counts the living workers, and those of
// them with a lower number than this one.
const FORGET_DEAD_AND_COUNT = `
  with living as materialized (${LIVING_WORKERS}), forgotten as (
    delete from workers where id not in (select id from living)
      and not exists (select from executions where status = 'ACTIVE' and worker = workers.id)
  )
  select count(*)::integer as count, (count(*) filter (where number < $1))::integer as rank
  from workers where id in (select id from living)`;

const RETRY_MS = 200;
// Longer than other workers take to notice that the database is back.
const STEADY_AFTER_MS = 2_000;
const MAX_LAST_HEARTBEAT_MS = 1_000;

/** `rank` 0 is the first of `count` workers. */
type WorkerPlace = { rank: number; count: number };

/** The session that renews the lease. */
type LeaseSession = {
  client: pg.Client;
  /** When the other workers have surely renewed their leases too; infinite before the first heartbeat of a new session. */
  steadyFrom: number;
  isListening: boolean;
};

const newSession = (client: pg.Client, steadyFrom: number): LeaseSession => ({
  client,
  steadyFrom,
  isListening: false,
});

export type WorkerLease = {
  worker: WorkerId;
  number: number;
  /**
   * Listens on the session of the lease, which saves a connection, while this is one of the workers that listen.
   * `onReconnect` is called whenever listening begins: messages may have been missed before.
   */
  listen(handlers: ChannelHandlers, onReconnect: () => void): Promise<void>;
  /** False while the database is unreachable and shortly after: live workers may not have renewed their leases yet. */
  isSteady(): boolean;
  /** The place of this worker among the living ones, in the order of their numbers, as of the last heartbeat. */
  place(): WorkerPlace;
  /** Gives the lease back. Other workers take over its running executions at once. */
  end(): Promise<void>;
};

/** Registers a worker and holds its lease until `end`: a heartbeat renews the lease over a session that holds a lock. */
export const holdLease = async (database: Database, leaseMs: number, lanes = 1): Promise<WorkerLease> => {
  const worker = uuidv7() as WorkerId;
  const first = await database.session();
  const number = await register(first, worker, lanes, leaseMs);
  const ending = new AbortController();
  /** Undefined while the worker has lost its session. */
  let session: LeaseSession | undefined = newSession(first, Number.NEGATIVE_INFINITY);
  let place: WorkerPlace = { rank: 0, count: 1 };
  let listener: { handlers: ChannelHandlers; onReconnect(): void } | undefined;

  const reconnect = async (): Promise<LeaseSession> => {
    const client = await database.session();
    try {
      const { rows } = await within(leaseMs, client.query(LOCK, [WORKER_LOCKS, number]));
      // The server may not have noticed yet that this worker's previous session has ended.
      if (!rows[0].locked) throw new Error('The lock is still held.');
      await within(leaseMs, client.query(RENEW_WITHOUT_WAITING));
      return newSession(client, Number.POSITIVE_INFINITY);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
  };

  /** Renews the lease over the session that holds the lock, so that a live lease implies a held lock. */
  const heartbeat = async (locked: LeaseSession): Promise<void> => {
    await within(leaseMs, locked.client.query(RENEW, [worker, number, lanes, leaseMs]));
    if (locked.steadyFrom === Number.POSITIVE_INFINITY)
      locked.steadyFrom = performance.now() + STEADY_AFTER_MS;
  };

  const updatePlace = async ({ client }: LeaseSession): Promise<void> => {
    const { rows } = await within(leaseMs, client.query(FORGET_DEAD_AND_COUNT, [number]));
    place = { rank: rows[0].rank, count: Math.max(1, rows[0].count) };
  };

  /**
   * Listens while this is one of the workers that listen. Calls `onReconnect` when it begins: messages may have
   * been missed.
   */
  const startOrStopListening = async (locked: LeaseSession): Promise<void> => {
    const { client } = locked;
    const wanted = place.rank < LISTENING_WORKERS ? listener : undefined;
    if (locked.isListening === (wanted !== undefined)) return;
    locked.isListening = wanted !== undefined;
    if (!wanted) return void (await within(leaseMs, client.query('unlisten *')));
    client.removeAllListeners('notification');
    await within(leaseMs, listenOn(client, wanted.handlers));
    wanted.onReconnect();
  };

  const renewUntilEnd = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        session ??= await reconnect();
        await heartbeat(session);
        await updatePlace(session);
        await startOrStopListening(session);
        // The lease outlives two missed heartbeats. A session that ended is replaced at once.
        if (!(await endsWithin(leaseMs / 3, session.client, ending.signal))) continue;
      } catch {
        await sleep(RETRY_MS, undefined, { signal: ending.signal }).catch(() => {});
      }
      void session?.client.end().catch(() => {});
      session = undefined;
    }
    void session?.client.end().catch(() => {});
  };
  const renewing = renewUntilEnd();

  return {
    worker,
    number,
    listen: async (handlers, onReconnect) => {
      listener = { handlers, onReconnect };
      // If this fails, the session has ended, and the next one listens.
      if (session) await startOrStopListening(session).catch(() => {});
    },
    isSteady: () => session !== undefined && performance.now() > session.steadyFrom,
    place: () => place,
    end: async () => {
      ending.abort();
      // Wait for the last heartbeat: after the deletion it would insert the row again.
      await Promise.race([renewing, sleep(MAX_LAST_HEARTBEAT_MS, undefined, { ref: false })]);
      await database.run(END, [worker]).catch(() => {});
    },
  };
};

/** Adds a timeout: a connection to a server that hangs stays open without a response. */
const within = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  const done = new AbortController();
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw new Error('The database does not answer.');
  });
  return Promise.race([work, late]).finally(() => {
    late.catch(() => {});
    done.abort();
  });
};

const endsWithin = async (ms: number, session: pg.Client, signal: AbortSignal): Promise<boolean> => {
  const over = new AbortController();
  const ended = once(session, 'end', { signal: over.signal }).then(
    () => true,
    () => true,
  );
  const passed = sleep(ms, false, { signal: AbortSignal.any([over.signal, signal]) }).catch(() => false);
  return Promise.race([ended, passed]).finally(() => over.abort());
};

/** Registers the worker. Row and lock become visible together, so that a starting worker never looks dead. */
const register = async (
  session: pg.Client,
  worker: WorkerId,
  lanes: number,
  leaseMs: number,
): Promise<number> => {
  await session.query('begin');
  const { rows } = await session.query(
    `insert into workers (id, lanes, lease_until) values ($1, $2, now() + $3 * interval '1 millisecond')
     returning number`,
    [worker, lanes, leaseMs],
  );
  await session.query('select pg_advisory_lock($1, $2)', [WORKER_LOCKS, rows[0].number]);
  await session.query('commit');
  await session.query(RENEW_WITHOUT_WAITING);
  return rows[0].number;
};
