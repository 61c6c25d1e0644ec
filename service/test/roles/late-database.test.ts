import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../support/database.ts';
import { startService } from '../support/service.ts';

const SILENT_MS = 3_000;

test('a database that answers late at the start is waited for', async () => {
  const { url, drop } = await freshDatabase();
  const socket = join(new URL(url).searchParams.get('host') ?? '', '.s.PGSQL.5432');
  let firstCall: number | undefined;
  let unanswered = 0;
  const door = createServer((caller) => {
    caller.on('error', () => {});
    firstCall ??= performance.now();
    if (performance.now() - firstCall < SILENT_MS) {
      unanswered += 1;
      return;
    }
    const inner = connect(socket).on('error', () => {});
    caller.pipe(inner).pipe(caller);
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const through = new URL(url);
  through.searchParams.delete('host');
  through.host = `127.0.0.1:${(door.address() as AddressInfo).port}`;
  const service = await startService({ role: 'api', env: { DATABASE_URL: through.href } });
  assert.equal((await service.administrator('GET /v1/workflow')).status, 200);
  assert.ok(unanswered > 0);
  await service.stop();
  door.close();
  await drop();
});
