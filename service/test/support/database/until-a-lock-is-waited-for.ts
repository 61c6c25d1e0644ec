import { type Run, statement } from '../../../src/postgres/connection/database.ts';
import { until } from '../until.ts';

const WAITING = statement(`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

// Without this, a transaction keeps the list of connections that it read first.
const LOOK_AFRESH = statement('select pg_stat_clear_snapshot()');

const WITHIN_MS = 10_000;

/** Returns when this many other connections wait for locks, such as those that the transaction of `run` holds. */
export const untilALockIsWaitedFor = (run: Run, connections = 1) =>
  until(`${connections} connections wait for locks`, WITHIN_MS, async () => {
    await run(LOOK_AFRESH, []);
    return (await run(WAITING, [])).length >= connections;
  });
