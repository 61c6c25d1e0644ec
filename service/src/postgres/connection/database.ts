import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { unavailable } from '../../domain/errors.ts';
import { openAnnouncer } from './announcer.ts';
import type { Message } from './channels.ts';
import { openGate } from './gate.ts';
import { openLivenessMonitor, type PendingCall } from './liveness-monitor.ts';
import { openProbe } from './probe.ts';
import type { Run, Statement } from './statement.ts';

export { type Run, type Statement, statement } from './statement.ts';

export type Database = {
  run: Run;
  transaction<Result>(work: (run: Run) => Promise<Result>): Promise<Result>;
  /** Opens a connection outside the pool, for advisory locks and LISTEN, which last as long as a session. */
  session(): Promise<pg.Client>;
  /** The connections of the pool, and how many calls wait for one. */
  load(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
};

const BIGINT = 20;
const types: pg.CustomTypesConfig = {
  // Credits and counts stay far below 2^53, so a number holds them exactly.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

// A busy server may be slow to accept a connection. The liveness monitor detects an unreachable server sooner than this
// timeout.
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_CLOSING_MS = 2_000;
// A new connection must prepare and plan every statement again, so idle connections are kept for a while. Network
// devices between the service and the database drop idle connections after 4 minutes at the earliest.
const IDLE_TIMEOUT_MS = 2 * 60_000;

export const openDatabase = (url: string, options: { connections: number }): Database => {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types,
  };

  const openPool = () => {
    const pool = new pg.Pool({ ...settings, max: options.connections, idleTimeoutMillis: IDLE_TIMEOUT_MS });
    // The pool replaces a broken connection. The code that is using it gets the error from its next query.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    const gate = openGate(options.connections);
    // The pool closes a connection after a long idle time: fewer connections are enough again.
    pool.on('remove', gate.narrow);
    return { pool, gate };
  };
  let current = openPool();

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(settings);
    client.on('error', () => {});
    await client.connect();
    return client;
  };

  const liveness = openLivenessMonitor({
    ...openProbe(connect),
    makeError: () => databaseUnavailable(new Error('The database does not answer.')),
    onUnavailable: () => {
      current.pool.end().catch(() => {});
      current = openPool();
    },
  });

  /** Uses a connection of the pool. A connection that broke or whose call was abandoned is not used again. */
  const withConnection = <Result>(
    call: PendingCall<Result>,
    use: (client: pg.PoolClient, giveBack: GiveBack) => void,
  ) => {
    const { pool, gate } = current;
    gate.enter(() =>
      pool.connect((failure, client, release) => {
        if (!client) {
          gate.leave();
          // Whatever the reason, such as a host name that is not resolved: without a connection, the database is
          // unavailable.
          return call.reject(databaseUnavailable(failure));
        }
        const giveBack: GiveBack = (error) => {
          release(isDatabaseUnavailable(error) ? (error as Error) : undefined);
          gate.leave();
        };
        call.onAbandon = () => client.end();
        // The caller was already told that this failed, so do not start the statement: it must not run later.
        if (call.abandoned) giveBack(undefined);
        else use(client, giveBack);
      }),
    );
  };

  const transact = async <Result>(client: pg.PoolClient, work: (run: Run) => Promise<Result>) => {
    try {
      const messages: Message[] = [];
      await client.query('begin');
      const result = await work(async ({ name, text, tells }, values) => {
        const { rows } = await client.query({ name, text, values });
        if (tells) messages.push(...tells(rows, values));
        return rows;
      });
      await client.query('commit');
      announcer.add(messages);
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        throw isDatabaseUnavailable(error) ? error : failure;
      });
      throw error;
    }
  };

  const run: Run = <Row>({ name, text, tells }: Statement<Row>, values: unknown[]) =>
    liveness.guard<Row[]>((call) =>
      withConnection(call, (client, giveBack) =>
        client.query({ name, text, values }, (error, result) => {
          giveBack(error);
          if (error) return call.reject(refusalWhenUnavailable(error));
          if (tells) announcer.add(tells(result.rows, values));
          call.resolve(result.rows);
        }),
      ),
    );
  const announcer = openAnnouncer(run);

  return {
    run,
    transaction: <Result>(work: (run: Run) => Promise<Result>) =>
      liveness.guard<Result>((call) =>
        withConnection(call, (client, giveBack) =>
          transact(client, work).then(
            (result) => {
              giveBack(undefined);
              call.resolve(result);
            },
            (error) => {
              giveBack(error);
              call.reject(refusalWhenUnavailable(error));
            },
          ),
        ),
      ),
    session: connect,
    load: () => {
      const { pool, gate } = current;
      return { used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: gate.waiting() };
    },
    close: async () => {
      liveness.stop();
      // A server that hangs does not confirm that a connection has ended, so wait only for a limited time.
      const closed = new AbortController();
      const timeLimit = sleep(MAX_CLOSING_MS, undefined, { signal: closed.signal }).catch(() => {});
      const closing = announcer.flush().then(() => current.pool.end());
      await Promise.race([closing, timeLimit]).finally(() => closed.abort());
    },
  };
};

type GiveBack = (error: unknown) => void;

const refusalWhenUnavailable = (error: unknown): unknown =>
  isDatabaseUnavailable(error) ? databaseUnavailable(error) : error;

const databaseUnavailable = (cause: unknown) =>
  unavailable('The database cannot be reached at the moment. Try again shortly.', 2, cause);

// Class 08: connection exceptions. 57P01 to 57P05: the server was shut down, crashed or is starting, the database
// was dropped, or the session was idle for too long. Class 53: out of memory, disk space or connections. 25006: the
// server is read-only, because another server has become the primary; a new connection leads to the primary.
const UNAVAILABLE_CODES = /^(08...|57P0[1-5]|53...|25006)$/;
const CONNECTION_LOST =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|connection error/i;

const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string')
    return UNAVAILABLE_CODES.test(code) || /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOST|ENET)/.test(code);
  return CONNECTION_LOST.test(error.message);
};
