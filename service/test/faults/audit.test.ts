import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { connectOrStartEmbeddedServer } from '../../src/postgres/embedded/embedded-server.ts';
import { clientOf } from './support/client.ts';
import { postmasterOf } from './support/processes.ts';
import { cleanUp, newDataFolder, runCommand, type Service, startService } from './support/service.ts';

describe('the audit and the migration', () => {
  let env: { DARKROOM_DATA_DIR: string };
  let service: Service;
  let url: string;

  before(async () => {
    env = { DARKROOM_DATA_DIR: await newDataFolder() };
    service = await startService('start', env);
    url = (await connectOrStartEmbeddedServer({ dataDir: env.DARKROOM_DATA_DIR })).url;
  });
  after(cleanUp);

  const spoil = async (text: string) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(text).finally(() => client.end());
  };

  it('run on the embedded server of a live service and leave it running', async () => {
    const server = postmasterOf(env.DARKROOM_DATA_DIR);
    assert.deepEqual(await runCommand('audit', env), {
      code: 0,
      stdout: 'The books are in order.',
      stderr: '',
    });
    assert.deepEqual(await runCommand('migrate', env), {
      code: 0,
      stdout: 'The database is up to date.',
      stderr: '',
    });
    assert.equal(postmasterOf(env.DARKROOM_DATA_DIR), server);
    assert.equal((await clientOf(service).call('GET /health')).status, 200);
  });

  it('name each rule that does not hold, with an exit code of 1', async () => {
    await spoil('update accounts set spendable = spendable + 1');
    const { code, stdout } = await runCommand('audit', env);
    await spoil('update accounts set spendable = spendable - 1');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^Not true: The sum of the ledger equals the spendable plus the held credits\. Cases: 1, for example [0-9a-f-]{36}$/,
    );
  });

  it('start the embedded server themselves when no service runs, and stop it again', async () => {
    assert.deepEqual(await service.stop(), { code: 0, signal: null });
    assert.equal((await runCommand('audit', env)).stdout, 'The books are in order.');
    assert.throws(() => postmasterOf(env.DARKROOM_DATA_DIR), { code: 'ENOENT' });
  });

  it('refuse a database without a schema, and name the command that creates it', async () => {
    const { code, stderr } = await runCommand('audit', { DARKROOM_DATA_DIR: await newDataFolder() });
    assert.deepEqual(
      { code, stderr },
      { code: 1, stderr: 'The database is not up to date. Run `darkroom migrate` first.' },
    );
  });
});
