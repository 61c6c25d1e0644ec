// Runs the service behind the real PgBouncer: `npm run test:pgbouncer`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { openDatabase, statement } from '../../src/postgres/connection/database.ts';
import { listen } from '../../src/postgres/connection/listen.ts';
import { type Client, clientOf } from '../faults/support/client.ts';
import { imageProcessesOf, signal } from '../faults/support/processes.ts';
import { cleanUp, newDataFolder, runCommand, type Service, startService } from '../faults/support/service.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';
import { until } from '../support/until.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';

const REFUSED =
  /ended at its start: DATABASE_URL leads to a connection pooler in transaction or statement mode, [^\n]* set the pooler to session mode \(PgBouncer: pool_mode = session\)\.$/;

let fresh: FreshDatabase;
before(async () => {
  fresh = await freshDatabase({ connections: 2 });
});
after(() => fresh.drop());

const ADVISORY_LOCKS = statement<{ count: number }>(`
  select count(*)::int as count from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
const advisoryLocks = async () => (await fresh.database.run(ADVISORY_LOCKS, []))[0]!.count;

/** Makes the pooler open several connections to the server, as load would, so that it can switch between backends. */
const openBackends = async (url: string, count: number): Promise<void> => {
  const clients = Array.from({ length: count }, () => new pg.Client(url));
  for (const client of clients) {
    await client.connect();
    await client.query('begin');
  }
  for (const client of clients) {
    await client.query('commit');
    await client.end();
  }
};

for (const [name, settings] of Object.entries({
  'transaction mode': { pool_mode: 'transaction' },
  'transaction mode, with its connections in turn': { pool_mode: 'transaction', server_round_robin: 1 },
  'statement mode': { pool_mode: 'statement' },
}))
  describe(`behind PgBouncer in ${name}`, () => {
    let pgbouncer: PgBouncer;
    let env: Record<string, string>;
    before(async () => {
      pgbouncer = await startPgBouncer(fresh.url, settings);
      if (settings.pool_mode === 'transaction') await openBackends(pgbouncer.url, 3);
      env = { DATABASE_URL: pgbouncer.url, DARKROOM_DATA_DIR: await newDataFolder() };
    });
    after(async () => {
      await cleanUp();
      await pgbouncer.stop();
    });

    // `start` runs twice: the second process meets connections on which the first has prepared statements.
    for (const role of ['start', 'start', 'worker'] as const)
      it(`${role} is refused in one sentence, and leaves no lock behind`, async () => {
        await assert.rejects(startService(role, env), REFUSED);
        assert.equal(await advisoryLocks(), 0);
      });

    for (const role of ['migrate', 'audit', 'audit'] as const)
      it(`the command ${role} is refused in the same sentence`, async () => {
        const { code, stderr } = await runCommand(role, env);
        assert.equal(code, 1);
        assert.match(`ended at its start: ${stderr}`, REFUSED);
        assert.equal(await advisoryLocks(), 0);
      });
  });

it('a pooler with too few connections stops the start in one sentence', async (t) => {
  const pgbouncer = await startPgBouncer(fresh.url, { pool_mode: 'session', default_pool_size: 2 });
  t.after(async () => {
    await cleanUp();
    await pgbouncer.stop();
  });
  const env = { DATABASE_URL: pgbouncer.url, DARKROOM_DATA_DIR: await newDataFolder() };
  await assert.rejects(
    startService('start', env),
    /ended at its start: The server of DATABASE_URL accepts connections but does not answer [^\n]*\(PgBouncer: default_pool_size\)[^\n]*\.$/,
  );
});

describe('behind PgBouncer in session mode', () => {
  let pgbouncer: PgBouncer;
  let api: Service;
  let worker: Service;
  let client: Client;
  let workflow: string;
  let env: Record<string, string>;

  before(async () => {
    pgbouncer = await startPgBouncer(fresh.url, { pool_mode: 'session', default_pool_size: 100 });
    env = { DATABASE_URL: pgbouncer.url, DARKROOM_DATA_DIR: await newDataFolder(), DARKROOM_LANES: '1' };
    api = await startService('api', env);
    worker = await startService('worker', env);
    client = clientOf(api);
    workflow = await client.addWorkflow();
  });
  after(async () => {
    await cleanUp();
    await pgbouncer.stop();
  });

  it('an upload becomes a result', async () => {
    const { resultPath } = await client.when(
      await client.create(workflow, await client.upload()),
      'COMPLETED',
    );
    const { bytes } = await client.ok(`GET ${new URL(resultPath as string, 'http://any').pathname}`);
    assert.ok(bytes.length > 0);
  });

  it('a NOTIFY of one process reaches another', async () => {
    const [sender, receiver] = [1, 2].map(() => openDatabase(pgbouncer.url, { connections: 1 }));
    const heard: string[] = [];
    const listening = await listen(receiver!, { 'a channel': (entry) => heard.push(entry) }, () => {});
    await sender!.run(statement(`select pg_notify('a channel', 'one,two')`), []);
    await until('the message arrives', 10_000, () => heard.length === 2);
    assert.deepEqual(heard, ['one', 'two']);
    await listening.close();
    await Promise.all([sender!.close(), receiver!.close()]);
  });

  it('the execution of a killed worker is taken over at once: its lock ends with its connection', async () => {
    const lanes = await until('the worker has a lane', 10_000, () => {
      const found = imageProcessesOf(worker.pid);
      return found.length > 0 && found;
    });
    signal(lanes, 'SIGSTOP');
    const id = await client.create(workflow, await client.upload());
    await client.when(id, 'ACTIVE');
    await worker.kill();
    await until('the lock of the worker is gone', 5_000, async () => (await advisoryLocks()) === 0);
    worker = await startService('worker', env);
    assert.equal((await client.when(id)).status, 'COMPLETED');
  });

  it('after a restart of PgBouncer the same processes work on', async () => {
    await pgbouncer.restart();
    const hash = await until('uploads are accepted', 20_000, () => client.upload());
    await client.when(await client.create(workflow, hash), 'COMPLETED');
    await until('the worker has its lock again', 20_000, async () => (await advisoryLocks()) > 0);
  });

  it('the processes stop in order, and leave no lock behind', async () => {
    assert.deepEqual(await worker.stop(), { code: 0, signal: null });
    assert.deepEqual(await api.stop(), { code: 0, signal: null });
    await until('no lock is left', 5_000, async () => (await advisoryLocks()) === 0);
    const { code, stdout } = await runCommand('audit', env);
    assert.deepEqual({ code, stdout }, { code: 0, stdout: 'The books are in order.' });
  });
});
