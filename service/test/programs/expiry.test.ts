import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { startChores } from '../../src/programs/serving/chores.ts';
import { expiry } from '../../src/programs/serving/expiry.ts';
import type { Foundation } from '../../src/programs/serving/foundation.ts';
import { freshDatabase } from '../support/database/database.ts';

const MINUTE_MS = 60_000;
const ADD = statement(
  "insert into sign_in_attempts (subject, recent, latest_at) values ('someone', '{}', now() - interval '1 day')",
);
const COUNT = statement<{ rows: number }>('select count(*) as rows from sign_in_attempts');

test('expired rows are deleted every minute, also after a minute in which that failed', async (t) => {
  const { database, drop } = await freshDatabase();
  t.after(drop);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const reported = Promise.withResolvers<string>();
  const deleted = Promise.withResolvers<void>();
  let isAway = true;
  const run: Foundation['database']['run'] = async (asked, values) => {
    if (isAway) throw new Error('The database is away.');
    const rows = await database.run(asked, values);
    if (asked.text.includes('delete from sign_in_attempts')) deleted.resolve();
    return rows;
  };
  const chore = expiry({ config: { reuseDays: 1 }, database: { run } } as unknown as Foundation);
  const chores = startChores({ chore }, (error) => reported.resolve((error as Error).message));

  await database.run(ADD, []);
  t.mock.timers.tick(MINUTE_MS);
  assert.equal(await reported.promise, 'The database is away.');
  isAway = false;
  t.mock.timers.tick(MINUTE_MS);
  await deleted.promise;
  await chores.close();
  assert.deepEqual(await database.run(COUNT, []), [{ rows: 0 }]);
});
