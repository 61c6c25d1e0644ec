import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import type { Call } from '../support/call.ts';
import { randomImage } from '../support/images.ts';
import { type Service, startService } from '../support/service.ts';
import { event, eventsIn } from '../support/status-events.ts';
import {
  addWorkflow,
  balance,
  create,
  grant,
  ok,
  openTenant,
  read,
  untilStatus,
  upload,
} from '../support/tenant.ts';

// This file is long on purpose: its tests share one service, first without a worker and then with one.

// No worker runs at first, so that executions stay queued as long as a test needs it.
const service = await startService({ role: 'api', env: { DARKROOM_MAX_RESULT_WAIT_MS: '300' } });
let worker: Service | undefined;
after(async () => {
  await worker?.stop();
  await service.stop();
});

const path = (id: string, rest = '') => `/v1/workflow/execution/${id}${rest}`;
const decide = (call: Call, id: string, decision: string, json?: object) =>
  call(`POST ${path(id, `/${decision}`)}`, json ? { json } : {});
const recordOf = async (call: Call, id: string, decision: string): Promise<ExecutionRecord> => {
  const answer = await decide(call, id, decision);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<ExecutionRecord>();
};
const totalOf = async (call: Call, query: string) =>
  (await call(`GET /v2/workflow/execution/?limit=0&${query}`)).json<{ total: number }>().total;
const ledgerOf = async ({ owner, id }: { owner: Call; id: string }) =>
  (await owner(`GET /v1/organization/${id}/ledger`)).json<{
    entries: { kind: string; amount: number; executionId: string | null }[];
  }>().entries;
const PRICE = { executionPrice: 100 };

describe('States, without a worker', () => {
  test('a create with enough credits is CREATED, and the price is held', async () => {
    const tenant = await openTenant(service, 250);
    const workflow = await addWorkflow(tenant.owner, PRICE);
    const record = await read(tenant.viewer, await create(tenant.operator, workflow));
    assert.equal(record.status, 'CREATED');
    assert.equal(record.startedAt, null);
    assert.equal(await balance(tenant.viewer), 150);
    assert.deepEqual(
      (await ledgerOf(tenant)).map(({ kind, amount }) => [kind, amount]),
      [['grant', 250]],
    );
  });

  test('a create with too few credits is 201 and PAYMENT_REQUIRED, and nothing is held', async () => {
    const { operator, owner } = await openTenant(service, 99);
    const id = await create(operator, await addWorkflow(owner, PRICE));
    const { status, error } = await read(operator, id);
    assert.deepEqual([status, error?.code], ['PAYMENT_REQUIRED', 'credits_short']);
    assert.equal(await balance(operator), 99);
    assert.equal((await operator(`GET ${path(id, '/status')}`)).text, event('PAYMENT_REQUIRED'));
  });

  test('balance 100 and 500 concurrent creates at price 1 give 100 CREATED and 400 PAYMENT_REQUIRED', async () => {
    const { id, operator, owner } = await openTenant(service, 100);
    await ok(service.administrator(`PUT /v1/organization/${id}/limits`, { json: { belowCost: true } }));
    const workflow = await addWorkflow(owner, { executionPrice: 1 });
    const contentHash = await upload(operator);
    await Promise.all(Array.from({ length: 500 }, () => create(operator, workflow, { contentHash })));
    assert.equal(await totalOf(operator, 'status=CREATED'), 100);
    assert.equal(await totalOf(operator, 'status=PAYMENT_REQUIRED'), 400);
    assert.equal(await totalOf(operator, ''), 500);
    assert.equal(await balance(operator), 0);
  });

  test('cancel of a queued execution makes it FAILED with the code canceled, and releases the hold', async () => {
    const { operator, owner } = await openTenant(service, 100);
    const id = await create(operator, await addWorkflow(owner, PRICE));
    const record = await recordOf(operator, id, 'cancel');
    assert.equal(record.status, 'FAILED');
    assert.equal(record.error?.code, 'canceled');
    assert.ok(record.finishedAt);
    assert.equal(record.chargedCredits, null);
    assert.equal(await balance(operator), 100);
    assert.deepEqual(await read(operator, id), record);
  });

  test('cancel, approve and reject in any other state are 409', async () => {
    const { operator, owner, reviewer } = await openTenant(service, 100);
    const workflow = await addWorkflow(owner, PRICE);
    const [queued, unpaid] = [await create(operator, workflow), await create(operator, workflow)];
    const reason = { reason: 'Too dark' };
    for (const id of [queued, unpaid]) {
      assert.equal((await decide(reviewer, id, 'approve')).status, 409);
      assert.equal((await decide(reviewer, id, 'reject', reason)).status, 409);
    }
    assert.equal((await decide(operator, unpaid, 'cancel')).status, 409);
    await recordOf(operator, queued, 'cancel');
    for (const decision of ['cancel', 'approve', 'reject'])
      assert.equal((await decide(owner, queued, decision, reason)).status, 409, decision);
  });

  test('retry of an execution that is neither FAILED nor PAYMENT_REQUIRED is 404, like one that is unknown', async () => {
    const { operator, owner } = await openTenant(service, 100);
    const id = await create(operator, await addWorkflow(owner, PRICE));
    for (const unretryable of [id, '018f3a5e-7c00-7000-8000-000000000000', 'nonsense'])
      assert.equal((await decide(operator, unretryable, 'retry')).status, 404);
  });

  test('retry of a failed execution makes it CREATED, holds the price again and clears its times and its error', async () => {
    const { operator, owner } = await openTenant(service, 100);
    const id = await create(operator, await addWorkflow(owner, PRICE));
    const before = await recordOf(operator, id, 'cancel');
    const after = await recordOf(operator, id, 'retry');
    assert.deepEqual(after, { ...before, status: 'CREATED', startedAt: null, finishedAt: null, error: null });
    assert.equal(await balance(operator), 0);
  });

  test('retry of a failed execution when credits are short now is 200 and PAYMENT_REQUIRED', async () => {
    const { operator, owner } = await openTenant(service, 100);
    const workflow = await addWorkflow(owner, PRICE);
    const id = await create(operator, workflow);
    await recordOf(operator, id, 'cancel');
    await create(operator, workflow);
    const record = await recordOf(operator, id, 'retry');
    assert.equal(record.status, 'PAYMENT_REQUIRED');
    assert.deepEqual([record.error?.code, record.finishedAt], ['credits_short', null]);
    assert.equal(await balance(operator), 0);
  });

  test('retry of an unpaid execution is 402 while credits are too few, and CREATED once they are not', async () => {
    const tenant = await openTenant(service, 99);
    const { operator, owner } = tenant;
    const id = await create(operator, await addWorkflow(owner, PRICE));
    const before = await read(operator, id);
    const refused = await decide(operator, id, 'retry');
    assert.equal(refused.status, 402);
    assert.deepEqual(await read(operator, id), before);
    assert.equal(await balance(operator), 99);
    await grant(service, tenant, 1);
    assert.equal((await recordOf(operator, id, 'retry')).status, 'CREATED');
    assert.equal(await balance(operator), 0);
  });

  test('a retry costs the price agreed at creation, whatever the workflow costs now', async () => {
    const { operator, owner } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const id = await create(operator, workflow);
    await recordOf(operator, id, 'cancel');
    const json = { name: 'Dearer', workflowComponents: [], executionPrice: 700 };
    assert.equal((await owner(`PUT /v1/workflow/${workflow.id}`, { json })).status, 200);
    const record = await recordOf(operator, id, 'retry');
    assert.equal(record.workflowVersion, workflow.version);
    assert.equal(await balance(operator), 900);
  });

  test('executions of an archived workflow can still be read and retried', async () => {
    const { operator, owner } = await openTenant(service, 100);
    const workflow = await addWorkflow(owner, PRICE);
    const id = await create(operator, workflow);
    await recordOf(operator, id, 'cancel');
    assert.equal((await owner(`DELETE /v1/workflow/${workflow.id}`)).status, 204);
    assert.equal((await recordOf(operator, id, 'retry')).status, 'CREATED');
  });

  test('a reconnected status stream does not send the current status twice', async () => {
    const { operator, owner, viewer } = await openTenant(service);
    const id = await create(operator, await addWorkflow(owner));
    const headers = { 'last-event-id': 'CREATED' };
    const [fresh, reconnected] = [
      await viewer.open(`GET ${path(id, '/status')}`),
      await viewer.open(`GET ${path(id, '/status')}`, { headers }),
    ];
    assert.deepEqual([fresh.status, reconnected.status], [200, 200]);
    await recordOf(operator, id, 'cancel');
    assert.equal(eventsIn(await fresh.text()), event('CREATED') + event('FAILED'));
    assert.equal(eventsIn(await reconnected.text()), event('FAILED'));
  });

  test('a status that was sent before a retry is sent again when it is reached again', async () => {
    const { operator, owner, viewer } = await openTenant(service);
    const id = await create(operator, await addWorkflow(owner));
    await recordOf(operator, id, 'cancel');
    await recordOf(operator, id, 'retry');
    const headers = { 'last-event-id': 'FAILED' };
    const reconnected = await viewer.open(`GET ${path(id, '/status')}`, { headers });
    await recordOf(operator, id, 'cancel');
    assert.equal(eventsIn(await reconnected.text()), event('CREATED') + event('FAILED'));
  });

  test('the blocking result beyond the configured wait is 503 with Retry-After', async () => {
    const { operator, owner, viewer } = await openTenant(service);
    const id = await create(operator, await addWorkflow(owner));
    const answer = await viewer(`GET ${path(id, '/result/default')}`);
    assert.equal(answer.status, 503);
    assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
  });

  test('a withdrawal takes free credits first, then the holds of the newest queued executions, and more is 409', async () => {
    const tenant = await openTenant(service, 250);
    const { operator, owner } = tenant;
    const workflow = await addWorkflow(owner, PRICE);
    const [older, newer] = [await create(operator, workflow), await create(operator, workflow)];
    const withdraw = (amount: number) =>
      service.administrator(`POST /v1/organization/${tenant.id}/credits`, { json: { amount: -amount } });
    assert.equal((await withdraw(251)).status, 409);
    assert.equal((await withdraw(50)).status, 201);
    assert.equal(await balance(operator), 0);
    assert.equal((await withdraw(201)).status, 409);
    assert.equal((await withdraw(100)).status, 201);
    for (const id of [older, newer]) assert.equal((await read(operator, id)).status, 'CREATED');
    withdrawn = { ...tenant, older, newer };
  });
});

let withdrawn: { operator: Call; owner: Call; id: string; older: string; newer: string };

describe('States, with a worker', () => {
  test('an execution whose held credits were withdrawn becomes PAYMENT_REQUIRED when it is claimed', async () => {
    worker = await startService({ role: 'worker', beside: service });
    const { operator, older, newer } = withdrawn;
    await untilStatus(operator, older, 'COMPLETED');
    const record = await untilStatus(operator, newer, 'PAYMENT_REQUIRED');
    assert.deepEqual([record.startedAt, record.attempts, record.error?.code], [null, 0, 'credits_short']);
    assert.deepEqual(
      (await ledgerOf(withdrawn)).map(({ kind, amount }) => [kind, amount]),
      [
        ['charge', -100],
        ['withdrawal', -100],
        ['withdrawal', -50],
        ['grant', 250],
      ],
    );
  });

  test('an execution that is done is COMPLETED, and its hold becomes the charge, once', async () => {
    const tenant = await openTenant(service, 100);
    const { operator, owner } = tenant;
    const id = await create(operator, await addWorkflow(owner, PRICE));
    const record = await untilStatus(operator, id, 'COMPLETED');
    assert.equal(record.chargedCredits, 100);
    assert.ok(record.startedAt && record.finishedAt && record.resultPath);
    assert.equal(await balance(operator), 0);
    const charges = (await ledgerOf(tenant)).filter(({ kind }) => kind === 'charge');
    assert.deepEqual(
      charges.map(({ amount, executionId }) => [amount, executionId]),
      [[-100, id]],
    );
    for (const decision of ['cancel', 'approve', 'reject'])
      assert.equal((await decide(owner, id, decision, { reason: 'No' })).status, 409, decision);
    assert.equal((await decide(operator, id, 'retry')).status, 404);
  });

  test('an input that cannot be processed is FAILED, and a retry is no additional cost', async () => {
    const tenant = await openTenant(service, 100);
    const { operator, owner } = tenant;
    const whole = await randomImage('jpeg', { width: 400, height: 300 });
    const contentHash = await upload(operator, whole.subarray(0, whole.length / 2));
    const id = await create(operator, await addWorkflow(owner, PRICE), { contentHash });
    const failed = await untilStatus(operator, id, 'FAILED');
    assert.equal(failed.error?.code, 'input_unreadable');
    assert.ok(failed.startedAt && failed.finishedAt);
    assert.equal(await balance(operator), 100);
    const retried = await recordOf(operator, id, 'retry');
    assert.notEqual(retried.status, 'COMPLETED');
    const again = await untilStatus(operator, id, 'FAILED');
    assert.equal(again.attempts, failed.attempts + 1);
    assert.equal(await balance(operator), 100);
    assert.equal((await ledgerOf(tenant)).length, 1);
  });

  test('cancel of a running execution stops it, and its lane takes the next', async () => {
    const { operator, owner } = await openTenant(service, 200);
    const slow = await addWorkflow(owner, {
      ...PRICE,
      workflowComponents: [
        {
          id: 'canvas',
          component: 'canvas',
          params: { width: 4400, height: 4400, enlarge: true, margin: 0 },
        },
        { id: 'avif', component: 'convert', params: { format: 'avif', lossless: true } },
      ],
    });
    const running = await create(operator, slow);
    const started = await untilStatus(operator, running, 'ACTIVE');
    assert.equal(started.status, 'ACTIVE');
    assert.ok(started.startedAt);
    assert.equal(await balance(operator), 100);
    const record = await recordOf(operator, running, 'cancel');
    assert.deepEqual([record.status, record.error?.code], ['FAILED', 'canceled']);
    assert.equal(await balance(operator), 200);
    const next = await create(operator, await addWorkflow(owner, PRICE));
    await untilStatus(operator, next, 'COMPLETED');
    assert.equal((await read(operator, running)).status, 'FAILED');
  });

  test('an execution that waited for credits completes after a retry, and is charged once', async () => {
    const tenant = await openTenant(service, 0);
    const { operator, owner } = tenant;
    const id = await create(operator, await addWorkflow(owner, PRICE));
    await grant(service, tenant, 100);
    await recordOf(operator, id, 'retry');
    assert.equal((await untilStatus(operator, id, 'COMPLETED')).chargedCredits, 100);
    assert.equal(await balance(operator), 0);
  });
});
