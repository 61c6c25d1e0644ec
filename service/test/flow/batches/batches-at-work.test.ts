import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, describe, type TestContext, test } from 'node:test';
import { type Service, startService } from '../../support/service.ts';
import {
  addWorkflow,
  balance,
  create,
  grant,
  ok,
  openTenant,
  type Tenant,
  untilStatus,
} from '../../support/tenant.ts';
import { until } from '../../support/until.ts';
import { startEndpoint } from '../../support/webhooks/webhook-endpoint.ts';
import {
  act,
  addBatch,
  cancel,
  change,
  eventsOf,
  find,
  inBatch,
  openEvents,
  retry,
  statusesOf,
  statusOf,
} from './batch-calls.ts';

// No worker runs at first, so that executions stay queued as long as a test needs it. A batch completes after 300
// quiet ms, so that tests need not wait long.
const env = { DARKROOM_BATCH_QUIET_MS: '300', DARKROOM_EGRESS_ALLOW: '127.0.0.0/8' };
const service = await startService({ role: 'api', env });
let worker: Service | undefined;
after(async () => {
  await worker?.stop();
  await service.stop();
});

const PRICE = { executionPrice: 100 };

/** Waits for executions by their webhooks: a status stream ends when an execution is PAYMENT_REQUIRED. */
const followEnds = async (t: TestContext) => {
  const completed = new Set<string>();
  const changed = new EventEmitter();
  const endpoint = await startEndpoint((response, { body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
    if (type === 'execution.completed') completed.add(data.id);
    response.writeHead(204).end();
    changed.emit('end');
  });
  t.after(endpoint.close);
  return {
    told: { webhooks: [endpoint.url] },
    completed: async (...ids: string[]) => {
      while (!ids.every((id) => completed.has(id))) await once(changed, 'end');
    },
  };
};
const settingsOf = ({ id }: Tenant) => `/v1/organization/${id}/settings`;

describe('Batches, with a worker', () => {
  test('executions of a paused batch wait until it is resumed, also those created or retried meanwhile', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator);
    const canceled = await create(operator, workflow, inBatch(id));
    await cancel(operator, canceled);
    const before = await create(operator, workflow, inBatch(id));
    assert.equal((await act(operator, id, 'pause')).status, 'paused');
    const during = await create(operator, workflow, inBatch(id));
    await ok(retry(operator, canceled));
    worker = await startService({ role: 'worker', beside: service, env });
    // The worker has completed the execution that was queued last, so it has skipped the paused ones.
    await untilStatus(operator, await create(operator, workflow), 'COMPLETED');
    assert.deepEqual(await statusesOf(operator, [canceled, before, during]), Array(3).fill('CREATED'));
    await act(operator, id, 'resume');
    for (const one of [canceled, before, during]) await untilStatus(operator, one, 'COMPLETED');
  });

  test('the stream shows the counters until the batch is completed, then ends, and a reconnect is 204', async () => {
    const { owner, operator, viewer } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { expected: 2 });
    const stream = await openEvents(viewer, id);
    await untilStatus(operator, await create(operator, workflow, inBatch(id)), 'COMPLETED');
    await untilStatus(operator, await create(operator, workflow, inBatch(id)), 'COMPLETED');
    const events = await stream.read();
    assert.equal(events[0]?.name, 'empty');
    const last = events.at(-1)!;
    assert.equal(last.name, 'completed');
    assert.partialDeepStrictEqual(last.data, {
      status: 'completed',
      round: 1,
      counts: { COMPLETED: 2 },
      total: 2,
      progress: 1,
      chargedCredits: 200,
      heldCredits: 0,
    });
    const again = await openEvents(viewer, id, { 'last-event-id': last.id });
    assert.equal(again.status, 204);
    assert.deepEqual(
      (await eventsOf(viewer, id)).map(({ name }) => name),
      ['completed'],
    );
    assert.ok((await find(viewer, id)).completedAt);
    // The throughput is summed up once a second.
    const { throughput, imagesPerMinute } = await until('both count', 10_000, async () => {
      const record = await find(viewer, id);
      return record.throughput.reduce((sum, { finished }) => sum + finished, 0) >= 2 && record;
    });
    assert.equal(
      throughput.reduce((sum, { finished }) => sum + finished, 0),
      2,
    );
    assert.ok(imagesPerMinute);
  });

  test('without `expected` a batch is completed when nothing changes any more; later work opens it again', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { webhooks: [endpoint.url] });
    await create(operator, workflow, inBatch(id));
    assert.equal((await eventsOf(operator, id)).at(-1)?.data.round, 1);
    await endpoint.received(1);
    await create(operator, workflow, inBatch(id));
    assert.notEqual((await find(operator, id)).status, 'completed');
    assert.equal((await eventsOf(operator, id)).at(-1)?.data.round, 2);
    await endpoint.received(2);
    const messages = endpoint.deliveries.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      messages.map(({ type, data }) => [type, data.id, data.round, data.counts.COMPLETED]),
      [
        ['batch.completed', id, 1, 1],
        ['batch.completed', id, 2, 2],
      ],
    );
  });

  test('a batch with fewer executions than expected is completed when it is closed', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { expected: 5 });
    await untilStatus(operator, await create(operator, workflow, inBatch(id)), 'COMPLETED');
    assert.equal((await find(operator, id)).status, 'running');
    const stream = eventsOf(operator, id);
    assert.equal((await act(operator, id, 'close')).status, 'closed');
    assert.equal((await stream).at(-1)?.name, 'completed');
    await act(operator, id, 'close');
    assert.partialDeepStrictEqual(await find(operator, id), { status: 'completed', round: 1 });
  });

  test('a raised budget lets the blocked executions go on, oldest first, as far as it reaches', async (t) => {
    const ended = await followEnds(t);
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { budget: 0 });
    const ids: string[] = [];
    for (let index = 0; index < 3; index++)
      ids.push(await create(operator, workflow, { ...inBatch(id), ...ended.told }));
    await change(operator, id, { budget: 200 });
    await ended.completed(ids[0]!, ids[1]!);
    assert.equal(await statusOf(operator, ids[2]!), 'PAYMENT_REQUIRED budget_reached');
    assert.equal((await retry(operator, ids[2]!)).status, 402, 'what was charged counts as well');
    await change(operator, id, { budget: null });
    await ended.completed(ids[2]!);
    assert.equal((await find(operator, id)).chargedCredits, 300);
  });

  test('autoResume: executions created since it was switched on go on when credits are added, oldest first', async (t) => {
    const ended = await followEnds(t);
    const tenant = await openTenant(service, 0);
    const { owner, operator } = tenant;
    const workflow = await addWorkflow(owner, PRICE);
    const dear = await addWorkflow(owner, { executionPrice: 300 });
    const settings = settingsOf(tenant);
    const older = await create(operator, workflow, ended.told);
    await ok(owner(`PUT ${settings}`, { json: { autoResume: true } }));
    const kept = await ok(owner(`PUT ${settings}`, { json: { reuseResults: false } }));
    assert.partialDeepStrictEqual(kept.json<object>(), { autoResume: true, reuseResults: false });
    const first = await create(operator, workflow, ended.told);
    const { id: blocked } = await addBatch(operator, { budget: 50 });
    const passedOver = await create(operator, workflow, { ...inBatch(blocked), ...ended.told });
    const { id: stopped } = await addBatch(operator);
    const inCanceled = await create(operator, workflow, { ...inBatch(stopped), ...ended.told });
    await ok(operator(`POST /v1/batch/${stopped}/cancel`));
    const second = await create(operator, workflow, ended.told);
    const tooDear = await create(operator, dear, ended.told);
    const last = await create(operator, workflow, ended.told);

    await grant(service, tenant, 300);
    await ended.completed(first, second);
    const after = [older, passedOver, inCanceled, tooDear, last];
    assert.deepEqual(await statusesOf(operator, after), [
      'PAYMENT_REQUIRED credits_short',
      'PAYMENT_REQUIRED budget_reached',
      'PAYMENT_REQUIRED credits_short',
      'PAYMENT_REQUIRED credits_short',
      'PAYMENT_REQUIRED credits_short',
    ]);
    assert.equal(await balance(operator), 100);
    await grant(service, tenant, 300);
    await ended.completed(tooDear, last);
    assert.equal(await balance(operator), 0);
    await ok(owner(`PUT ${settings}`, { json: { autoResume: false } }));
    await grant(service, tenant, 100);
    assert.equal(await balance(operator), 100);
    // A retry of the batch revives the executions that the cancel has stopped.
    assert.equal(
      (await ok(operator(`POST /v1/batch/${stopped}/retry`))).json<{ matched: number }>().matched,
      1,
    );
    await ended.completed(inCanceled);
  });

  test('cancel of a batch ends its queued executions and no others; a retry leaves canceled ones out', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { expected: 2 });
    await act(operator, id, 'pause');
    const ids = [
      await create(operator, workflow, inBatch(id)),
      await create(operator, workflow, inBatch(id)),
    ];
    const canceled = await operator(`POST /v1/batch/${id}/cancel`);
    assert.equal(canceled.status, 202);
    assert.equal(canceled.json<{ matched: number }>().matched, 2);
    for (const one of ids) await untilStatus(operator, one, 'FAILED');
    assert.deepEqual(await statusesOf(operator, ids), Array(2).fill('FAILED canceled'));
    const retried = async (query: string) =>
      (await ok(operator(`POST /v1/batch/${id}/retry${query}`))).json<{ matched: number }>().matched;
    assert.equal(await retried(''), 0);
    assert.equal(await balance(operator), 1_000);
    // A misspelt filter is refused: if it were ignored, the call would affect more executions.
    for (const query of ['errorcode=canceled', 'status=FAILED', 'label[a]=b', 'errorCode=', 'search=a'])
      for (const verb of ['retry', 'cancel']) {
        const refused = await operator(`POST /v1/batch/${id}/${verb}?${query}`);
        assert.equal(refused.status, 400, `${verb} ${query}`);
        assert.ok(refused.text.includes(query.split(/[=[]/)[0]!), refused.text);
      }
    assert.equal(await retried('?errorCode=system_error'), 0);
    assert.equal(await retried('?errorCode=canceled'), 2);
  });
});
