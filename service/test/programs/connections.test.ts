import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { openFoundation } from '../../src/programs/serving/foundation.ts';
import { openWorker } from '../../src/programs/serving/run-worker.ts';
import { freshDatabase } from '../support/database/database.ts';
import { until } from '../support/until.ts';

const MAX_CONNECTIONS = 3;
/** Longer than the interval of any chore of a worker and of the checks of its queues. */
const IDLE_MS = 6_000;
const LOOK_EVERY_MS = 50;

const COUNT = statement<{ count: number; queries: string[] }>(`
  select count(*), array_agg(left(query, 60)) as queries from pg_stat_activity
  where datname = current_database() and application_name = 'idle worker'`);

test('an idle worker holds at most 3 database connections', async (t) => {
  const { database, url, drop } = await freshDatabase({ connections: 1 });
  const dataDir = await mkdtemp(join(tmpdir(), 'darkroom-connections-'));
  t.after(async () => {
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const named = new URL(url);
  named.searchParams.set('application_name', 'idle worker');
  const config = readConfig({ DATABASE_URL: named.href, DARKROOM_DATA_DIR: dataDir });
  const foundation = await openFoundation(config);
  const worker = await openWorker(
    foundation,
    () => {},
    () => [{ apply: () => Promise.reject(new Error('There is no work.')), close: async () => {} }],
  );
  const count = async () => (await database.run(COUNT, []))[0]!;
  // At its start the worker uses more connections for a moment, and the server may notice their end later.
  await until(
    'the connections of the start are closed',
    5_000,
    async () => (await count()).count <= MAX_CONNECTIONS,
  );
  let most = 0;
  for (const end = performance.now() + IDLE_MS; performance.now() < end; await sleep(LOOK_EVERY_MS)) {
    const { count: now, queries } = await count();
    most = Math.max(most, now);
    assert.ok(now <= MAX_CONNECTIONS, `${now} connections: ${queries.join(' | ')}`);
  }
  assert.ok(most >= 2, 'the lease, and at least one for statements');
  await worker.close(0);
  await foundation.close();
});
