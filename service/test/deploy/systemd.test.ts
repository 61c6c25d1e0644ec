// Runs the units in deploy/systemd under the real systemd, in namespaces of its own: `npm run test:deploy`.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { clientOf } from '../faults/support/client.ts';
import { childProcessesOf, imageProcessesOf, signal } from '../faults/support/processes.ts';
import { ADMINISTRATOR_KEY } from '../faults/support/service.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';
import { openDatabasePort } from '../support/database/database-port.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { type Systemd, startSystemd } from './systemd.ts';

const START_MS = 60_000;

describe('the units for systemd', () => {
  let database: FreshDatabase;
  let port: Awaited<ReturnType<typeof openDatabasePort>>;
  let systemd: Systemd;
  let service: { url: string };
  let frozen: number[] = [];

  const systemctl = (...command: string[]) => systemd.run('systemctl', ...command);
  const isReady = async (url: string) => (await fetch(url)).status === 200;
  let ready: Record<'api' | 'worker', string>;
  const start = async (name: 'api' | 'worker') => {
    await systemctl('start', `darkroom-${name}`);
    await until(`the ${name} is ready`, START_MS, () => isReady(ready[name]));
  };
  const mainOf = (name: 'api' | 'worker') =>
    childProcessesOf(systemd.pid).find(({ title }) => title.includes(`main.ts ${name}`))!.pid;
  const unfreeze = () => signal(frozen.splice(0), 'SIGCONT');
  /** An execution that is running, and does not end before `unfreeze`. */
  const startInFrozenLane = async () => {
    const client = clientOf(service);
    const workflow = await client.addWorkflow();
    frozen = imageProcessesOf(mainOf('worker'));
    signal(frozen, 'SIGSTOP');
    const id = await client.create(workflow, await client.upload());
    await client.when(id, 'ACTIVE');
    return id;
  };

  before(async () => {
    database = await freshDatabase();
    port = await openDatabasePort(database.url);
    const [api, apiOperations, workerOperations] = [await freePort(), await freePort(), await freePort()];
    service = { url: `http://127.0.0.1:${api}` };
    ready = {
      api: `http://127.0.0.1:${apiOperations}/readyz`,
      worker: `http://127.0.0.1:${workerOperations}/readyz`,
    };
    const shared = { DATABASE_URL: port.url, DARKROOM_DATA_DIR: '/var/lib/darkroom' };
    systemd = await startSystemd({
      api: {
        ...shared,
        DARKROOM_PORT: String(api),
        DARKROOM_OPERATIONS_PORT: String(apiOperations),
        DARKROOM_API_KEY: ADMINISTRATOR_KEY,
      },
      worker: { ...shared, DARKROOM_LANES: '1', DARKROOM_OPERATIONS_PORT: String(workerOperations) },
    });
    await start('api');
    await start('worker');
  });
  afterEach(unfreeze);
  after(async () => {
    await systemd.end();
    await port.close();
    await database.drop();
  });

  it('are valid', async () => {
    const units = ['darkroom-api.service', 'darkroom-worker.service'];
    assert.equal(
      await systemd.run('systemd-analyze', 'verify', '--man=no', '--recursive-errors=one', ...units),
      '',
    );
  });

  it('stop a worker only when its running work is complete, and leave no process of it', async () => {
    const id = await startInFrozenLane();
    const main = mainOf('worker');
    const stopped = systemctl('stop', 'darkroom-worker');
    await until(
      'the worker is being stopped',
      10_000,
      async () => (await systemd.show('darkroom-worker', 'ActiveState')) === 'deactivating',
    );
    assert.ok(childProcessesOf(main).length > 0, 'its lanes are still there');
    unfreeze();
    await stopped;
    assert.equal(await systemd.show('darkroom-worker', 'Result'), 'success');
    assert.equal(await systemd.show('darkroom-worker', 'ExecMainStatus'), '0');
    assert.equal(childProcessesOf(systemd.pid).length, 1, 'only the API is left');
    const { status, attempts } = await clientOf(service).read(id);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
    await start('worker');
  });

  it('start a killed worker again, which completes its execution', async () => {
    const id = await startInFrozenLane();
    const main = mainOf('worker');
    signal(main, 'SIGKILL');
    unfreeze();
    await until('another worker is there', START_MS, () => mainOf('worker') !== main);
    const { status, attempts } = await clientOf(service).when(id, undefined, START_MS);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 2 });
  });

  it('stop the API, after which nothing answers', async () => {
    await systemctl('stop', 'darkroom-api');
    assert.equal(await systemd.show('darkroom-api', 'Result'), 'success');
    assert.equal(await systemd.show('darkroom-api', 'ExecMainStatus'), '0');
    await assert.rejects(fetch(service.url), /fetch failed/);
    await systemctl('stop', 'darkroom-worker');
    assert.deepEqual(childProcessesOf(systemd.pid), []);
  });
});
