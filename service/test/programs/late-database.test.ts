import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase } from '../support/database/database.ts';
import { startService } from '../support/service.ts';

const SILENT_MS = 3_000;
const SLOW_MS = 2_500;

/** Starts the service with a proxy before its database. `open` decides when the proxy connects each caller. */
const startBehind = async (open: (connection: number) => Promise<boolean>) => {
  const { url, drop } = await freshDatabase();
  const socket = join(new URL(url).searchParams.get('host') ?? '', '.s.PGSQL.5432');
  let connections = 0;
  const proxy = createServer(async (caller) => {
    caller.on('error', () => {});
    connections += 1;
    if (!(await open(connections))) return;
    const upstream = connect(socket).on('error', () => {});
    caller.pipe(upstream).pipe(caller);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const proxied = new URL(url);
  proxied.searchParams.delete('host');
  proxied.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  try {
    const service = await startService({ role: 'api', env: { DATABASE_URL: proxied.href } });
    assert.equal((await service.administrator('GET /v1/workflow')).status, 200);
    await service.stop();
  } finally {
    proxy.close();
    await drop();
  }
};

describe('a database that answers late at the start is waited for', { concurrency: true }, () => {
  it('when it says nothing at first', async () => {
    let firstCall: number | undefined;
    let unanswered = 0;
    await startBehind(async () => {
      firstCall ??= performance.now();
      const isSilent = performance.now() - firstCall < SILENT_MS;
      if (isSilent) unanswered += 1;
      return !isSilent;
    });
    assert.ok(unanswered > 0);
  });

  it('when it answers, and takes long for the connection of the migrations', async () => {
    let slow = 0;
    await startBehind(async (connection) => {
      if (connection !== 2) return true;
      slow += 1;
      // This pause makes the connection slow, which is what is tested.
      await sleep(SLOW_MS);
      return true;
    });
    assert.equal(slow, 1);
  });
});
