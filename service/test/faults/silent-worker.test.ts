import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentHashOf } from '../../src/domain/ids.ts';
import { ownTime } from '../support/own-time.ts';
import { until } from '../support/until.ts';
import { type Installation, openInstallation } from './support/installation.ts';
import { pixelProcessesOf, signal } from './support/processes.ts';
import { checkBooks, checkImages, listExecutions } from './support/proof.ts';
import { endAll, type Service, startService } from './support/service.ts';

const LEASE_MS = 1_000;

describe('two workers on one database', () => {
  let house: Installation;
  const stopped: number[] = [];

  before(async () => {
    house = await openInstallation(1, { DARKROOM_LEASE_MS: String(LEASE_MS) });
  });
  afterEach(() => goOn());
  after(endAll);

  const stop = (pids: number | number[]) => {
    stopped.push(...[pids].flat());
    signal(pids, 'SIGSTOP');
  };
  const goOn = () => signal(stopped.splice(0), 'SIGCONT');

  const dataDir = () => house.env['DARKROOM_DATA_DIR']!;
  const keptImages = async () =>
    (await readdir(join(dataDir(), 'objects'), { recursive: true })).filter((name) =>
      contentHashOf(basename(name)),
    ).length;

  const onlyWorker = () => house.workers[0] as Service;
  const addWorker = async () => {
    house.workers.push(await startService('worker', house.env));
  };

  /** An execution in a lane of the only worker, where it stays until the lane goes on. */
  const holdOne = async (hash = house.hash) => {
    stop(await house.lanes(onlyWorker()));
    const id = await house.client.create(house.workflow, hash);
    await house.client.when(id, 'ACTIVE');
    await house.line.still();
    return id;
  };

  it('the late write of one that was stopped beyond its lease is refused, and the other completes the work', async () => {
    const hash = await house.client.upload();
    const before = await keptImages();
    const late = onlyWorker();
    await addWorker();
    const other = house.workers[1] as Service;
    stop(await house.lanes(other));
    // It must not take the work before the late one is silent.
    signal(other.pid, 'SIGSTOP');
    const id = await holdOne(hash);
    const heldLane = stopped.pop();
    signal(late.pid, 'SIGSTOP');
    signal(other.pid, 'SIGCONT');
    await until('the other has taken over', 10_000, async () => (await house.client.read(id)).attempts === 2);

    signal([late.pid, heldLane!], 'SIGCONT');
    await until('the late one has its result', 10_000, async () => (await keptImages()) > before);
    await sleep(500);
    const waiting = await house.client.read(id);
    assert.deepEqual([waiting.status, waiting.attempts, waiting.chargedCredits], ['ACTIVE', 2, null]);

    goOn();
    const completed = await house.client.when(id);
    assert.deepEqual([completed.status, completed.attempts], ['COMPLETED', 2]);
    const executions = await listExecutions(house.client);
    await checkBooks(house.client, executions, house.env);
    await checkImages(dataDir(), executions);
    assert.deepEqual(late.complaints(), []);
  });

  it('one that was stopped for longer than its lease takes part again', async () => {
    const [first, second] = house.workers as [Service, Service];
    await second.stop();
    house.workers.pop();
    const id = await house.client.create(house.workflow, house.hash);
    assert.equal((await house.client.when(id)).status, 'COMPLETED');
    assert.deepEqual(first.complaints(), []);
  });

  it('the work of one that is killed is taken over at once', async () => {
    const [dying] = house.workers as [Service];
    const id = await holdOne();
    await addWorker();
    const lanes = pixelProcessesOf(dying.pid);
    const since = ownTime();
    await dying.kill();
    house.workers.shift();
    const { attempts } = await house.client.when(id, 'COMPLETED');
    assert.equal(attempts, 2);
    assert.ok(ownTime() - since < LEASE_MS + 4_000, 'long before the lane deadline');
    goOn();
    await until('a lane without a worker ends', 5_000, () =>
      pixelProcessesOf(1).every((pid) => !lanes.includes(pid)),
    );
  });

  it('keep their work when the database was away for longer than their leases', async () => {
    await addWorker();
    for (const worker of house.workers) stop(await house.lanes(worker));
    const ids = await Promise.all([1, 2].map(() => house.client.create(house.workflow, house.hash)));
    for (const id of ids) await house.client.when(id, 'ACTIVE');
    await house.line.still();
    await house.line.cut();
    await sleep(2 * LEASE_MS);
    await house.line.restore();
    await until('the interface answers', 10_000, () => house.client.ok('GET /health'));
    await sleep(2 * LEASE_MS);
    goOn();
    for (const id of ids) {
      const { status, attempts } = await house.client.when(id);
      assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
    }
  });
});
