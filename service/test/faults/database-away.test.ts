import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { event, eventsIn } from '../support/status-events.ts';
import { until } from '../support/until.ts';
import { checkNothingLost, untilAllEnded } from './support/checks.ts';
import { type Client, clientOf, createBody, image } from './support/client.ts';
import { imageProcessesOf, postmasterOf, serverProcessesOf, signal } from './support/processes.ts';
import { openReceiver, type Receiver } from './support/receiver.ts';
import { cleanUp, newDataFolder, type Service, startService } from './support/service.ts';

const ANSWERED_WITHIN_MS = 2_000;
const BACK_WITHIN_MS = 10_000;
// With `npm run test:faults` the outage is longer than any retry pause or lease.
const AWAY_MS = process.env['DARKROOM_FAULT_ROUNDS'] ? 40_000 : 2_500;
const HELD_MS = 5_000;

describe('while the database is unavailable', () => {
  let dataDir: string;
  let service: Service;
  let client: Client;
  let receiver: Receiver;
  let workflow: string;
  let hash: string;
  const frozen: number[] = [];

  before(async () => {
    dataDir = await newDataFolder();
    service = await startService('start', { DARKROOM_DATA_DIR: dataDir });
    client = clientOf(service);
    workflow = await client.addWorkflow();
    hash = await client.upload();
    receiver = await openReceiver(client);
  });
  afterEach(() => signal(frozen.splice(0), 'SIGCONT'));
  after(cleanUp);

  const freeze = (pids: number[]) => {
    frozen.push(...pids);
    signal(pids, 'SIGSTOP');
  };
  const startInFrozenLane = async () => {
    // The lanes must be idle before they are stopped: otherwise the new execution would wait behind one that a
    // lane has begun.
    await untilAllEnded(client, BACK_WITHIN_MS);
    freeze(imageProcessesOf(service.pid));
    const id = await client.create(workflow, hash);
    await client.when(id, 'ACTIVE');
    // The database's response to the claim may still be on its way to the worker, and losing it would mean
    // another attempt. It arrives before the response to this later query of the same process.
    await client.read(id);
    return id;
  };
  const unfreeze = () => signal(frozen.splice(0), 'SIGCONT');

  const everyKindOfCall = () =>
    Promise.all([
      client.call('GET /health'),
      client.call('GET /v1/health'),
      client.call('GET /v1/organization/balance'),
      client.call('GET /v2/workflow/execution/'),
      ...Array.from({ length: 30 }, () =>
        client.call(`POST /v1/workflow/execution/create?workflow=${workflow}`, createBody(hash)),
      ),
    ]);
  const checkRefused = async (t: TestContext) => {
    const upload = { body: await image(), headers: { 'content-type': 'image/png' } };
    const answers = await Promise.all([everyKindOfCall(), client.call('POST /v1/upload', upload)]).then(
      (all) => all.flat(),
    );
    for (const { status, headers, text } of answers) {
      assert.equal(status, 503, text);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    const slowest = Math.max(...answers.map(({ tookMs }) => tookMs));
    t.diagnostic(`told after ${Math.round(slowest)} ms at the latest`);
    assert.ok(slowest < ANSWERED_WITHIN_MS, `${slowest} ms`);
  };
  const checkBack = async (t: TestContext, since: number) => {
    await until('calls are accepted', BACK_WITHIN_MS, () => client.create(workflow, hash));
    t.diagnostic(`accepting again after ${Math.round(performance.now() - since)} ms`);
  };
  const checkFinished = async (id: string) => {
    const { status, attempts } = await client.when(id, undefined, BACK_WITHIN_MS);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
  };

  it('while the database hangs, calls are 503 in time, running work finishes, and no restart is needed afterwards', async (t) => {
    const id = await startInFrozenLane();
    const stream = await client.open(`GET /v1/workflow/execution/${id}/status`, { timeoutMs: 120_000 });
    const server = serverProcessesOf(dataDir);
    signal(server, 'SIGSTOP');
    try {
      // The lane finishes its work. The result then waits until it can be written to the database.
      unfreeze();
      await checkRefused(t);
      // The outage must last this long: its length is what is tested.
      await sleep(AWAY_MS);
      await checkRefused(t);
    } finally {
      signal(server, 'SIGCONT');
    }
    const since = performance.now();
    await checkFinished(id);
    await checkBack(t, since);
    const seen = event('ACTIVE') + event('COMPLETED');
    assert.equal(eventsIn(await stream.text()), seen, 'the stream went on');
  });

  it('while the database is killed again and again, calls are 503 in time, and running work finishes', async (t) => {
    const id = await startInFrozenLane();
    const endsAt = performance.now() + AWAY_MS;
    // A lane that is stopped for longer than HELD_MS could be killed, and its work would start again.
    const heldUntil = performance.now() + HELD_MS;
    let lastKill = 0;
    for (let kills = 0; kills < 3 || performance.now() < endsAt; kills++) {
      // The server may be killed while it is still starting.
      signal(await until('a server is there', 10_000, () => postmasterOf(dataDir)), 'SIGKILL');
      lastKill = performance.now();
      const answers = await everyKindOfCall();
      for (const { status, headers, text, tookMs } of answers) {
        assert.ok(status < 300 || (status === 503 && headers.has('retry-after')), `${status} ${text}`);
        assert.ok(tookMs < ANSWERED_WITHIN_MS, `${tookMs} ms`);
      }
      if (performance.now() > heldUntil) unfreeze();
    }
    unfreeze();
    await checkFinished(id);
    await checkBack(t, lastKill);
    const unexpected = service
      .logLines()
      .filter((line) => /"(path|execution)":/.test(line))
      // When the database is killed, its response to a claim can be lost. The worker then takes over its own
      // execution.
      .filter((line) => line.includes(id) || !line.includes('took over an execution'));
    assert.deepEqual(unexpected, [], 'no call and no execution met an error that is not known');
  });

  it('nothing that was accepted meanwhile is lost', async () => {
    const executions = await checkNothingLost({ client, env: { DARKROOM_DATA_DIR: dataDir }, receiver });
    assert.ok(executions.every(({ status }) => status === 'COMPLETED'));
  });
});
