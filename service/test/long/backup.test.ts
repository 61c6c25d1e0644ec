import assert from 'node:assert/strict';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import { checkBooks, checkImages, listExecutions, untilAllEnded } from '../faults/support/checks.ts';
import { type Client, clientOf } from '../faults/support/client.ts';
import { startLoad } from '../faults/support/load.ts';
import { cleanUp, newDataFolder, runCommand, type Service, startService } from '../faults/support/service.ts';
import { until } from '../support/until.ts';

describe('a backup that is taken while work goes on', () => {
  let env: { DARKROOM_DATA_DIR: string };
  let service: Service;
  let client: Client;
  let workflow: string;
  let backup: string;
  let acceptedBefore: string[];
  let first: { images: number; copied: number };
  let erased: ExecutionRecord;

  before(async () => {
    env = { DARKROOM_DATA_DIR: await newDataFolder() };
    backup = join(env.DARKROOM_DATA_DIR, '../backup');
    service = await startService('start', env);
    client = clientOf(service);
    workflow = await client.addWorkflow();
  });
  after(cleanUp);

  const backUp = async () => {
    const { code, stdout, stderr } = await runCommand('backup', env, backup);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const [, images, copied] = /, and (\d+) images, of which (\d+) were copied now\.$/.exec(stdout) ?? [];
    return { images: Number(images), copied: Number(copied) };
  };

  it('has all images that the service had when it began', async () => {
    const load = startLoad(client, [workflow], 1);
    const accepted = (count: number) =>
      until('more executions are accepted', 30_000, () => load.accepted.length >= count);
    await accepted(5);
    acceptedBefore = [...load.accepted];
    first = await backUp();
    await accepted(load.accepted.length + 1);
    await load.stop();
    assert.deepEqual(load.unexpected, []);
    assert.ok(first.images >= 5 && first.copied === first.images, JSON.stringify(first));
  });

  it('still has what is deleted on request later; the store notes the deletion', async () => {
    erased = await client.when(acceptedBefore[0]!, 'COMPLETED');
    await client.ok(`DELETE /v1/workflow/execution/${erased.id}`);
    // Copies only the store's records of deletions into the backup again; its database stays as it was.
    const notes = 'objects/notes';
    await cp(join(env.DARKROOM_DATA_DIR, notes), join(backup, notes), { recursive: true });
    assert.equal((await readdir(join(backup, notes))).length, 1);
  });

  it('is restored elsewhere, with all that was accepted before it and not deleted, and work goes on there', async () => {
    const elsewhere = { DARKROOM_DATA_DIR: await newDataFolder() };
    const { code, stdout, stderr } = await runCommand('restore', elsewhere, backup);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.match(stdout, /^The backup of \S+ is restored in \S+\. The books are in order\.$/);

    const restored = clientOf(await startService('start', elsewhere));
    await untilAllEnded(restored, 60_000);
    const executions = await listExecutions(restored);
    const known = new Set<string>(executions.map(({ id }) => id));
    assert.deepEqual(
      acceptedBefore.filter((id) => !known.has(id)),
      [erased.id],
    );
    const id = await restored.create(workflow, await restored.upload());
    assert.equal((await restored.when(id)).status, 'COMPLETED');
    const all = await listExecutions(restored);
    assert.equal(all.length, executions.length + 1);
    assert.deepEqual(
      all.filter(({ status }) => status !== 'COMPLETED'),
      [],
    );
    // The charge of the erased execution stays.
    await checkBooks(restored, [...all, erased], elsewhere);
    await checkImages(elsewhere.DARKROOM_DATA_DIR, all);
    const scrub = await runCommand('scrub', elsewhere, '--most', '5', '--rate', '100');
    assert.equal(scrub.code, 0);
    assert.match(scrub.stdout, /^Checked 5 objects .* Broken: 0\./m);
  });

  it('is repeated in the same folder, where only new images are copied', async () => {
    const second = await backUp();
    assert.ok(second.images > first.images, JSON.stringify({ first, second }));
    assert.equal(second.copied, second.images - first.images);
    const databases = (await readdir(backup)).filter((name) => name.startsWith('database-'));
    assert.equal(databases.length, 1, 'the database of the earlier backup is removed');
  });

  it('is not restored over other data', async () => {
    const { code, stderr } = await runCommand('restore', env, backup);
    assert.equal(code, 1);
    assert.match(stderr, /^The data folder \S+ already has postgres\/\. Set DARKROOM_DATA_DIR/);
  });

  it('is refused for a store that is not the one of the database, and keeps the earlier backup', async () => {
    const marker = join(env.DARKROOM_DATA_DIR, 'objects/store-id');
    const id = await readFile(marker);
    const manifest = await readFile(join(backup, 'backup.json'));
    await rm(marker);
    const { code, stderr } = await runCommand('backup', env, backup);
    await writeFile(marker, id);
    assert.equal(code, 1);
    assert.match(stderr, /is not the image store of this database/);
    assert.deepEqual(await readFile(join(backup, 'backup.json')), manifest);
  });

  it('that has lost a WAL file is refused by restore', async () => {
    const { database } = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
    const wal = join(backup, database, 'pg_wal');
    for (const name of await readdir(wal)) await rm(join(wal, name));
    const elsewhere = { DARKROOM_DATA_DIR: await newDataFolder() };
    const { code, stderr } = await runCommand('restore', elsewhere, backup);
    assert.equal(code, 1);
    assert.match(stderr, /^The embedded database did not start: /);
  });
});
