import assert from 'node:assert/strict';
import { type Run, statement } from '../../src/postgres/connection/database.ts';

const WAITING = statement(`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

// Inside a transaction, PostgreSQL lists the connections as they were at the first look.
const LOOK_AFRESH = statement('select pg_stat_clear_snapshot()');

const WITHIN_MS = 10_000;

/** Returns when this many other connections wait for locks, such as those that the transaction of `run` holds. */
export const untilALockIsWaitedFor = async (run: Run, connections = 1): Promise<void> => {
  const deadline = Date.now() + WITHIN_MS;
  do {
    assert.ok(Date.now() < deadline, `${connections} connections wait for locks within ${WITHIN_MS} ms`);
    await run(LOOK_AFRESH, []);
  } while ((await run(WAITING, [])).length < connections);
};
