import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type Config, readConfig } from '../../src/config.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { migrate, readMigrations } from '../../src/postgres/connection/migrate.ts';
import { adminProgram } from '../../src/programs/commands/admin.ts';
import { auditProgram } from '../../src/programs/commands/audit.ts';
import { erasuresProgram } from '../../src/programs/commands/erasures.ts';
import { keysProgram } from '../../src/programs/commands/keys.ts';
import { migrateProgram } from '../../src/programs/commands/migrate.ts';
import { objectsProgram } from '../../src/programs/commands/objects.ts';
import { personProgram } from '../../src/programs/commands/person.ts';
import { scrubProgram } from '../../src/programs/commands/scrub.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';
import { untilALockIsWaitedFor } from '../support/database/until-a-lock-is-waited-for.ts';

const folder = await mkdtemp(join(tmpdir(), 'darkroom-migrations-'));
const file = (name: string, text: string) => writeFile(join(folder, name), text);

let fresh: FreshDatabase;
before(async () => {
  fresh = await freshDatabase();
});
beforeEach(async () => {
  // Removes the schemas of the service and of the tests below.
  const session = await fresh.database.session();
  await session.query('drop schema public cascade; create schema public');
  await session.end();
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await file('0001_first.sql', 'create table first (a integer); insert into first values (1);');
  await file('0002_second.sql', 'create table second (b integer);\nalter table first add c text;');
});
after(async () => {
  await fresh.drop();
  await rm(folder, { recursive: true });
});

const applied = async () =>
  (
    await fresh.database.run(statement<{ name: string }>('select name from migrations order by number'), [])
  ).map(({ name }) => name);

const rows = (table: string) => fresh.database.run(statement(`select * from ${table}`), []);

test("the service's own migrations are applied once", async () => {
  await migrate(fresh.database);
  await migrate(fresh.database);
  assert.deepEqual(
    await applied(),
    (await readMigrations()).map(({ name }) => name),
  );
});

test('a database of an earlier development version is refused and not touched', async () => {
  await file('0001_core.sql', 'create table first (a integer);');
  await rm(join(folder, '0001_first.sql'));
  await migrate(fresh.database, { folder });
  await assert.rejects(migrate(fresh.database), /^StartError: .* start with an empty data folder/i);
  assert.deepEqual(await applied(), ['0001_core.sql', '0002_second.sql']);
});

test('every table of the schema has a comment that says what it holds', async () => {
  await migrate(fresh.database);
  const without = statement<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
      and obj_description(oid) is null`);
  assert.deepEqual(await fresh.database.run(without, []), []);
});

test('files are applied in order, each with all its statements, and new ones later', async () => {
  await rm(join(folder, '0002_second.sql'));
  await migrate(fresh.database, { folder });
  await file('0002_second.sql', 'alter table first add c text;');
  await migrate(fresh.database, { folder });
  assert.deepEqual(await rows('first'), [{ a: 1, c: null }]);
  assert.deepEqual(await applied(), ['0001_first.sql', '0002_second.sql']);
});

test('processes that start at the same time apply everything once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => migrate(fresh.database, { folder })));
  assert.deepEqual(await rows('first'), [{ a: 1, c: null }]);
});

test('a file that was changed after it was applied stops the start', async () => {
  await migrate(fresh.database, { folder });
  await file('0001_first.sql', 'create table first (a bigint);');
  await assert.rejects(
    migrate(fresh.database, { folder }),
    /^StartError: The file of the migration 0001_first\.sql was changed/,
  );
});

test('other line ends are no change', async () => {
  await migrate(fresh.database, { folder });
  await file('0002_second.sql', 'create table second (b integer);\r\nalter table first add c text;');
  await migrate(fresh.database, { folder });
});

test('a database that is newer than the service stops the start', async () => {
  await migrate(fresh.database, { folder });
  await rm(join(folder, '0002_second.sql'));
  await assert.rejects(migrate(fresh.database, { folder }), /newer than this version .* 0002_second\.sql/);
});

test('every command refuses a database that is newer or older than its code, in one sentence', async () => {
  await migrate(fresh.database);
  const config = readConfig({ DATABASE_URL: fresh.url, DARKROOM_DATA_DIR: join(folder, 'data') });
  const commands: [(config: Config, args: string[]) => Promise<number>, ...string[]][] = [
    [adminProgram, 'list'],
    [auditProgram],
    [erasuresProgram, 'replay'],
    [keysProgram, 'rotate'],
    [objectsProgram, 'copy', '--from', join(folder, 'a'), '--to', join(folder, 'b')],
    [personProgram, 'export', 'ada@example.com'],
    [scrubProgram],
  ];
  const refuse = async (sentence: RegExp) => {
    for (const [program, ...args] of commands) await assert.rejects(program(config, args), sentence);
  };
  const change = (text: string) => fresh.database.run(statement(text), []);
  await change("insert into migrations (number, name, checksum) values (1000, '1000_later.sql', 'x')");
  await refuse(/^StartError: The database is newer than this version .* 1000_later\.sql\. Use the version /);
  await assert.rejects(migrateProgram(config, []), /^StartError: The database is newer than this version/);
  await change('delete from migrations');
  await refuse(/^StartError: The database is not up to date\. Run `darkroom migrate` first\.$/);
});

test('a process that waits for the migrations of another says so, can be stopped meanwhile, and leaves no lock', async (t) => {
  const held = await fresh.database.session();
  t.after(() => held.end());
  await held.query('select pg_advisory_lock(1)');
  await file('0002_second.sql', 'select pg_advisory_xact_lock(1);');
  const first = migrate(fresh.database, { folder });
  // The first process has the lock of the migrations when its second migration waits.
  await untilALockIsWaitedFor(fresh.database.run);
  const stop = new AbortController();
  const said: string[] = [];
  const second = migrate(fresh.database, {
    folder,
    signal: stop.signal,
    report: (message) => {
      said.push(message);
      stop.abort();
    },
  });
  await assert.rejects(second, /^StartError: The start was canceled while another process was migrating/);
  assert.deepEqual(said, ['Another process is migrating the database; this one starts when it is done.']);
  await held.query('select pg_advisory_unlock(1)');
  await first;
  await migrate(fresh.database, { folder });
});

test('a file that fails is rolled back, keeps those before it, and can be corrected', async () => {
  await file('0002_second.sql', 'create table second (b integer); select 1 / 0;');
  await assert.rejects(
    migrate(fresh.database, { folder }),
    /0002_second\.sql failed and was undone: division by zero/,
  );
  assert.deepEqual(await applied(), ['0001_first.sql']);
  await file('0002_second.sql', 'create table second (b integer);');
  await migrate(fresh.database, { folder });
  assert.deepEqual(await rows('second'), []);
});

test('numbers without gaps are required', async () => {
  await file('0004_fourth.sql', '');
  await assert.rejects(migrate(fresh.database, { folder }), /0004_fourth\.sql must have the number 3/);
  await rm(join(folder, '0004_fourth.sql'));
  await file('0002_again.sql', '');
  await assert.rejects(migrate(fresh.database, { folder }), /0002_second\.sql must have the number 3/);
  await rm(join(folder, '0002_again.sql'));
});

test('a statement timeout of the server does not cut a migration short', async () => {
  await file('0002_second.sql', 'select pg_sleep(0.2);');
  const session = await fresh.database.session();
  await session.query(`do $$ begin
    execute format('alter database %I set statement_timeout = 100', current_database());
  end $$`);
  await session.end();
  await migrate(fresh.database, { folder });
  assert.deepEqual(await applied(), ['0001_first.sql', '0002_second.sql']);
});
