import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFauxqs } from 'fauxqs';
import { startEmbeddedServer } from '../../../src/postgres/embedded/embedded-server.ts';
import { until } from '../../support/until.ts';
import { checkNothingLost } from '../support/checks.ts';
import { type Client, clientOf } from '../support/client.ts';
import { openDatabaseProxy } from '../support/database-proxy.ts';
import { startLoad } from '../support/load.ts';
import { imageProcessesOf, signal } from '../support/processes.ts';
import { seededRandom } from '../support/random.ts';
import { openReceiver, organizationOf } from '../support/receiver.ts';
import { openS3Proxy, type S3Fault } from '../support/s3-proxy.ts';
import { atTheEnd, cleanUp, newDataFolder, type Service, startService } from '../support/service.ts';

after(cleanUp);

const ROUNDS = Number(process.env['DARKROOM_FAULT_ROUNDS'] ?? 1);
const SEED = Number(process.env['DARKROOM_FAULT_SEED'] ?? randomInt(2 ** 31));
const WORKERS = 3;
const APIS = 2;
const CALLERS_EACH = 2;
const BUCKET = 'images';
const LEASE_MS = 1_000;
// Longer than a lease and than the time limit of a request to S3.
const FAULT_MS = 3_000;
const BACK_WITHIN_MS = 30_000;

type Process = { role: 'api' | 'worker'; env: Record<string, string>; service: Service; url: string };

test(`${WORKERS} workers and ${APIS} APIs around one PostgreSQL and one S3 lose nothing, whatever fails`, async (t) => {
  t.diagnostic(`DARKROOM_FAULT_SEED=${SEED} DARKROOM_FAULT_ROUNDS=${ROUNDS}`);
  const random = seededRandom(SEED);
  const { env, server, databaseProxies, s3Proxies } = await openBackends();

  const start = async (role: Process['role'], number: number): Promise<Process> => {
    const own = {
      ...env,
      DATABASE_URL: databaseProxies[role].url,
      DARKROOM_S3_ENDPOINT: s3Proxies[role].url,
      DARKROOM_DATA_DIR: await newDataFolder(),
      DARKROOM_LANES: number === 0 ? '2' : '1',
    };
    const service = await startService(role, own);
    return { role, env: own, service, url: service.url };
  };
  // The processes start one after another, because the first API creates the image store.
  const apis: Process[] = [];
  const workers: Process[] = [];
  for (let number = 0; number < APIS; number++) apis.push(await start('api', number));
  for (let number = 0; number < WORKERS; number++) workers.push(await start('worker', number));
  const clients = apis.map((api) => clientOf(api));
  const client = clients[0] as Client;
  const workflows = await addCreditsAndWorkflows(client);
  const receiver = await openReceiver(client);

  const killAndRestart = async (one: Process) => {
    await one.service.kill();
    one.service = await startService(one.role, one.env);
    one.url = one.service.url;
  };
  const holdFault = async (begin: () => unknown, end: () => unknown) => {
    await begin();
    // The length of the fault is what is tested.
    await sleep(FAULT_MS).finally(end);
  };
  const spoilS3 = (roles: Process['role'][], fault: S3Fault) => {
    const set = (next: S3Fault) => {
      for (const role of roles) s3Proxies[role].set(next);
    };
    return holdFault(
      () => set(fault),
      () => set('none'),
    );
  };
  const freeze = (one: Process) => {
    const pids = [one.service.pid, ...imageProcessesOf(one.service.pid)];
    return holdFault(
      () => signal(pids, 'SIGSTOP'),
      () => signal(pids, 'SIGCONT'),
    );
  };
  const faults: Record<string, () => Promise<unknown>> = {
    'a worker is killed': () => killAndRestart(random.pick(workers)),
    'an interface is killed': () => killAndRestart(random.pick(apis)),
    'a worker is stopped beyond its lease': () => freeze(random.pick(workers)),
    'PostgreSQL is restarted': async () => signal(server.pid, random.pick(['SIGINT', 'SIGKILL'])),
    'no worker reaches the database': () =>
      holdFault(databaseProxies.worker.cut, databaseProxies.worker.restore),
    'no interface reaches the database': () =>
      holdFault(databaseProxies.api.cut, databaseProxies.api.restore),
    'no worker reaches S3': () => spoilS3(['worker'], 'reset'),
    'no interface reaches S3': () => spoilS3(['api'], 'reset'),
    'S3 answers 503': () => spoilS3(['api', 'worker'], 503),
    'S3 is slow': () => spoilS3(['api', 'worker'], 'slow'),
    'S3 stalls': () => spoilS3(['api', 'worker'], 'stall'),
    'S3 breaks off in the middle of images': () => spoilS3(['api', 'worker'], 'half of a put'),
  };

  for (let round = 1; round <= ROUNDS; round++) {
    const loads = clients.map((one) => startLoad(one, workflows, CALLERS_EACH));
    const acceptedByEach = () => loads.map(({ accepted }) => accepted.length);
    try {
      for (const name of random.shuffle(Object.keys(faults))) {
        await sleep(random.between(100, 500));
        await faults[name]?.();
        const before = acceptedByEach();
        await until(`both interfaces accept calls again after: ${name}`, BACK_WITHIN_MS, () =>
          acceptedByEach().every((count, index) => count > before[index]! + CALLERS_EACH),
        );
      }
    } finally {
      await Promise.all(loads.map(({ stop }) => stop()));
    }
    assert.deepEqual(
      loads.flatMap(({ unexpected }) => unexpected),
      [],
    );
    const accepted = loads.flatMap((load) => load.accepted);
    const executions = await checkNothingLost({
      client,
      env: { ...env, DATABASE_URL: server.url },
      receiver,
      accepted,
    });
    t.diagnostic(`round ${round}: ${accepted.length} accepted, ${executions.length} executions in all`);
  }
});

/** One PostgreSQL, one S3 and, for each role, a proxy to both of them whose connections can fail. */
const openBackends = async () => {
  const server = await startEmbeddedServer({ dataDir: await newDataFolder() });
  atTheEnd(server.stop);
  const storage = await mkdtemp(join(tmpdir(), 'darkroom-matrix-'));
  atTheEnd(() => rm(storage, { recursive: true, force: true }));
  const s3 = await startFauxqs({ port: 0, logger: false, s3StorageDir: storage });
  atTheEnd(() => s3.stop());
  s3.createBucket(BUCKET);
  const databaseProxies = {
    api: await openDatabaseProxy(server.url),
    worker: await openDatabaseProxy(server.url),
  };
  const s3Proxies = { api: await openS3Proxy(() => s3.port), worker: await openS3Proxy(() => s3.port) };
  for (const one of [...Object.values(databaseProxies), ...Object.values(s3Proxies)]) atTheEnd(one.close);
  const env = {
    DARKROOM_OBJECTS: `s3://${BUCKET}`,
    DARKROOM_S3_TIMEOUT_MS: '1000',
    DARKROOM_LEASE_MS: String(LEASE_MS),
    DARKROOM_EGRESS_ALLOW: '127.0.0.1',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  return { env, server, databaseProxies, s3Proxies };
};

const addCreditsAndWorkflows = async (client: Client): Promise<string[]> => {
  await client.ok(`POST /v1/organization/${await organizationOf(client)}/credits`, {
    json: { amount: 100_000_000, note: 'For the load' },
  });
  const canvas = { id: 'canvas', component: 'canvas', params: { width: 800, height: 800 } };
  return [await client.addWorkflow(), await client.addWorkflow([canvas])];
};
