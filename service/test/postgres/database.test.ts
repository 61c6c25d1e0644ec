import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setImmediate as underWay } from 'node:timers/promises';
import { Refusal } from '../../src/domain/errors.ts';
import { type Database, openDatabase, statement } from '../../src/postgres/connection/database.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../faults/support/database-proxy.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';
import { ownTime } from '../support/own-time.ts';
import { until } from '../support/until.ts';

const ONE = statement<{ one: number }>('select 1 as one');
const WAIT = statement('select pg_sleep($1)');
const ADD = statement('insert into added values ($1)');
const COUNT = statement<{ count: number }>('select count(*) as count from added');
// Ends the connection of the probe, which is the one that was opened after the wait began.
const END_PROBE = statement(`
  select pg_terminate_backend(probe.pid) from pg_stat_activity as probe join pg_stat_activity as wait using (datname)
  where datname = current_database() and probe.query = 'select'
    and wait.query = 'select pg_sleep($1)' and wait.state = 'active' and probe.backend_start > wait.query_start`);
// Callers must get the error within this time.
const FAILED_WITHIN_MS = 2_000;

describe('the database', () => {
  let fresh: FreshDatabase;
  let proxy: DatabaseProxy;
  let database: Database;

  before(async () => {
    fresh = await freshDatabase();
    proxy = await openDatabaseProxy(fresh.url);
    database = openDatabase(proxy.url, { connections: 3 });
    await database.run(statement('create table added (number integer)'), []);
  });
  afterEach(async () => {
    await proxy.restore();
    await answersAgain();
  });
  after(async () => {
    await database.close();
    await proxy.close();
    await fresh.drop();
  });

  const refusedInTime = async (call: Promise<unknown>) => {
    const since = ownTime();
    await assert.rejects(call, (error: unknown) => {
      assert.ok(error instanceof Refusal, String(error));
      assert.equal(error.code, 'unavailable');
      assert.ok(error.retryAfterSeconds);
      return true;
    });
    assert.ok(ownTime() - since < FAILED_WITHIN_MS, `${ownTime() - since} ms`);
  };
  const answersAgain = () => until('the database answers', 5_000, () => database.run(ONE, []));

  it('refuses calls at once while it cannot be reached, and answers when it is back', async () => {
    await proxy.cut();
    await refusedInTime(database.run(ONE, []));
    await refusedInTime(database.transaction((run) => run(ONE, [])));
    await proxy.restore();
    await answersAgain();
  });

  it('refuses calls while its host name is not resolved', async () => {
    const lost = openDatabase('postgresql://darkroom@no-such-host.invalid/darkroom', { connections: 1 });
    await refusedInTime(lost.run(ONE, []));
    await lost.close();
  });

  it('survives a connection that breaks between the statements of a transaction', async () => {
    const transaction = database.transaction(async (run) => {
      await run(ADD, [1]);
      await proxy.cut();
      await until('the connection is gone', 10_000, () => proxy.connections() === 0);
      await run(ONE, []);
    });
    await refusedInTime(transaction);
    await proxy.restore();
    await answersAgain();
    assert.deepEqual(await database.run(COUNT, []), [{ count: 0 }]);
  });

  it('refuses calls in time when it falls silent with its connections open', async () => {
    await Promise.all([1, 2, 3].map(() => database.run(ONE, [])));
    proxy.hang();
    // More calls than the pool has connections, so some of them wait for one. They too must be refused in time.
    await Promise.all(Array.from({ length: 8 }, () => refusedInTime(database.run(ONE, []))));
    await until('it is known to be silent, and not waited for', 10_000, async () => {
      const since = ownTime();
      await refusedInTime(database.transaction((run) => run(ONE, [])));
      return ownTime() - since < 1_000;
    });
  });

  it('drops the connections on which it fell silent, and answers on new ones', async () => {
    proxy.hang();
    await refusedInTime(database.run(ONE, []));
    await proxy.restore();
    await answersAgain();
    await Promise.all([1, 2, 3].map(() => database.run(ONE, [])));
    await until('the old connections are gone', 5_000, () => proxy.connections() <= 3);
  });

  it('does not later run a statement that it refused while it was silent', async () => {
    proxy.hang();
    const calls = Array.from({ length: 8 }, () => database.run(ADD, [2]));
    await Promise.all(calls.map(refusedInTime));
    await proxy.restore();
    await answersAgain();
    const [first] = await database.run(COUNT, []);
    // Statements that had been sent already may still run; those that waited for a connection may not.
    assert.ok(first!.count <= 3, `${first!.count} were added`);
  });

  it('lets a statement take its time as long as the database answers others', async () => {
    assert.equal((await database.run(WAIT, [3])).length, 1);
  });

  it('is not considered silent when only the connection of the check breaks', async () => {
    const call = database.run(WAIT, [2]);
    await until('it was asked, and the connection ended', 2_000, async () => {
      return (await fresh.database.run(END_PROBE, [])).length > 0;
    });
    assert.equal((await call).length, 1);
  });

  it('is not considered silent when this process was suspended as well', async () => {
    const call = database.run(WAIT, [3]);
    for (let pause = 0; pause < 6; pause++) {
      proxy.hang();
      // This process is blocked as well, as on a machine that is suspended.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
      await proxy.restore();
      await underWay();
    }
    assert.equal((await call).length, 1);
  });

  it('refuses calls while its server is read-only, and answers on new connections after a failover', async () => {
    const readOnly = (value: 'on' | 'off') =>
      fresh.database.run(
        statement(`do $$ begin
          execute format('alter database %I set default_transaction_read_only = ${value}', current_database());
        end $$`),
        [],
      );
    const other = openDatabase(proxy.url, { connections: 1 });
    await readOnly('on');
    await refusedInTime(other.run(ADD, [3]));
    await refusedInTime(other.transaction((run) => run(ADD, [3])));
    await readOnly('off');
    await until('a row is added', 5_000, () =>
      other.run(ADD, [3]).then(
        () => true,
        () => false,
      ),
    );
    await other.close();
  });

  it('closes in time when it is silent', async () => {
    const other = openDatabase(proxy.url, { connections: 2 });
    await other.run(ONE, []);
    proxy.hang();
    const call = other.run(ONE, []);
    await underWay();
    const since = ownTime();
    await other.close();
    assert.ok(ownTime() - since < 3_000);
    await proxy.restore();
    await call;
  });
});
