import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase, statement } from '../../../src/postgres/connection/database.ts';
import { holdLease, type WorkerLease } from '../../../src/postgres/workers/hold-lease.ts';
import { LIVING_WORKERS } from '../../../src/postgres/workers/living.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../faults/support/database-proxy.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/database.ts';
import { ownTime } from '../../support/own-time.ts';
import { until } from '../../support/until.ts';

const LIVING = statement<{ id: string }>(`select id::text from (${LIVING_WORKERS}) living`);
// Ends the sessions of this test's database only: the server is shared.
const END_SESSIONS = statement(`
  select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and classid = 7001 and granted
    and database = (select oid from pg_database where datname = current_database())`);
const LEASE_MS = 2_000;

describe('the lease of a worker', () => {
  let fresh: FreshDatabase;
  let proxy: DatabaseProxy;
  let database: Database;
  let lease: WorkerLease;

  before(async () => {
    fresh = await freshDatabase();
  });
  beforeEach(async () => {
    proxy = await openDatabaseProxy(fresh.url);
    database = openDatabase(proxy.url, { connections: 2 });
    lease = await holdLease(database, LEASE_MS);
  });
  afterEach(async () => {
    await lease.end();
    await database.close();
    await proxy.close();
  });
  after(() => fresh.drop());

  const lives = async () =>
    (await fresh.database.run(LIVING, [])).some(({ id }) => id === (lease.worker as string));
  const livesAgain = () => until('the worker lives', 5_000, lives);

  /** Checks for twice the length of a lease that the worker stays alive. */
  const livesOn = async () => {
    for (let look = 0; look < 10; look++) {
      assert.ok(await lives());
      await sleep(LEASE_MS / 5);
    }
  };

  it('lasts longer than one lease, because it is renewed', async () => {
    await livesOn();
    assert.ok(lease.isSteady());
  });

  it('is over at once when the session ends, and is renewed without waiting for the next heartbeat', async () => {
    await lease.end();
    lease = await holdLease(database, 60_000);
    await fresh.database.run(END_SESSIONS, []);
    const since = ownTime();
    await livesAgain();
    assert.ok(ownTime() - since < 5_000);
  });

  it('is over when the connection is silent for longer than the lease, and comes back with the connection', async () => {
    proxy.hang();
    await until('the lease has ended', 5_000, async () => !(await lives()));
    assert.equal(await lives(), false);
    await until('the worker knows', 5_000, () => !lease.isSteady());
    await proxy.restore();
    await livesAgain();
    assert.equal(lease.isSteady(), false, 'it does not call others dead before they could come back');
    await until('it is steady', 5_000, () => lease.isSteady());
  });

  it('is not over when the connection is silent for less than the lease', async () => {
    proxy.hang();
    // The length of the silence is what is tested.
    await sleep(LEASE_MS / 3);
    await proxy.restore();
    await livesOn();
  });

  it('is released in time while the connection is silent, even during a heartbeat', async () => {
    await lease.end();
    lease = await holdLease(database, 60_000);
    proxy.hang();
    const since = ownTime();
    await lease.end();
    assert.ok(ownTime() - since < 4_000);
    await proxy.restore();
  });
});
