import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { freshDatabase } from '../support/database/database.ts';
import { until } from '../support/until.ts';
import { checkNothingLost } from './support/checks.ts';
import { type Client, clientOf, createBody, image } from './support/client.ts';
import { imageProcessesOf, signal } from './support/processes.ts';
import { openReceiver, type Receiver } from './support/receiver.ts';
import { openS3Proxy, type S3Fault, type S3Proxy } from './support/s3-proxy.ts';
import { atTheEnd, cleanUp, newDataFolder, type Service, startService } from './support/service.ts';

const BUCKET = 'images';
// The time limit of a request to S3. The default of 20 s is too long for tests that wait for it several times.
const TIMEOUT_MS = 500;

describe('with the images in S3', () => {
  let s3: FauxqsServer;
  /** The proxies through which the API and the worker reach S3. */
  let proxies: Record<'api' | 'worker', S3Proxy>;
  let api: Service;
  let worker: Service;
  let storage: string;
  let client: Client;
  let workflow: string;
  let receiver: Receiver;
  let dataOfApi: string;
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
    proxies = { api: await openS3Proxy(() => s3.port), worker: await openS3Proxy(() => s3.port) };
    for (const { close } of Object.values(proxies)) atTheEnd(close);
    const database = await freshDatabase({ connections: 2 });
    atTheEnd(database.drop);
    env = {
      DATABASE_URL: database.url,
      DARKROOM_OBJECTS: `s3://${BUCKET}/darkroom`,
      DARKROOM_S3_TIMEOUT_MS: String(TIMEOUT_MS),
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      DARKROOM_LANES: '1',
      DARKROOM_EGRESS_ALLOW: '127.0.0.1',
    };
    // The API and the worker act as two machines: they share nothing but the database and S3.
    dataOfApi = await newDataFolder();
    const start = (role: 'api' | 'worker', dataDir: string) =>
      startService(role, { ...env, DARKROOM_DATA_DIR: dataDir, DARKROOM_S3_ENDPOINT: proxies[role].url });
    api = await start('api', dataOfApi);
    worker = await start('worker', await newDataFolder());
    client = clientOf(api);
    receiver = await openReceiver(client);
    workflow = await client.addWorkflow();
  });
  after(cleanUp);

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

  it('while S3 is unreachable, uploads and creates are 503; everything continues when it is back', async () => {
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
    for (const route of ['/v1/upload', '/v1/workflow/execution/create']) {
      const { reason } = await until(`the log has a refusal of ${route}`, 5_000, () =>
        api
          .logLines()
          .map((line) => JSON.parse(line))
          .find((line) => line.route === route && line.status === 503),
      );
      assert.match(reason, /^The image store cannot be reached [^(]* \(.*(ECONNRESET|socket hang up).*\)$/);
    }
    await startS3(port);
    const id = await until('creates are accepted', 10_000, async () => {
      const { status, text } = await client.call(create, createBody(hash));
      return status === 201 && text;
    });
    assert.equal((await client.when(id)).status, 'COMPLETED');
  });

  const pathOf = (hash: string) => `/${BUCKET}/darkroom/${hash.slice(0, 2)}/${hash}`;
  /** Asks the S3 server directly, without the proxy. */
  const isInBucket = async (hash: string) =>
    (await fetch(`http://127.0.0.1:${s3.port}${pathOf(hash)}`, { method: 'HEAD' })).status === 200;
  /** The service checks the store at most once a second, so it may report a failure for a second after S3 is back. */
  const uploadWhenBack = (bytes: Buffer) => until('uploads are accepted', 10_000, () => client.upload(bytes));
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  for (const fault of [500, 503, 'reset', 'stall', 'half of a put'] satisfies S3Fault[])
    it(`with the fault "${fault}", an upload is 503 and changes nothing, and running work goes on afterwards`, async () => {
      const lanes = imageProcessesOf(worker.pid);
      signal(lanes, 'SIGSTOP');
      const id = await client.create(workflow, await client.upload());
      await client.when(id, 'ACTIVE');
      const bytes = await image();
      const hash = hashOf(bytes);
      try {
        for (const proxy of Object.values(proxies)) proxy.set(fault);
        signal(lanes, 'SIGCONT');
        const upload = { body: bytes, headers: { 'content-type': 'image/png' }, timeoutMs: 30_000 };
        const answer = await client.call('POST /v1/upload', upload);
        assert.equal(answer.status, 503, answer.text);
        assert.ok(Number(answer.headers.get('retry-after')) > 0);
        assert.match(answer.text, /image store cannot be reached at the moment. Try again shortly/);
        // The worker meets the fault when it stores the result, or when it checks the bucket.
        await until('the worker has met the fault', 10_000, () => proxies.worker.affected().length > 0);
        assert.equal((await client.read(id)).status, 'ACTIVE');
      } finally {
        signal(lanes, 'SIGCONT');
        for (const proxy of Object.values(proxies)) proxy.set('none');
      }
      assert.equal(await isInBucket(hash), false, 'no part of the upload is visible');
      const create = `POST /v1/workflow/execution/create?workflow=${workflow}`;
      const { status, text } = await until('the store can be used', 10_000, async () => {
        const answer = await client.call(create, createBody(hash));
        return answer.status !== 503 && answer;
      });
      assert.equal(status, 404, `the upload is not recorded: ${text}`);
      assert.equal((await client.when(id)).status, 'COMPLETED');
      assert.equal(await uploadWhenBack(bytes), hash);
    });

  it('while no worker reaches S3, uploads and creates are accepted, and the work waits for it', async () => {
    proxies.worker.set('reset');
    let id: string;
    try {
      id = await client.create(workflow, await client.upload());
      await until('the worker has missed S3', 10_000, () => proxies.worker.affected().length > 0);
      assert.ok(['CREATED', 'ACTIVE'].includes((await client.read(id)).status));
    } finally {
      proxies.worker.set('none');
    }
    assert.equal((await client.when(id)).status, 'COMPLETED');
  });

  it('while S3 is slow, everything goes on', async () => {
    for (const proxy of Object.values(proxies)) proxy.set('slow');
    try {
      const id = await client.create(workflow, await client.upload());
      const { status, attempts } = await client.when(id);
      assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
      for (const proxy of Object.values(proxies)) assert.ok(proxy.affected().length > 0);
    } finally {
      for (const proxy of Object.values(proxies)) proxy.set('none');
    }
  });

  it('a download that S3 cuts off or leaves unanswered is 503 or breaks off, and is complete afterwards', async () => {
    for (const [fault, size] of [
      // When the connection to S3 breaks off, the caller has received nothing of this small image yet, so the
      // status is 503.
      ['half of a get', 64],
      ['half of a get', 400],
      ['stall', 64],
    ] satisfies [S3Fault, number][]) {
      const bytes = await image(size, size);
      const hash = await uploadWhenBack(bytes);
      // Deletes the local copy, as on a machine that did not receive the upload.
      await rm(join(dataOfApi, 'object-cache', hash));
      proxies.api.set(fault);
      try {
        const answer = await client.call(`GET /image/${hash}`).catch(() => undefined);
        assert.ok(answer ? answer.status === 503 : size > 64, `${fault}: ${answer?.status}`);
        const affected = proxies.api.affected();
        assert.ok(affected.includes(`GET ${pathOf(hash)}?x-id=GetObject`), String(affected));
      } finally {
        proxies.api.set('none');
      }
      assert.deepEqual((await client.ok(`GET /image/${hash}`)).bytes, bytes);
    }
  });

  it('an image that is damaged in the bucket fails its execution and is logged, and an upload repairs it', async () => {
    const bytes = await image();
    const hash = await uploadWhenBack(bytes);
    await fetch(`http://127.0.0.1:${s3.port}${pathOf(hash)}`, { method: 'PUT', body: 'other bytes' });
    const id = await client.create(workflow, hash);
    assert.equal((await client.when(id)).error?.code, 'input_missing');
    await until('the log of the worker has a line', 10_000, () =>
      worker.logLines().some((line) => line.includes('An image is damaged') && line.includes(hash)),
    );
    await client.upload(bytes);
    await client.ok(`POST /v1/workflow/execution/${id}/retry`);
    await client.when(id, 'COMPLETED');
  });

  it('nothing is lost after all faults', async () => {
    const executions = await checkNothingLost({ client, env, receiver });
    assert.ok(executions.every(({ status }) => status === 'COMPLETED'));
  });
});
