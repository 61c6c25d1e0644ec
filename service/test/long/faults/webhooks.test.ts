import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { openGuardedFetch } from '../../../src/egress/guarded-fetch.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { deliveriesIn } from '../../../src/postgres/webhooks/deliveries.ts';
import { webhookQueue } from '../../../src/postgres/webhooks/webhook-queue.ts';
import {
  MAX_UNTRUSTED,
  startWebhookLoop,
  type WebhookLoopPorts,
} from '../../../src/worker/webhooks/webhook-loop.ts';
import { type Client, clientOf } from '../../faults/support/client.ts';
import { seededRandom } from '../../faults/support/random.ts';
import {
  atTheEnd,
  cleanUp,
  newDataFolder,
  type Service,
  startService,
} from '../../faults/support/service.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/database.ts';
import { makeOrganization } from '../../support/organization.ts';
import { until } from '../../support/until.ts';
import { type Reply, startEndpoint } from '../../support/webhooks/webhook-endpoint.ts';

after(cleanUp);

const IS_LONG = process.env['DARKROOM_FAULT_ROUNDS'] !== undefined;
const SEED = Number(process.env['DARKROOM_FAULT_SEED'] ?? randomInt(2 ** 31));

const ADD = statement<{ id: string }>(`
  insert into webhook_messages (organization_id, url, type, body)
  select $1, url, 'execution.completed', '{"type":"execution.completed"}'
  from unnest($2::text[]) url returning id`);
const END_CLAIMS = statement(`
  update webhook_messages set claimed_until = now() where claimed_until > now()`);
// Retries are due in minutes and hours.
const LET_TIME_PASS = statement(`
  update webhook_messages set next_attempt_at = now()
  where outcome is null and next_attempt_at > now() and claimed_until is null`);

describe('a sender that is killed', () => {
  type When = { when: string; reply(kill: () => void, stop: () => void): Reply };
  const CASES: When[] = [
    { when: 'before the receiver has answered', reply: (kill) => () => kill() },
    {
      when: 'after the receiver has answered and before that is recorded',
      // A stopped process cannot read the response, so it cannot record the response before it is killed.
      reply: (kill, stop) => (response) => {
        stop();
        response.writeHead(204).end(kill);
      },
    },
  ];
  let database: FreshDatabase['database'];
  let client: Client;
  let startWorker: () => Promise<Service>;
  let worker: Service;
  let workflow: string;
  let hash: string;

  before(async () => {
    const fresh = await freshDatabase({ connections: 2 });
    atTheEnd(fresh.drop);
    database = fresh.database;
    const env = {
      DATABASE_URL: fresh.url,
      DARKROOM_DATA_DIR: await newDataFolder(),
      DARKROOM_LANES: '1',
      DARKROOM_EGRESS_ALLOW: '127.0.0.1',
    };
    startWorker = () => startService('worker', env);
    client = clientOf(await startService('api', env));
    workflow = await client.addWorkflow();
    hash = await client.upload();
    worker = await startWorker();
  });

  for (const { when, reply } of CASES)
    it(`${when}: the message is sent again with the same webhook-id, and is never lost`, async () => {
      const killed = Promise.withResolvers<void>();
      const kill = () => {
        process.kill(worker.pid, 'SIGKILL');
        killed.resolve();
      };
      const stop = () => process.kill(worker.pid, 'SIGSTOP');
      const receiver = await startEndpoint(
        reply(kill, stop),
        (response) => void response.writeHead(204).end(),
      );
      atTheEnd(async () => receiver.close());
      const execution = await client.create(workflow, hash, { webhooks: [`${receiver.url}/`] });
      await killed.promise;
      await worker.exit;

      // This worker also sends the message of the next case.
      worker = await startWorker();
      // The claim of the dead sender would end only after a minute, so the test ends it.
      await database.run(END_CLAIMS, []);
      await receiver.received(2);
      const [first, second] = receiver.deliveries;
      assert.deepEqual([second!.id, second!.body], [first!.id, first!.body]);
      const { organizationId } = await client.read(execution);
      const path = `/v1/organization/${organizationId}/webhook-deliveries/${first!.id}`;
      const delivery = await until('the delivery is recorded', 10_000, async () => {
        const found = await client.json<{ status: string; attempts: object[] }>(`GET ${path}`);
        return found.status === 'delivered' && found;
      });
      assert.equal(delivery.attempts.length, 1);
    });
});

const openSender = async () => {
  const { database, drop } = await freshDatabase();
  atTheEnd(drop);
  const egress = openGuardedFetch({ allow: [], allowLoopback: true });
  atTheEnd(egress.close);
  const { organizationId } = await makeOrganization(database, 0);
  const queue = webhookQueue(database);
  const start = (given: Partial<WebhookLoopPorts> = {}) =>
    startWebhookLoop({ queue, egress, report: (_, cause) => assert.fail(String(cause)), ...given });
  return {
    database,
    organizationId,
    deliveries: deliveriesIn(database),
    add: (urls: string[]) => database.run(ADD, [organizationId, urls]),
    start,
  };
};
const repeat = (count: number, url: string) => Array.from({ length: count }, () => url);

describe('a receiver', () => {
  it('that fails 30 % of the time and hangs 10 % of the time gets every event', async (t) => {
    const events = IS_LONG ? 10_000 : 100;
    t.diagnostic(`DARKROOM_FAULT_SEED=${SEED}, ${events} events`);
    const random = seededRandom(SEED);
    const arrived = new Set<string>();
    const receiver = await startEndpoint((response, { id }) => {
      const luck = random.between(0, 1);
      if (luck < 0.1) return;
      const ok = luck >= 0.4;
      if (ok) arrived.add(id);
      response.writeHead(ok ? 204 : 500).end();
    });
    atTheEnd(async () => receiver.close());
    const { database, organizationId, deliveries, add, start } = await openSender();
    const ids = (await add(repeat(events, `${receiver.url}/`))).map(({ id }) => id);
    const loop = start({ attemptTimeoutMs: 200 });
    // An attempt whose response came too late is recorded as failed, and the event is sent again.
    const delivered = async () =>
      (await deliveries.list(organizationId, { status: 'delivered' }, { limit: 0, offset: 0 })).total;
    await until('every event is delivered', 300_000, async () => {
      if ((await delivered()) === events) return true;
      await database.run(LET_TIME_PASS, []);
      // After eight attempts, about 7 of 10,000 events are still undelivered, so they are sent again.
      await deliveries.redeliverAll(organizationId, { status: 'gave_up' });
      loop.wake();
      return false;
    });
    await loop.stop();
    assert.deepEqual([...arrived].sort(), ids.sort());
    t.diagnostic(`${receiver.deliveries.length} attempts`);
  });

  it('that never answers does not delay messages to others, however many messages wait for it', async (t) => {
    const each = IS_LONG ? 5_000 : 500;
    const held = new Set<ServerResponse>();
    const dead = createServer((_, response) => {
      held.add(response);
      response.on('close', () => held.delete(response));
    });
    await new Promise<void>((resolve) => {
      dead.listen(0, '0.0.0.0', resolve);
    });
    atTheEnd(async () => {
      dead.closeAllConnections();
      dead.close();
    });
    const { port } = dead.address() as AddressInfo;
    const live = await startEndpoint();
    atTheEnd(async () => live.close());
    const { add, start } = await openSender();
    // The timeout is so long that no attempt at a dead receiver ends during the test: each keeps its connection slot.
    const loop = start({ stopWithinMs: 0, attemptTimeoutMs: 10 * 60_000 });
    t.after(() => loop.stop());
    const deliver = async (count: number) => {
      const all = live.deliveries.length + count;
      await add(repeat(count, `${live.url}/`));
      loop.wake();
      await until(`${count} messages have arrived`, 60_000, () => live.deliveries.length === all);
    };
    await deliver(1);
    // Half of the messages go to one host, and the others to fifty more hosts that do not answer either.
    const others = Array.from({ length: 50 }, (_, n) =>
      repeat(each / 50, `http://127.0.1.${n + 1}:${port}/`),
    ).flat();
    await add([...repeat(each, `http://127.0.0.1:${port}/`), ...others]);
    loop.wake();
    await until(
      'the dead receivers hold every place that they may have',
      30_000,
      () => held.size === MAX_UNTRUSTED,
    );
    await deliver(1_000);
    assert.equal(held.size, MAX_UNTRUSTED, 'the dead receivers still hold these places, and no others');
  });
});
