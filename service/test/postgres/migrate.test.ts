import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { executionRecord } from '../../src/domain/execution-record.ts';
import { findContradictions } from '../../src/postgres/audit/find-contradictions.ts';
import { statement } from '../../src/postgres/database.ts';
import { type ExecutionRow, executionFromRow } from '../../src/postgres/executions/from-row.ts';
import { migrate, readMigrations } from '../../src/postgres/migrate.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

const folder = await mkdtemp(join(tmpdir(), 'darkroom-migrations-'));
const file = (name: string, text: string) => writeFile(join(folder, name), text);

let fresh: FreshDatabase;
before(async () => {
  fresh = await freshDatabase();
});
beforeEach(async () => {
  // The schemas of the service and of the tests below are both out of the way.
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

// As it was written before the seventh: every hold is a row, open or ended, and a charge has an id of its own.
const OLD_BOOKS = `
  insert into organizations (id, version, name, webhook_secret)
  values (gen_random_uuid(), gen_random_uuid(), 'Studio', 'secret');
  insert into accounts (organization_id, spendable) select id, 70 from organizations;
  insert into ledger (organization_id, kind, amount) select id, 'grant', 100 from organizations;
  insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id, created_at,
    queued_at, input_file_name, inputs, settings, labels, webhooks, price, hold, holds, worker, charged_credits,
    result_hash, error)
  select gen_random_uuid(), organizations.id, gen_random_uuid(), gen_random_uuid(), 'Any', status, gen_random_uuid(),
    now(), now(), placed.name, '{}', '{}', '{}', '{}', 10, hold, holds, worker, charged, hash, error
  from organizations, (values
    ('queued', 'CREATED'::execution_status, 1, 1, null::uuid, null::integer, null, null::jsonb),
    ('queued, hold withdrawn', 'CREATED', null, 1, null, null, null, null),
    ('running after a retry', 'ACTIVE', 2, 2, gen_random_uuid(), null, null, null),
    ('completed', 'COMPLETED', null, 1, null, 10, repeat('0', 64), null),
    ('failed', 'FAILED', null, 1, null, null, null, '{}')
  ) as placed(name, status, hold, holds, worker, charged, hash, error);
  insert into images (organization_id, hash, format, content_type, width, height, bytes)
  select id, repeat('0', 64), 'png', 'image/png', 1, 1, 1 from organizations;
  insert into holds (execution_id, number, organization_id, amount, outcome, ended_at)
  select id, number, organization_id, price,
    case when number = hold then null when charged_credits is null then 'released' else 'charged' end,
    case when number is distinct from hold then now() end
  from executions, generate_series(1, holds) number;
  insert into ledger (organization_id, kind, amount, execution_id)
  select organization_id, 'charge', -price, id from executions where status = 'COMPLETED'`;

/** A database as it was after this many migrations of the service, with rows in it. */
const oldDatabase = async (migrations: number, content: string): Promise<void> => {
  for (const { name, text } of (await readMigrations()).slice(0, migrations)) await file(name, text);
  await rm(join(folder, '0001_first.sql'));
  await rm(join(folder, '0002_second.sql'));
  await migrate(fresh.database, folder);
  const session = await fresh.database.session();
  await session.query(content);
  await session.end();
};

test('books that were kept before open holds became part of their executions are in order afterwards', async () => {
  await oldDatabase(6, OLD_BOOKS);
  await migrate(fresh.database);
  assert.deepEqual(await findContradictions(fresh.database.run)(), []);
  const released = await rows('released_holds');
  assert.equal(released.length, 3);
});

const OLD_PEOPLE = `
  insert into users (id, email, name, platform_administrator, created_at)
  select gen_random_uuid(), name || '@example.com', name, administers, now() + day * interval '1 day'
  from (values ('settings', true, 1), ('second', true, 2), ('linked', false, 3), ('invited', false, 0))
    as people(name, administers, day);
  insert into identities (issuer, subject, user_id) select 'issuer', 'subject', id from users where name = 'linked';
  insert into password_resets (token_hash, user_id, made_by, expires_at) select '', id, id, now() + interval '1 day'
  from users where name = 'invited'`;

test('accounts of the settings and of a provider count as proven after the upgrade, and old reset links end', async () => {
  await oldDatabase(8, OLD_PEOPLE);
  await migrate(fresh.database);
  const proven = statement<{ name: string }>(
    'select name from users where address_proven_at is not null order by 1',
  );
  assert.deepEqual(await fresh.database.run(proven, []), [{ name: 'linked' }, { name: 'settings' }]);
  assert.deepEqual(await rows('password_resets'), []);
});

test('files are applied in order, each with all its statements, and new ones later', async () => {
  await rm(join(folder, '0002_second.sql'));
  await migrate(fresh.database, folder);
  await file('0002_second.sql', 'alter table first add c text;');
  await migrate(fresh.database, folder);
  assert.deepEqual(await rows('first'), [{ a: 1, c: null }]);
  assert.deepEqual(await applied(), ['0001_first.sql', '0002_second.sql']);
});

test('processes that start at the same time apply everything once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => migrate(fresh.database, folder)));
  assert.deepEqual(await rows('first'), [{ a: 1, c: null }]);
});

test('a file that was changed after it was applied stops the start', async () => {
  await migrate(fresh.database, folder);
  await file('0001_first.sql', 'create table first (a bigint);');
  await assert.rejects(
    migrate(fresh.database, folder),
    /^StartError: The migration 0001_first\.sql is not the one/,
  );
});

test('other line ends are no change', async () => {
  await migrate(fresh.database, folder);
  await file('0002_second.sql', 'create table second (b integer);\r\nalter table first add c text;');
  await migrate(fresh.database, folder);
});

test('a database that is newer than the service stops the start', async () => {
  await migrate(fresh.database, folder);
  await rm(join(folder, '0002_second.sql'));
  await assert.rejects(migrate(fresh.database, folder), /newer than this version .* 0002_second\.sql/);
});

test('a file that fails leaves nothing of itself, keeps those before it, and can be mended', async () => {
  await file('0002_second.sql', 'create table second (b integer); select 1 / 0;');
  await assert.rejects(
    migrate(fresh.database, folder),
    /0002_second\.sql failed and was undone: division by zero/,
  );
  assert.deepEqual(await applied(), ['0001_first.sql']);
  await file('0002_second.sql', 'create table second (b integer);');
  await migrate(fresh.database, folder);
  assert.deepEqual(await rows('second'), []);
});

test('numbers without gaps are required', async () => {
  await file('0004_fourth.sql', '');
  await assert.rejects(migrate(fresh.database, folder), /0004_fourth\.sql must be numbered 3/);
  await rm(join(folder, '0004_fourth.sql'));
  await file('0002_again.sql', '');
  await assert.rejects(migrate(fresh.database, folder), /0002_second\.sql must be numbered 3/);
  await rm(join(folder, '0002_again.sql'));
});

test('a limit on statements that the server sets does not cut a migration short', async () => {
  await file('0002_second.sql', 'select pg_sleep(0.2);');
  const session = await fresh.database.session();
  await session.query(`do $$ begin
    execute format('alter database %I set statement_timeout = 100', current_database());
  end $$`);
  await session.end();
  await migrate(fresh.database, folder);
  assert.deepEqual(await applied(), ['0001_first.sql', '0002_second.sql']);
});

// As it was written before the eleventh: a message holds the whole row of its execution.
const OLD_MESSAGES = `
  insert into organizations (id, version, name, webhook_secret)
  values (gen_random_uuid(), gen_random_uuid(), 'Studio', 'secret');
  insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id, created_at,
    queued_at, started_at, finished_at, input_file_name, inputs, settings, labels, webhooks, price, hold, holds,
    charged_credits, result_hash, result_file_name, result_content_type, error, reused)
  select gen_random_uuid(), organizations.id, gen_random_uuid(), gen_random_uuid(), 'Any "name"', status, gen_random_uuid(),
    '2026-01-31T12:00:00.1Z', now(), '2026-01-31T12:00:01Z', finished_at, 'a.jpg',
    '{"default": {"name": "a.jpg", "contentHash": "aa", "contentType": "image/jpeg", "width": 7},
      "1": {"name": "b.png", "contentHash": "bb", "contentType": "image/png"}}',
    '{"cut": {"strength": 0.1}}', '{"a": "b"}', '{http://a.test/}', 10, hold, 1, charged, hash, 'a.png', 'image/png', error,
    reused
  from organizations, (values
    ('COMPLETED'::execution_status, null::integer, 10, repeat('0', 64), null::jsonb, now(), false),
    ('COMPLETED', null, 10, repeat('1', 64), null, now(), true),
    ('IN_QA', 1, null, repeat('2', 64), null, now(), false),
    ('FAILED', null, null, null, '{"code": "canceled", "message": "Why", "component": null}', now(), false),
    ('PAYMENT_REQUIRED', null, null, null, null, null, false)
  ) as placed(status, hold, charged, hash, error, finished_at, reused);
  insert into webhook_messages (organization_id, execution_id, url, type, execution)
  select organization_id, id, 'http://a.test/', 'execution.any', to_jsonb(executions) - 'trace' from executions`;

test('webhook messages that were written as whole rows are sent as the same records afterwards', async () => {
  await oldDatabase(10, OLD_MESSAGES);
  await migrate(fresh.database);
  const messages = await fresh.database.run(
    statement<ExecutionRow & { body: string; written_at: Date }>(`
      select execution.*, body::text, message.created_at as written_at
      from webhook_messages message join executions execution on execution.id = execution_id`),
    [],
  );
  assert.equal(messages.length, 5);
  for (const { body, written_at, ...row } of messages) {
    const data = executionRecord(executionFromRow(row), { mayReview: false });
    const expected = { type: 'execution.any', timestamp: written_at.toISOString(), data };
    assert.deepEqual(JSON.parse(body), JSON.parse(JSON.stringify(expected)));
  }
});
