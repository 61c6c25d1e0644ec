import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { freshDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { type Client, clientOf, createBody, image } from './support/client.ts';
import { allEnded, checkBooks, listExecutions } from './support/proof.ts';
import { atTheEnd, endAll, newDataFolder, startService } from './support/service.ts';

const BUCKET = 'images';

describe('with the images in S3', () => {
  let s3: FauxqsServer;
  let storage: string;
  let client: Client;
  let workflow: string;
  let env: Record<string, string>;

  const startS3 = async (port = 0) => {
    s3 = await startFauxqs({ port, logger: false, s3StorageDir: storage });
    s3.createBucket(BUCKET);
  };

  before(async () => {
    storage = await mkdtemp(join(tmpdir(), 'darkroom-s3-server-'));
    atTheEnd(() => rm(storage, { recursive: true, force: true }));
    await startS3();
    atTheEnd(() => s3.stop());
    const database = await freshDatabase({ connections: 2 });
    atTheEnd(database.drop);
    env = {
      DATABASE_URL: database.url,
      DARKROOM_OBJECTS: `s3://${BUCKET}/darkroom`,
      DARKROOM_S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      DARKROOM_LANES: '1',
    };
    // Two machines: nothing but the database and S3 is shared.
    const api = await startService('api', { ...env, DARKROOM_DATA_DIR: await newDataFolder() });
    await startService('worker', { ...env, DARKROOM_DATA_DIR: await newDataFolder() });
    client = clientOf(api);
    workflow = await client.addWorkflow();
  });
  after(endAll);

  it('an image that one machine receives is worked on by another, and the first serves the result', async () => {
    const id = await client.create(workflow, await client.upload());
    const { resultPath } = await client.when(id, 'COMPLETED');
    const { bytes, headers } = await client.ok(`GET ${new URL(resultPath as string, 'http://any').pathname}`);
    assert.equal(bytes.length, Number(headers.get('content-length')));
    const range = await client.ok(`GET ${new URL(resultPath as string, 'http://any').pathname}`, {
      headers: { range: 'bytes=1-4' },
    });
    assert.deepEqual(range.bytes, bytes.subarray(1, 5));
  });

  it('while S3 is away, uploads and creates are 503; everything goes on when it is back', async () => {
    const hash = await client.upload();
    const { port } = s3;
    await s3.stop();
    const upload = { body: await image(), headers: { 'content-type': 'image/png' }, timeoutMs: 60_000 };
    assert.equal((await client.call('POST /v1/upload', upload)).status, 503);
    const create = `POST /v1/workflow/execution/create?workflow=${workflow}`;
    // The store is checked once a second.
    await until('creates are refused', 10_000, async () => {
      const { status } = await client.call(create, createBody(hash));
      return status === 503;
    });
    await startS3(port);
    const id = await until('creates are accepted', 10_000, async () => {
      const { status, text } = await client.call(create, createBody(hash));
      return status === 201 && text;
    });
    assert.equal((await client.when(id)).status, 'COMPLETED');
    await allEnded(client, 30_000);
    await checkBooks(client, await listExecutions(client), env);
  });
});
