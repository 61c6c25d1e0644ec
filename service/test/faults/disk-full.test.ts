import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { freshDatabase } from '../support/database/database.ts';
import { until } from '../support/until.ts';
import { checkNothingLost } from './support/checks.ts';
import { type Client, clientOf, createBody, image } from './support/client.ts';
import { imageProcessesOf, signal } from './support/processes.ts';
import { openReceiver } from './support/receiver.ts';
import { atTheEnd, cleanUp, newDataFolder, startService } from './support/service.ts';

const MiB = 1024 * 1024;

const mount = (folder: string, bytes: number): void => {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'darkroom-test', folder], {
    stdio: 'pipe',
  });
};
const unmount = (folder: string): void => {
  execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
};

/** Only root can mount a file system, and some containers forbid even that. */
const mayMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-mount-'));
  try {
    mount(folder, MiB);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();

const upload = async (client: Client, bytes?: Buffer) =>
  client.call('POST /v1/upload', {
    body: bytes ?? (await image()),
    headers: { 'content-type': 'image/png' },
  });
const tryToCreate = (client: Client, workflow: string, hash: string) =>
  client.call(`POST /v1/workflow/execution/create?workflow=${workflow}`, createBody(hash));

const checkRefused = async (answer: Promise<{ status: number; headers: Headers; text: string }>) => {
  const { status, headers, text } = await answer;
  assert.equal(status, 503, text);
  assert.ok(Number(headers.get('retry-after')) > 0);
};
const checkReads = async (client: Client, id: string) => {
  const { resultPath } = await client.read(id);
  for (const line of [
    `GET ${resultPath}`,
    `GET /v1/workflow/execution/${id}/result/default`,
    'GET /v2/workflow/execution/',
    'GET /v1/organization/balance',
    'GET /health',
  ])
    await client.ok(line);
};

const openDatabase = async (): Promise<{ DATABASE_URL: string }> => {
  const { url, drop } = await freshDatabase({ connections: 1 });
  atTheEnd(drop);
  return { DATABASE_URL: url };
};

describe('while the disk has no room', () => {
  after(cleanUp);

  it('uploads and creates are refused, reads go on, and queued executions wait for room', async () => {
    const env = { ...(await openDatabase()), DARKROOM_DATA_DIR: await newDataFolder() };
    const roomy = await startService('start', env);
    const address = { url: roomy.url };
    const client = clientOf(address);
    const receiver = await openReceiver(client);
    const workflow = await client.addWorkflow();
    const hash = await client.upload();
    const done = await client.create(workflow, hash);
    await client.when(done, 'COMPLETED');
    signal(imageProcessesOf(roomy.pid), 'SIGSTOP');
    const queued = await Promise.all(Array.from({ length: 8 }, () => client.create(workflow, hash)));
    await roomy.kill();

    // Simulates a full disk: no disk has as much free space as this setting demands.
    const full = await startService('start', { ...env, DARKROOM_MIN_FREE_BYTES: String(1024 ** 4) });
    address.url = full.url;
    await checkRefused(upload(client));
    await checkRefused(tryToCreate(client, workflow, hash));
    await checkReads(client, done);
    const count = async (status: string) =>
      (await client.json<{ total: number }>(`GET /v2/workflow/execution/?limit=0&status=${status}`)).total;
    await until('what was begun has ended', 10_000, async () => (await count('ACTIVE')) === 0);
    assert.ok((await count('CREATED')) > 0, 'nothing new is begun');
    await full.stop();

    address.url = (await startService('start', env)).url;
    for (const id of queued) assert.equal((await client.when(id)).status, 'COMPLETED');
    assert.equal((await upload(client)).status, 201);
    await checkNothingLost({ client, env, receiver });
  });

  if (mayMount)
    it('running work is not lost when the disk fills up under it, and everything goes on when there is room', async () => {
      const dataDir = await newDataFolder();
      const objects = join(dataDir, 'objects');
      await mkdir(dataDir);
      mount(objects, 8 * MiB);
      atTheEnd(async () => unmount(objects));
      const env = {
        ...(await openDatabase()),
        DARKROOM_DATA_DIR: dataDir,
        DARKROOM_MIN_FREE_BYTES: String(MiB),
      };
      const service = await startService('start', env);
      const client = clientOf(service);
      const receiver = await openReceiver(client);
      const workflow = await client.addWorkflow();
      const done = await client.create(workflow, await client.upload());
      await client.when(done, 'COMPLETED');

      const filler = join(objects, 'filler');
      const fillUpTo = async (freeBytes: number) => {
        await rm(filler, { force: true });
        const { bavail, bsize } = await statfs(objects);
        await writeFile(filler, Buffer.alloc(bavail * bsize - freeBytes));
      };

      await fillUpTo(2 * MiB);
      await checkRefused(upload(client, await image(1_024, 1_024)));
      // The refused upload may still take up space for a moment.
      const hash = await until('a smaller one is accepted', 10_000, () => client.upload());

      const lanes = imageProcessesOf(service.pid);
      signal(lanes, 'SIGSTOP');
      const running = await client.create(workflow, hash);
      await client.when(running, 'ACTIVE');
      await fillUpTo(0);
      signal(lanes, 'SIGCONT');
      await checkRefused(upload(client));
      await until('the service has seen that the disk is full', 10_000, async () => {
        const { status } = await tryToCreate(client, workflow, hash);
        return status === 503;
      });
      await checkRefused(upload(client));
      await checkRefused(tryToCreate(client, workflow, hash));
      await checkReads(client, done);
      const drafts = new Set<string | null>();
      const watcher = watch(join(objects, 'tmp'), (_event, name) => {
        // These files are the service's regular checks that it can write.
        if (!name?.startsWith('check-')) drafts.add(name);
      });
      atTheEnd(async () => watcher.close());
      // One draft may be left over from the refused upload, so there must be two.
      await until('a lane has tried to write the result', 20_000, () => drafts.size > 1);
      assert.equal((await client.read(running)).status, 'ACTIVE');

      await rm(filler);
      const { status, attempts } = await client.when(running, undefined, 10_000);
      assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
      await until('uploads are accepted', 10_000, async () => (await upload(client)).status === 201);
      await checkNothingLost({ client, env, receiver });
    });
});
