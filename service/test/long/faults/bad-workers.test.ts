import assert from 'node:assert/strict';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { checkNothingLost } from '../../faults/support/checks.ts';
import { createBody } from '../../faults/support/client.ts';
import { type Installation, openInstallation } from '../../faults/support/installation.ts';
import { signal } from '../../faults/support/processes.ts';
import { openReceiver, type Receiver } from '../../faults/support/receiver.ts';
import {
  cleanUp,
  newDataFolder,
  runCommand,
  type Service,
  startService,
} from '../../faults/support/service.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';

const IMAGES = 12;

describe('a worker that cannot do the work', () => {
  let installation: Installation;
  let receiver: Receiver;
  before(async () => {
    installation = await openInstallation(1);
    receiver = await openReceiver(installation.client);
  });
  after(cleanUp);

  const storeOf = (dataDir: string | undefined) => join(dataDir as string, 'objects');
  const createMany = () =>
    Promise.all(
      Array.from({ length: IMAGES }, () =>
        installation.client.create(installation.workflow, installation.hash),
      ),
    );
  const statuses = async (ids: string[]) =>
    Promise.all(ids.map(async (id) => (await installation.client.when(id)).status));
  const saidBy = (service: Service, text: RegExp) =>
    until(`the service has said ${text}`, 20_000, () => service.logLines().some((line) => text.test(line)));
  const query = async (text: string, values: unknown[] = []) => {
    const client = new pg.Client(installation.env['DATABASE_URL']);
    await client.connect();
    return client.query(text, values).finally(() => client.end());
  };
  const countedAttempts = async (id: string) => {
    const { rows } = await query(
      'select attempts - uncounted_attempts as counted from executions where id = $1',
      [id],
    );
    return rows[0].counted;
  };

  it('with a folder that is not the store takes nothing, says why, and makes no folder', async () => {
    const dataDir = await newDataFolder();
    const port = await freePort();
    const env = {
      ...installation.env,
      DARKROOM_DATA_DIR: dataDir,
      DARKROOM_OPERATIONS_PORT: String(port),
    };
    const bad = await startService('worker', env, /is not the image store of this database/);
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, text: await answer.text() };
    };
    assert.equal((await ask('/livez')).status, 200);
    const { status, text } = await ask('/readyz');
    assert.equal(status, 503);
    assert.match(text, /^This worker takes no work\. .* is not the image store of this database: .* Mount /);
    assert.match((await ask('/metrics')).text, /^darkroom_worker_quarantined 1$/m);
    assert.deepEqual(new Set(await statuses(await createMany())), new Set(['COMPLETED']));
    assert.deepEqual(
      (await readdir(dataDir)).filter((name) => name === 'objects'),
      [],
    );
    assert.equal((await bad.stop()).code, 0);
  });

  it('with the store of another installation refuses to start as an API', async () => {
    const env = { ...installation.env, DARKROOM_DATA_DIR: await newDataFolder() };
    await assert.rejects(startService('api', env), /is not the image store of this database/);
    assert.equal((await runCommand('migrate', env)).code, 0);
    await assert.rejects(startService('api', env), /migrate --adopt-store/);
  });

  it('whose store goes away leaves its work ACTIVE, and goes on with it when the store is back', async () => {
    const [worker] = installation.workers as [Service];
    const store = storeOf(installation.env['DARKROOM_DATA_DIR']);
    const lanes = await installation.lanes(worker);
    signal(lanes, 'SIGSTOP');
    const begun = await installation.client.create(installation.workflow, installation.hash);
    await installation.client.when(begun, 'ACTIVE');
    await rename(store, `${store}-away`);
    signal(lanes, 'SIGCONT');
    await saidBy(worker, /This worker takes no work/);
    assert.equal((await installation.client.read(begun)).status, 'ACTIVE');
    const create = `POST /v1/workflow/execution/create?workflow=${installation.workflow}`;
    await until('creates are refused', 5_000, async () => {
      const { status } = await installation.client.call(create, createBody(installation.hash));
      return status === 503;
    });
    await rename(`${store}-away`, store);
    await saidBy(worker, /works again/);
    assert.deepEqual(await statuses([begun]), ['COMPLETED']);
    assert.equal(await countedAttempts(begun), 1, 'the hand-over is not an attempt');
    assert.deepEqual(new Set(await statuses(await createMany())), new Set(['COMPLETED']));
  });

  it('whose code is older than the schema stops, says why, and fails nothing', async () => {
    const [worker] = installation.workers as [Service];
    await query("insert into migrations (number, name, checksum) values (1000, '1000_later.sql', 'x')");
    await saidBy(worker, /newer schema \(1000_later\.sql\)/);
    await saidBy(installation.api, /This process is not ready\. .*newer schema \(1000_later\.sql\)/);
    const ids = await createMany();
    await query('delete from migrations where number = 1000');
    await saidBy(installation.api, /This process is ready again/);
    assert.deepEqual(new Set(await statuses(ids)), new Set(['COMPLETED']));
  });

  it('has lost nothing in the end', async () => {
    await checkNothingLost({ ...installation, receiver });
  });
});
