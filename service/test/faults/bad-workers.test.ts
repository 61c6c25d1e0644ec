import assert from 'node:assert/strict';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { until } from '../support/until.ts';
import { createBody } from './support/client.ts';
import { type Installation, openInstallation } from './support/installation.ts';
import { checkBooks, listExecutions } from './support/proof.ts';
import { endAll, newDataFolder, runRole, type Service, startService } from './support/service.ts';

const IMAGES = 12;

describe('a worker that cannot do the work', () => {
  let installation: Installation;
  before(async () => {
    installation = await openInstallation(1);
  });
  after(endAll);

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
    until(`the service has said ${text}`, 20_000, () => service.complaints().some((line) => text.test(line)));
  const query = async (text: string) => {
    const client = new pg.Client(installation.env['DATABASE_URL']);
    await client.connect();
    await client.query(text).finally(() => client.end());
  };

  it('with a folder that is not the store takes nothing, says why, and makes no folder', async () => {
    const dataDir = await newDataFolder();
    const env = { ...installation.env, DARKROOM_DATA_DIR: dataDir };
    const bad = await startService('worker', env, /is not the image store of this database/);
    assert.deepEqual(new Set(await statuses(await createMany())), new Set(['COMPLETED']));
    assert.deepEqual(
      (await readdir(dataDir)).filter((name) => name === 'objects'),
      [],
    );
    assert.equal((await bad.stop()).code, 1);
  });

  it('with the store of another installation refuses to start as an API', async () => {
    const env = { ...installation.env, DARKROOM_DATA_DIR: await newDataFolder() };
    await assert.rejects(startService('api', env), /is not the image store of this database/);
    assert.equal((await runRole('migrate', env)).code, 0);
    await assert.rejects(startService('api', env), /migrate --adopt-store/);
  });

  it('whose store goes away leaves its work ACTIVE, and goes on with it when the store is back', async () => {
    const [worker] = installation.workers as [Service];
    const store = storeOf(installation.env['DARKROOM_DATA_DIR']);
    await rename(store, `${store}-away`);
    await saidBy(worker, /This worker takes no work/);
    const create = `POST /v1/workflow/execution/create?workflow=${installation.workflow}`;
    assert.equal((await installation.client.call(create, createBody(installation.hash))).status, 503);
    await rename(`${store}-away`, store);
    await saidBy(worker, /works again/);
    assert.deepEqual(new Set(await statuses(await createMany())), new Set(['COMPLETED']));
  });

  it('whose code is older than the schema stops, says why, and fails nothing', async () => {
    const [worker] = installation.workers as [Service];
    await query("insert into migrations (number, name, checksum) values (1000, '1000_later.sql', 'x')");
    await saidBy(worker, /newer schema \(1000_later\.sql\)/);
    const ids = await createMany();
    await query('delete from migrations where number = 1000');
    assert.deepEqual(new Set(await statuses(ids)), new Set(['COMPLETED']));
    await checkBooks(installation.client, await listExecutions(installation.client), installation.env);
  });
});
