import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { checkBooks, listExecutions, untilAllEnded } from './support/checks.ts';
import { type Client, clientOf } from './support/client.ts';
import { imageProcessesOf, isAlive, postmasterOf, signal } from './support/processes.ts';
import { ADMINISTRATOR_KEY, cleanUp, newDataFolder, type Service, startService } from './support/service.ts';

const EXIT_WITHIN_MS = 30_000;

describe('a service that is told to stop', () => {
  let dataDir: string;
  let service: Service;
  let isStarted = false;
  let client: Client;
  let workflow: string;
  let hash: string;
  let frozen: number[] = [];

  /**
   * Starts the service again, with these settings. Each test uses the service that the test before it leaves
   * running.
   */
  const start = async (env: Record<string, string> = {}) => {
    if (isStarted) await service.stop();
    isStarted = true;
    service = await startService('start', { DARKROOM_DATA_DIR: dataDir, ...env });
    client = clientOf(service);
  };
  /** A running execution that does not end before `unfreeze`. */
  const startInFrozenLane = async (): Promise<string> => {
    frozen = imageProcessesOf(service.pid);
    signal(frozen, 'SIGSTOP');
    const id = await client.create(workflow, hash);
    await client.when(id, 'ACTIVE');
    return id;
  };
  /** Resolves when the service has reacted to the signal and accepts no more connections. */
  const stopsListening = () =>
    until('the service stops listening', 10_000, () =>
      client.call('GET /health').then(
        () => false,
        () => true,
      ),
    );
  const unfreeze = () => signal(frozen.splice(0), 'SIGCONT');
  const exit = async () => {
    const since = performance.now();
    const ended = await Promise.race([service.exit, sleep(EXIT_WITHIN_MS, 'too late', { ref: false })]);
    assert.deepEqual(ended, { code: 0, signal: null });
    return performance.now() - since;
  };

  before(async () => {
    dataDir = await newDataFolder();
    await start();
    workflow = await client.addWorkflow();
    hash = await client.upload();
  });
  afterEach(() => unfreeze());
  after(cleanUp);

  it('lets running work finish, ends streams and downloads cleanly, and stops its database', async () => {
    const server = postmasterOf(dataDir);
    const id = await startInFrozenLane();
    const download = client.call(`GET /v1/workflow/execution/${id}/result/default`);
    // Once the service has answered these later calls, it has received the download call, which waits.
    const stream = await client.open(`GET /v1/workflow/execution/${id}/status`);
    await client.ok('GET /health');
    signal(service.pid, 'SIGTERM');
    assert.equal(await stream.text(), 'id: ACTIVE\nevent: ACTIVE\ndata: ACTIVE\n\n');
    const answer = await download;
    assert.equal(answer.status, 503);
    assert.ok(answer.headers.get('retry-after'));
    await assert.rejects(client.call('GET /health'), 'nothing new comes in');
    unfreeze();
    await exit();
    assert.equal(isAlive(server), false);
    assert.throws(() => postmasterOf(dataDir), { code: 'ENOENT' });

    await start();
    const { status, attempts } = await client.read(id);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
  });

  it('finishes its work after Ctrl-C, which sends the signal to every process of the terminal, to some twice', async () => {
    const id = await startInFrozenLane();
    const lanes = [...frozen];
    signal(-service.pid, 'SIGINT');
    // Sends the signal again, as npm does: it forwards a signal that its child has already received.
    signal(service.pid, 'SIGINT');
    await stopsListening();
    assert.ok(lanes.some(isAlive), 'the lane is still there');
    assert.ok(isAlive(postmasterOf(dataDir)), 'and so is the database');
    unfreeze();
    // The first attempt can finish only because its lane and the database are still there.
    await exit();
    await start();
    const { status, attempts } = await client.read(id);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
  });

  it('is ended at once by a second signal', async () => {
    await startInFrozenLane();
    signal(service.pid, 'SIGINT');
    await stopsListening();
    // The time between the signals is what is tested: two signals within 500 ms count as the same Ctrl-C.
    await sleep(600);
    signal(service.pid, 'SIGINT');
    assert.deepEqual(await service.exit, { code: 130, signal: null });
  });

  it('hands over what does not finish in time, and a later start completes it, charged once', async () => {
    await start({ DARKROOM_SHUTDOWN_MS: '300' });
    const id = await startInFrozenLane();
    signal(service.pid, 'SIGTERM');
    const tookMs = await exit();
    assert.ok(tookMs < 10_000, `it took ${tookMs} ms`);

    await start({ DARKROOM_SHUTDOWN_MS: '6000' });
    const { status, attempts } = await client.when(id);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 2 });
    // The test of the second signal has left an execution behind as well.
    await untilAllEnded(client, 10_000);
    await checkBooks(client, await listExecutions(client), { DARKROOM_DATA_DIR: dataDir });
  });

  it('leaves nothing behind when it cannot start', async () => {
    const { port } = new URL(service.url);
    const elsewhere = await newDataFolder();
    const refused = startService('start', { DARKROOM_DATA_DIR: elsewhere, DARKROOM_PORT: port });
    await assert.rejects(
      refused,
      /ended at its start: The service cannot listen on 127.0.0.1, port \d+ .*EADDRINUSE/,
    );
    assert.throws(() => postmasterOf(elsewhere), { code: 'ENOENT' });
    await until('the database of the other is untouched', 1_000, () => isAlive(postmasterOf(dataDir)));
  });

  it('waits for a slow upload and for running work at the same time, not one after the other', async () => {
    // Uses the service that the last test but one left running, which waits up to 6 seconds at its end.
    await startInFrozenLane();
    const { hostname, port } = new URL(service.url);
    const slow = connect(Number(port), hostname).on('error', () => {});
    slow.write(
      `POST /v1/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMINISTRATOR_KEY}\r\n` +
        'Content-Type: image/png\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
    );
    // The service answers "100 Continue" once it has read the header of the upload.
    await once(slow, 'data');
    slow.write('half');
    signal(service.pid, 'SIGTERM');
    const tookMs = await exit();
    slow.destroy();
    assert.ok(tookMs < 11_000, `it took ${tookMs} ms`);
  });
});
