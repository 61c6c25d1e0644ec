import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentHash } from '../../../src/domain/ids.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { approveAll } from '../../../src/postgres/review/decide.ts';
import { deliveriesIn } from '../../../src/postgres/webhooks/deliveries.ts';
import { workQueueIn } from '../../../src/postgres/work-queue/work-queue.ts';
import { holdLease } from '../../../src/postgres/workers/hold-lease.ts';
import { AT_ONCE } from '../../../src/worker/webhooks/receivers.ts';
import { makeOrganization, newExecution } from '../../support/organization.ts';
import { answering, startEndpoint } from '../../support/webhooks/webhook-endpoint.ts';
import { openTestWebhooks } from './test-webhooks.ts';

const { database, queue, executions, troubles, startLoop, notify, sentTo, onlyMessage, attemptOnce } =
  await openTestWebhooks();
const deliveries = deliveriesIn(database);

const OVERDUE = statement(
  "update webhook_messages set next_attempt_at = now() - interval '49 hours' where execution_id = $1",
);
const SET_ATTEMPTS = statement('update webhook_messages set attempts = $2 where execution_id = $1');

test('a result under review is hidden, and shown once it is approved', async (t) => {
  const endpoint = await startEndpoint();
  t.after(endpoint.close);
  const organization = await makeOrganization(database, 5);
  const execution = newExecution(organization, { webhooks: [endpoint.url] });
  await executions.insert(execution);
  const lease = await holdLease(database, 60_000);
  const work = workQueueIn(database);
  const [claim] = await work.claim(lease.worker, 1, undefined);
  const hash = 'b'.repeat(64) as ContentHash;
  const facts = { format: 'png', contentType: 'image/png', width: 1, height: 1, bytes: 1, crc32: 0 } as const;
  const loop = startLoop();
  await work.complete({
    claim: claim!,
    qa: 'all',
    result: { ...facts, hash },
    trace: { attempt: 1, input: {}, steps: [] },
    resultFileName: 'shoe.png',
  });
  loop.wake();
  await endpoint.received(1);
  await approveAll(database.run, organization.organizationId, [execution.id], {});
  loop.wake();
  await endpoint.received(2);
  await loop.stop();
  await lease.end();
  const bodies = endpoint.deliveries.map(({ body }) => JSON.parse(body));
  assert.deepEqual(
    bodies.map(({ type, data }) => [type, data.status, data.resultContentHash, data.resultPath]),
    [
      ['execution.in_qa', 'IN_QA', null, null],
      ['execution.completed', 'COMPLETED', hash, `/image/${hash}/shoe.png`],
    ],
  );
});

test('an endpoint that hangs does not hold up the others', async (t) => {
  const hanging = await startEndpoint(() => {});
  const healthy = await startEndpoint();
  t.after(hanging.close);
  t.after(healthy.close);
  const organization = await makeOrganization(database, 0);
  for (let count = 0; count < 30; count += 1)
    await executions.insert(
      newExecution(organization, { webhooks: Array.from({ length: 10 }, (_, n) => `${hanging.url}/${n}`) }),
    );
  const loop = startLoop({ stopWithinMs: 0 });
  await hanging.received(AT_ONCE.unknown);
  await executions.insert(newExecution(organization, { webhooks: [healthy.url] }));
  loop.wake();
  await healthy.received(1);
  await notify(healthy.url);
  loop.wake();
  await healthy.received(2);
  await loop.stop();
  assert.equal(hanging.deliveries.length, AT_ONCE.unknown);
});

test('an endpoint that never answers gets no more messages once that is clear', async (t) => {
  const hanging = await startEndpoint(() => {});
  t.after(hanging.close);
  const urls = Array.from({ length: 10 }, (_, n) => `${hanging.url}/${n}`);
  for (let count = 0; count < 10; count += 1) await notify(...urls);
  const away = Promise.withResolvers<void>();
  let recorded = 0;
  const loop = startLoop({
    attemptTimeoutMs: 1_000,
    queue: {
      ...queue,
      // The first claim after the last attempt knows about all attempts.
      nextDueInMs: async () => {
        if (recorded === AT_ONCE.unknown) away.resolve();
        return queue.nextDueInMs();
      },
      record: async (attempts) => {
        await queue.record(attempts);
        recorded += attempts.length;
      },
    },
  });
  await away.promise;
  await loop.stop();
  assert.equal(hanging.deliveries.length, AT_ONCE.unknown);
});

test('messages that have been due for days to an unreachable receiver are given up', async () => {
  const url = 'http://away.test/';
  const [late, recent] = [await notify(url), await notify(url)];
  await database.run(OVERDUE, [late.id]);
  await queue.giveUpOverdue('away.test');
  assert.equal((await onlyMessage(late)).status, 'gave_up');
  assert.equal((await onlyMessage(recent)).status, 'pending');
});

test('stopping releases the messages in progress, and the next sender sends them', async (t) => {
  const endpoint = await startEndpoint(() => {}, answering(200));
  t.after(endpoint.close);
  const execution = await notify(endpoint.url);
  const loop = startLoop({ stopWithinMs: 0 });
  await endpoint.received(1);
  await loop.stop();
  assert.equal((await onlyMessage(execution)).attempts.length, 0);

  const next = startLoop();
  await endpoint.received(2);
  await next.stop();
  const message = await onlyMessage(execution);
  assert.deepEqual([message.status, message.attempts.length], ['delivered', 1]);
});

test('several senders together send every message once', async (t) => {
  const endpoint = await startEndpoint();
  t.after(endpoint.close);
  const loops = [startLoop(), startLoop(), startLoop()];
  for (let count = 0; count < 20; count += 1) {
    await notify(...Array.from({ length: 10 }, (_, n) => `${endpoint.url}/${n}`));
    for (const loop of loops) loop.wake();
  }
  await endpoint.received(200);
  await Promise.all(loops.map((loop) => loop.stop()));
  assert.equal(endpoint.deliveries.length, 200);
  assert.equal(new Set(endpoint.deliveries.map(({ id }) => id)).size, 200);
});

test('a message can be sent again, by its organization only', async (t) => {
  const endpoint = await startEndpoint();
  t.after(endpoint.close);
  const execution = await notify(endpoint.url);
  const { id, status } = await attemptOnce(endpoint, execution);
  assert.equal(status, 'delivered');
  const stranger = await makeOrganization(database, 0);
  assert.equal(await deliveries.redeliver(stranger.organizationId, id), false);
  assert.deepEqual(await sentTo({ ...stranger, id: execution.id }), []);

  assert.equal(await deliveries.redeliver(execution.organizationId, id), true);
  const message = await attemptOnce(endpoint, execution);
  assert.deepEqual([message.status, message.attempts.length], ['delivered', 2]);
  assert.equal(endpoint.deliveries[0]?.body, endpoint.deliveries[1]?.body);
});

test('a message that was given up and is sent again has one more attempt', async (t) => {
  const endpoint = await startEndpoint(answering(500));
  t.after(endpoint.close);
  const execution = await notify(endpoint.url);
  await database.run(SET_ATTEMPTS, [execution.id, 7]);
  const { id, status } = await attemptOnce(endpoint, execution);
  assert.equal(status, 'gave_up');
  await deliveries.redeliver(execution.organizationId, id);
  const message = await attemptOnce(endpoint, execution);
  assert.deepEqual([message.status, message.attempts.at(-1)?.number], ['gave_up', 9]);
});

test('nothing unexpected was reported', () => {
  assert.deepEqual(troubles, []);
});
