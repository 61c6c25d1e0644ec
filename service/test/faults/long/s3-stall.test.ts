import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFauxqs } from 'fauxqs';
import { freshDatabase } from '../../support/database/database.ts';
import { until } from '../../support/until.ts';
import { checkBooks, listExecutions } from '../support/checks.ts';
import { clientOf, image } from '../support/client.ts';
import { imageProcessesOf, signal } from '../support/processes.ts';
import { openS3Proxy } from '../support/s3-proxy.ts';
import { atTheEnd, cleanUp, newDataFolder, startService } from '../support/service.ts';

const STALL_MS = 30_000;

after(cleanUp);

test('S3 is silent for 30 s, with the time limits of production: uploads are 503, and running work goes on', async () => {
  const storage = await mkdtemp(join(tmpdir(), 'darkroom-s3-stall-'));
  atTheEnd(() => rm(storage, { recursive: true, force: true }));
  const s3 = await startFauxqs({ port: 0, logger: false, s3StorageDir: storage });
  atTheEnd(() => s3.stop());
  s3.createBucket('images');
  const proxy = await openS3Proxy(() => s3.port);
  atTheEnd(proxy.close);
  const database = await freshDatabase({ connections: 2 });
  atTheEnd(database.drop);
  const env = {
    DATABASE_URL: database.url,
    DARKROOM_OBJECTS: 's3://images',
    DARKROOM_S3_ENDPOINT: proxy.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    DARKROOM_LANES: '1',
  };
  const api = await startService('api', { ...env, DARKROOM_DATA_DIR: await newDataFolder() });
  const worker = await startService('worker', { ...env, DARKROOM_DATA_DIR: await newDataFolder() });
  const client = clientOf(api);
  const workflow = await client.addWorkflow();

  const lanes = imageProcessesOf(worker.pid);
  signal(lanes, 'SIGSTOP');
  const id = await client.create(workflow, await client.upload());
  await client.when(id, 'ACTIVE');
  proxy.set('stall');
  signal(lanes, 'SIGCONT');
  const stalled = sleep(STALL_MS).then(() => proxy.set('none'));
  const bytes = await image();
  const upload = { body: bytes, headers: { 'content-type': 'image/png' }, timeoutMs: 2 * STALL_MS };
  const answer = await client.call('POST /v1/upload', upload);
  assert.equal(answer.status, 503, answer.text);
  await stalled;

  assert.equal((await client.when(id, undefined, 2 * STALL_MS)).status, 'COMPLETED');
  const hash = await until('uploads are accepted', STALL_MS, () => client.upload(bytes));
  const next = await client.create(workflow, hash);
  assert.equal((await client.when(next)).status, 'COMPLETED');
  await checkBooks(client, await listExecutions(client), env);
});
