import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentHashOf } from '../../src/domain/ids.ts';
import { ownTime } from '../support/own-time.ts';
import { until } from '../support/until.ts';
import { checkBooks, checkImages, checkNothingLost, listExecutions } from './support/checks.ts';
import { createBody } from './support/client.ts';
import { type Installation, openInstallation } from './support/installation.ts';
import { startLoad } from './support/load.ts';
import { imageProcessesOf, signal } from './support/processes.ts';
import { openReceiver, type Receiver } from './support/receiver.ts';
import { cleanUp, type Service, startService } from './support/service.ts';

const LEASE_MS = 1_000;
const CALLERS = 2;

describe('two workers on one database', () => {
  let installation: Installation;
  let receiver: Receiver;
  const frozen: number[] = [];

  before(async () => {
    installation = await openInstallation(1, { DARKROOM_LEASE_MS: String(LEASE_MS) });
    receiver = await openReceiver(installation.client);
  });
  afterEach(() => unfreeze());
  after(cleanUp);

  const freeze = (pids: number | number[]) => {
    frozen.push(...[pids].flat());
    signal(pids, 'SIGSTOP');
  };
  const unfreeze = () => signal(frozen.splice(0), 'SIGCONT');

  const dataDir = () => installation.env['DARKROOM_DATA_DIR']!;
  const keptImages = async () =>
    (await readdir(join(dataDir(), 'objects'), { recursive: true })).filter((name) =>
      contentHashOf(basename(name)),
    ).length;

  /**
   * The unexpected lines in the log of a worker. On a busy machine, a worker may wrongly report that the database
   * cannot be reached, so that line is ignored.
   */
  const unexpected = (worker: Service) =>
    worker.logLines().filter((line) => !line.includes('The database cannot be reached'));

  const onlyWorker = () => installation.workers[0] as Service;
  const addWorker = async () => {
    installation.workers.push(await startService('worker', installation.env));
  };

  /**
   * Starts an execution in a lane of the only worker. The execution stays there until the test lets the lane go
   * on.
   */
  const startInFrozenLane = async (hash = installation.hash) => {
    freeze(await installation.lanes(onlyWorker()));
    const id = await installation.client.create(installation.workflow, hash);
    await installation.client.when(id, 'ACTIVE');
    await installation.databaseProxies.worker.untilQuiet();
    return id;
  };

  it('the late write of a worker that was paused beyond its lease is refused, and the other completes the work', async () => {
    const hash = await installation.client.upload();
    const before = await keptImages();
    const late = onlyWorker();
    await addWorker();
    const other = installation.workers[1] as Service;
    freeze(await installation.lanes(other));
    // The other worker is stopped until the late one has claimed the execution and is stopped itself.
    signal(other.pid, 'SIGSTOP');
    const id = await startInFrozenLane(hash);
    const heldLane = frozen.pop();
    signal(late.pid, 'SIGSTOP');
    signal(other.pid, 'SIGCONT');
    await until(
      'the other has taken over',
      10_000,
      async () => (await installation.client.read(id)).attempts === 2,
    );

    signal([late.pid, heldLane!], 'SIGCONT');
    await until('the late one has its result', 10_000, async () => (await keptImages()) > before);
    // Waits until the late worker has tried to write its late result. It does so before it completes other executions,
    // which nobody else can complete, because the other worker's lane is still stopped.
    const later = await Promise.all(
      [1, 2, 3, 4].map(() => installation.client.create(installation.workflow, installation.hash)),
    );
    await until('the late one completes other work', 30_000, async () => {
      const statuses = await Promise.all(
        later.map(async (one) => (await installation.client.read(one)).status),
      );
      return statuses.includes('COMPLETED');
    });
    const waiting = await installation.client.read(id);
    assert.deepEqual([waiting.status, waiting.attempts, waiting.chargedCredits], ['ACTIVE', 2, null]);

    unfreeze();
    // All executions must have ended before they are listed and the books are read.
    await Promise.all(later.map((one) => installation.client.when(one)));
    const completed = await installation.client.when(id);
    assert.deepEqual([completed.status, completed.attempts], ['COMPLETED', 2]);
    const executions = await listExecutions(installation.client);
    await checkBooks(installation.client, executions, installation.env);
    await checkImages(dataDir(), executions);
    assert.deepEqual(unexpected(late), []);
  });

  it('a worker that was paused for longer than its lease takes part again', async () => {
    const [first, second] = installation.workers as [Service, Service];
    await second.stop();
    installation.workers.pop();
    const id = await installation.client.create(installation.workflow, installation.hash);
    assert.equal((await installation.client.when(id)).status, 'COMPLETED');
    assert.deepEqual(unexpected(first), []);
  });

  it('the work of a killed worker is taken over at once', async () => {
    const [dying] = installation.workers as [Service];
    const id = await startInFrozenLane();
    await addWorker();
    const lanes = imageProcessesOf(dying.pid);
    const since = ownTime();
    await dying.kill();
    installation.workers.shift();
    const { attempts } = await installation.client.when(id, 'COMPLETED');
    assert.equal(attempts, 2);
    const told = onlyWorker()
      .logLines()
      .filter((line) => line.includes('took over an execution'));
    assert.deepEqual(
      told.map((line) => JSON.parse(line).execution),
      [id],
    );
    assert.ok(ownTime() - since < LEASE_MS + 4_000, 'long before the lane deadline');
    unfreeze();
    await until('a lane without a worker ends', 5_000, () =>
      imageProcessesOf(1).every((pid) => !lanes.includes(pid)),
    );
  });

  it('both keep their work when they could not reach the database for longer than their leases', async () => {
    await addWorker();
    for (const worker of installation.workers) freeze(await installation.lanes(worker));
    const ids = await Promise.all(
      [1, 2].map(() => installation.client.create(installation.workflow, installation.hash)),
    );
    for (const id of ids) await installation.client.when(id, 'ACTIVE');
    await installation.databaseProxies.worker.untilQuiet();
    await installation.databaseProxies.worker.cut();
    // The outage, and after it the time in which a worker could wrongly take over, must both last this long.
    await sleep(2 * LEASE_MS);
    await installation.databaseProxies.worker.restore();
    await sleep(2 * LEASE_MS);
    unfreeze();
    for (const id of ids) {
      const { status, attempts } = await installation.client.when(id);
      assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
    }
  });

  it('both complete their work while the API cannot reach the database and answers 503', async () => {
    const { client, databaseProxies } = installation;
    for (const worker of installation.workers) freeze(await installation.lanes(worker));
    const id = await client.create(installation.workflow, installation.hash);
    await client.when(id, 'ACTIVE');
    await databaseProxies.api.cut();
    const refused = await client.call(`GET /v1/workflow/execution/${id}`);
    assert.equal(refused.status, 503);
    unfreeze();
    const create = `POST /v1/workflow/execution/create?workflow=${installation.workflow}`;
    assert.equal((await client.call(create, createBody(installation.hash))).status, 503);
    await databaseProxies.worker.untilQuiet();
    await databaseProxies.api.restore();
    await until('the interface answers', 10_000, () => client.ok('GET /health'));
    assert.equal((await client.when(id)).status, 'COMPLETED');
  });

  it('both continue while the API is killed and started again', async (t) => {
    const { client, workflow } = installation;
    const load = startLoad(client, [workflow], CALLERS);
    t.after(load.stop);
    const moreAreAccepted = () => {
      const before = load.accepted.length;
      return until('calls are accepted', 20_000, () => load.accepted.length > before + CALLERS);
    };
    await moreAreAccepted();
    await installation.killApi();
    await moreAreAccepted();
    await load.stop();
    assert.deepEqual(load.unexpected, []);
  });

  it('nothing is lost after all of this', async () => {
    await checkNothingLost({ ...installation, receiver });
  });
});
