import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { deleteExpired, expiringRows } from '../../src/postgres/expiry.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';
import { makeOrganization, type TestOrganization } from '../support/organization.ts';

const EXPIRING = expiringRows({ reuseDays: 7 });
const NEVER = new AbortController().signal;

/** Tables with an expiry time whose rows are not deleted by their age, and why they are not. */
const KEPT: Record<string, string> = {
  api_keys: 'An expired key stays in the list of keys.',
  organizations: 'Only the previous webhook secret ends, and the next one replaces it.',
  review_items: 'A claim of a reviewer ends and the result can be claimed again.',
  signing_keys: 'The next rotation deletes those that have retired.',
  webhook_messages: 'A claim ends and the message becomes due again.',
  workers: 'A worker deletes the rows of others once none of their executions is left to take over.',
};

const GIVEN =
  'with given as (select $1::uuid as organization, $2::uuid as person, now() - $3::interval as at)';

/** For each table, a statement that inserts a row which was written, or expires, at the given time. */
const INSERT: Record<string, string> = {
  sign_in_attempts:
    "insert into sign_in_attempts (subject, recent, latest_at) select any_hash(), '{}', at from given",
  batch_minutes: `insert into batch_minutes (organization_id, minute, batch_id, finished)
    select organization, at, gen_random_uuid(), 1 from given`,
  bulk_actions: `insert into bulk_actions (id, organization_id, verb, filter, made_by, matched, finished_at)
    select gen_random_uuid(), organization, 'retry', '{}', person, 0, at from given`,
  device_codes: `insert into device_codes (code_hash, user_code_hash, client_id, scope, requested_from, expires_at)
    select any_hash()::bytea, any_hash()::bytea, 'darkroom-cli', '', '', at from given`,
  grants: `insert into grants (id, client_id, user_id, organization_id, scope, expires_at)
    select gen_random_uuid(), 'darkroom-cli', person, organization, '', at from given`,
  idempotency_keys: `insert into idempotency_keys (organization_id, key, fingerprint, execution_id, created_at)
    select organization, any_hash(), '', gen_random_uuid(), at from given`,
  invitations: `insert into invitations (id, organization_id, email, role, token_hash, invited_by, expires_at)
    select gen_random_uuid(), organization, any_hash(), 'viewer', any_hash()::bytea, person, at from given`,
  notices: `insert into notices (user_id, organization_id, kind, data, created_at)
    select person, organization, 'credits.low', '{}', at from given`,
  objects: `insert into objects (hash, refs, unreferenced_since, condemned_at, deleted_at)
    select any_hash(), 0, at, at, at from given`,
  password_resets: `insert into password_resets select reset.* from given,
    jsonb_populate_record(null::password_resets, jsonb_build_object('token_hash', any_hash(), 'user_id', person,
      'made_by', person, 'organization_id', organization, 'created_at', now(), 'expires_at', at)) reset`,
  refresh_tokens: `, granted as (
      insert into grants (id, client_id, user_id, organization_id, scope, expires_at)
      select gen_random_uuid(), 'darkroom-cli', person, organization, '', now() + interval '1 year' from given returning id)
    insert into refresh_tokens (token_hash, grant_id, expires_at) select any_hash()::bytea, id, at from granted, given`,
  reusable_results: `, image as (
      insert into images (organization_id, hash, format, content_type, width, height, bytes, crc32)
      select organization, any_hash(), 'png', 'image/png', 1, 1, 1, 0 from given returning organization_id, hash)
    insert into reusable_results (organization_id, key, hash, created_at)
    select organization_id, hash, hash, at from image, given`,
  sessions: `insert into sessions (id, token_hash, user_id, address, expires_at)
    select gen_random_uuid(), any_hash()::bytea, person, '', at from given`,
};

describe('expiry', () => {
  let fresh: FreshDatabase;
  let owner: TestOrganization;
  before(async () => {
    fresh = await freshDatabase();
    owner = await makeOrganization(fresh.database, 0);
    await run(`create function any_hash() returns text language sql as
      $$ select encode(sha256(gen_random_uuid()::text::bytea), 'hex') $$`);
  });
  after(() => fresh.drop());

  const run = <Row>(text: string, values: unknown[] = []) => fresh.database.run(statement<Row>(text), values);
  const add = (table: string, age: string) =>
    run(`${GIVEN} ${INSERT[table]}`, [owner.organizationId, owner.userId, age]);
  const count = async (table: string) =>
    (await run<{ rows: number }>(`select count(*) as rows from ${table}`))[0]!.rows;

  it('lists every table that has a time of expiry or an index by age', async () => {
    const found = await run<{ table: string }>(`
      select distinct table_name::text as table from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type like 'timestamp%'
        and column_name ~ '(expire|retire|until|_end_)'
      union select tablename from pg_indexes where schemaname = 'public' and indexname like '%\\_by\\_age'`);
    const listed = EXPIRING.map(({ table }) => table);
    assert.deepEqual(found.map(({ table }) => table).sort(), [...listed, ...Object.keys(KEPT)].sort());
  });

  it('finds the rows of every table by an index', async () => {
    const leading = await run<{ table: string; column: string }>(`
      select tablename as table, (regexp_match(indexdef, '\\((\\w+)'))[1] as column from pg_indexes
      where schemaname = 'public'`);
    const indexed = new Set(leading.map(({ table, column }) => `${table}.${column}`));
    assert.deepEqual(
      EXPIRING.filter(({ table, column }) => !indexed.has(`${table}.${column}`)),
      [],
    );
  });

  for (const expiring of EXPIRING)
    it(`deletes a row of ${expiring.table} after ${expiring.after}, and none before`, async () => {
      await add(expiring.table, `${expiring.after} 1 minute`);
      await add(expiring.table, `${expiring.after} -1 minute`);
      const before = await count(expiring.table);
      await deleteExpired(fresh.database.run, expiring, NEVER);
      assert.equal(await count(expiring.table), before - 1);
    });

  it('deletes more rows than one step takes', async () => {
    await run(`insert into sign_in_attempts (subject, recent, latest_at)
      select 'old ' || number, '{}', now() - interval '1 day' from generate_series(1, 2500) number`);
    await deleteExpired(fresh.database.run, EXPIRING[0]!, NEVER);
    const [left] = await run<{ rows: number }>(
      "select count(*) as rows from sign_in_attempts where latest_at < now() - interval '2 hours'",
    );
    assert.equal(left!.rows, 0);
  });

  it('leaves alone the rows that another process is deleting', async () => {
    await add('sessions', '31 days');
    const other = await fresh.database.session();
    await other.query('begin');
    await other.query("delete from sessions where expires_at < now() - interval '30 days'");
    await deleteExpired(fresh.database.run, EXPIRING.find(({ table }) => table === 'sessions')!, NEVER);
    await other.query('rollback');
    await other.end();
    assert.equal(await count('sessions'), 2);
  });
});
