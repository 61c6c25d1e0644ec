import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { checkNothingLost } from './support/checks.ts';
import { type Client, clientOf } from './support/client.ts';
import { startLoad } from './support/load.ts';
import { imageProcessesOf, postmasterOf, signal } from './support/processes.ts';
import { seededRandom } from './support/random.ts';
import { openReceiver, organizationOf } from './support/receiver.ts';
import { cleanUp, newDataFolder, type Service, startService } from './support/service.ts';

after(cleanUp);

// Each round kills one process of each kind. An ordinary test run has one round; `npm run test:faults` has more.
const ROUNDS = Number(process.env['DARKROOM_FAULT_ROUNDS'] ?? 1);
const SEED = Number(process.env['DARKROOM_FAULT_SEED'] ?? randomInt(2 ** 31));
const CALLERS = 4;
const GRANTED = 100_000_000;

test('whatever is killed under load, nothing accepted is lost, everything ends, and charges equal completions', async (t) => {
  t.diagnostic(`DARKROOM_FAULT_SEED=${SEED} DARKROOM_FAULT_ROUNDS=${ROUNDS}`);
  const random = seededRandom(SEED);
  const env = { DARKROOM_DATA_DIR: await newDataFolder(), DARKROOM_LANES: '2' };
  const dataDir = env.DARKROOM_DATA_DIR;
  let service: Service = await startService('start', env);
  const address = { url: service.url };
  const client = clientOf(address);
  const workflows = await addCreditsAndWorkflows(client);
  const receiver = await openReceiver(client);
  const recoveriesMs: Record<string, number[]> = {};

  const killServer = async () =>
    signal(await until('a server is there', 10_000, () => postmasterOf(dataDir)), 'SIGKILL');
  const restart = async () => {
    service = await startService('start', env);
    address.url = service.url;
  };
  const kills: Record<string, () => unknown> = {
    lane: () => signal(random.shuffle(imageProcessesOf(service.pid)).slice(0, 1), 'SIGKILL'),
    server: killServer,
    service: () => service.kill().then(restart),
    everything: () => Promise.all([killServer(), service.kill()]).then(restart),
  };

  const load = startLoad(client, workflows, CALLERS);
  t.after(load.stop);
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of random.shuffle(Object.keys(kills))) {
      // This pause makes the moment of the kill random, which is what is tested.
      await sleep(random.between(100, 1_000));
      const acceptedBefore = load.accepted.length;
      const killedAt = performance.now();
      await kills[kind]?.();
      await until(
        `calls are accepted again after the kill of the ${kind}`,
        20_000,
        () => load.accepted.length > acceptedBefore + CALLERS,
      );
      const tookMs = Math.round(performance.now() - killedAt);
      recoveriesMs[kind] = [...(recoveriesMs[kind] ?? []), tookMs];
    }
  await load.stop();
  assert.deepEqual(load.unexpected, []);
  const executions = await checkNothingLost({ client, env, receiver });
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  const keys = executions.map(({ labels }) => labels['key']);
  for (const [key, id] of load.idsByKey) {
    assert.equal(byId.get(id as never)?.labels['key'], key);
    assert.equal(keys.filter((other) => other === key).length, 1, 'a repeated call made one execution');
  }
  assert.deepEqual(await service.stop(), { code: 0, signal: null });
  t.diagnostic(
    `${load.accepted.length} accepted of ${executions.length}, ` +
      `answers ${JSON.stringify([...load.refusals])}, accepting again after ms ${JSON.stringify(recoveriesMs)}`,
  );
});

const addCreditsAndWorkflows = async (client: Client): Promise<string[]> => {
  const { entries } = await client.json<{ entries: { id: string; name: string }[] }>('GET /v1/workflow');
  await client.ok(`POST /v1/organization/${await organizationOf(client)}/credits`, {
    json: { amount: GRANTED, note: 'For the load' },
  });
  const canvas = { id: 'canvas', component: 'canvas', params: { width: 800, height: 800 } };
  return [entries.find(({ name }) => name === 'Pass-through')!.id, await client.addWorkflow([canvas])];
};
