import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Statement, statement } from '../../src/postgres/connection/database.ts';
import { freshDatabase } from '../support/database/database.ts';
import { makeOrganization } from '../support/organization.ts';
import { placeExecution } from '../support/place-execution.ts';

const { database, drop } = await freshDatabase();
after(drop);

const violates = (constraint: string) => (error: unknown) =>
  (error as { constraint?: string }).constraint === constraint;

test('an execution cannot be COMPLETED without its charge', async () => {
  const owner = await makeOrganization(database, 10);
  const { id } = await placeExecution(database, owner, { status: 'COMPLETED', price: 10 });
  const takeCharge = statement('update executions set charged_credits = null where id = $1');
  await assert.rejects(database.run(takeCharge, [id]), violates('executions_check1'));
});

test('a device code cannot be redeemed before somebody has approved it', async () => {
  const redeem = statement(`
    insert into device_codes (code_hash, user_code_hash, client_id, scope, requested_from, expires_at, redeemed_at)
    values ('', '', 'darkroom-cli', '', '', now(), now())`);
  await assert.rejects(database.run(redeem, []), violates('device_codes_check1'));
});

type Check = { name: string; table: string; condition: string; columns: Column[] };
type Column = { name: string; type: string; nullable: boolean; labels: string[] | null };

const CHECKS = statement<Check>(`
  select conname as name, conrelid::regclass::text as table, pg_get_expr(conbin, conrelid) as condition,
    (select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, null), 'nullable', not attnotnull,
        'labels', (select jsonb_agg(enumlabel) from pg_enum where enumtypid = atttypid)))
      from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
  from pg_constraint
  where contype = 'c' and connamespace = 'public'::regnamespace and cardinality(conkey) > 1`);

const SAMPLES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  'timestamp with time zone': 'now()',
  jsonb: "'{}'",
  integer: '1',
  bigint: '1',
  boolean: 'true',
};

/** Sample values of a column: every value that the condition names, and null where the column allows it. */
const valuesOf = ({ name, type, nullable, labels }: Column, condition: string): string => {
  const named = labels?.map((label) => `'${label}'`) ?? condition.match(/'[^']*'(?=::text)/g) ?? ["'any'"];
  const sample = SAMPLES[type];
  const values = sample ? [sample] : named;
  const rows = [...values, ...(nullable ? ['null'] : [])].map((value) => `(${value}::${type})`);
  return `(values ${rows.join(', ')}) as "of ${name}" (${name})`;
};

const countUndecided = ({ condition, columns }: Check): Statement<{ undecided: number }> =>
  statement(`
    select count(*) as undecided
    from ${columns.map((column) => valuesOf(column, condition)).join(' cross join ')}
    where (${condition}) is null`);

test('no check across columns passes because one of them is null', async () => {
  const checks = await database.run(CHECKS, []);
  assert.ok(checks.length >= 5);
  for (const check of checks) {
    const [row] = await database.run(countUndecided(check), []);
    assert.equal(row?.undecided, 0, `${check.table}: ${check.name}`);
  }
});
