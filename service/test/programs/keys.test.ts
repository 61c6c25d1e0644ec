import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { signingKeysIn } from '../../src/postgres/people/signing-keys.ts';
import { freshDatabase } from '../support/database/database.ts';
import { MAIN } from '../support/main-file.ts';

const run = promisify(execFile);

test('darkroom keys rotate makes a new key sign and the old one verify', async () => {
  const { url, database, drop } = await freshDatabase();
  const env = { PATH: process.env['PATH'], DATABASE_URL: url };
  const first = await run(process.execPath, [MAIN, 'keys', 'rotate'], { env });
  const second = await run(process.execPath, [MAIN, 'keys', 'rotate'], { env });
  const keys = await signingKeysIn(database).list();
  assert.deepEqual(
    keys.map(({ retired }) => retired),
    [false, true],
  );
  assert.ok(second.stdout.includes(keys[0]!.id));
  assert.ok(first.stdout.includes(keys[1]!.id));
  await assert.rejects(run(process.execPath, [MAIN, 'keys'], { env }), { code: 2 });
  await drop();
});
