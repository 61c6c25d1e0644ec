import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import { randomImage } from '../support/images.ts';
import { shareService } from '../support/service.ts';
import {
  addWorkflow,
  create,
  openTenant,
  read,
  type Tenant,
  untilStatus,
  upload,
} from '../support/tenant.ts';
import { startEndpoint } from '../support/webhooks/webhook-endpoint.ts';

const service = await shareService();
after(() => service.stop());

type Message = { type: string; timestamp: string; data: ExecutionRecord };
let tenant: Tenant;
let secret: string;
before(async () => {
  tenant = await openTenant(service, 1_000);
  const answer = await tenant.admin(`GET /v1/organization/${tenant.id}/webhook-secret`);
  secret = answer.json<{ secret: string }>().secret;
});

/** The first message of the execution, its signature checked by an independent implementation. */
const messageFor = async (
  draft: object,
  body: { contentHash?: string } = {},
  call = tenant.operator,
): Promise<Message & { id: string }> => {
  const endpoint = await startEndpoint();
  const workflow = await addWorkflow(tenant.owner, draft);
  const id = await create(call, workflow, { ...body, webhooks: [`${endpoint.url}/hook?a=b`] });
  await endpoint.received(1);
  await endpoint.close();
  const [delivery] = endpoint.deliveries;
  assert.equal(delivery!.path, '/hook?a=b');
  assert.match(delivery!.headers['content-type']!, /^application\/json/);
  const message = new Webhook(secret).verify(delivery!.body, delivery!.headers) as Message;
  assert.deepEqual(Object.keys(message), ['type', 'timestamp', 'data']);
  assert.equal(message.data.id, id);
  return { ...message, id };
};

test('a completed execution sends execution.completed with its record, signed', async () => {
  const { type, timestamp, data, id } = await messageFor({});
  assert.equal(type, 'execution.completed');
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(data, await read(tenant.viewer, id));
  assert.equal(data.status, 'COMPLETED');
});

test('a failed execution sends execution.failed with its error', async () => {
  const whole = await randomImage('jpeg', { width: 400, height: 300 });
  const contentHash = await upload(tenant.operator, whole.subarray(0, whole.length / 2));
  const { type, data, id } = await messageFor({}, { contentHash });
  assert.equal(type, 'execution.failed');
  assert.deepEqual(data, await read(tenant.viewer, id));
  assert.equal(data.error?.code, 'input_unreadable');
});

test('an unpaid execution sends execution.payment_required', async () => {
  const { type, data, id } = await messageFor({ executionPrice: 1_000_000 });
  assert.equal(type, 'execution.payment_required');
  assert.deepEqual(data, await read(tenant.viewer, id));
});

test('an execution in review sends execution.in_qa without its result', async () => {
  const { type, data, id } = await messageFor({ qa: 'all' });
  assert.equal(type, 'execution.in_qa');
  assert.deepEqual(data, await read(tenant.viewer, id));
  assert.equal(data.status, 'IN_QA');
  assert.deepEqual([data.resultContentHash, data.resultPath, data.resultFileName], [null, null, null]);
});

test('every change goes to every URL of the execution, each under an id of its own', async () => {
  const endpoints = [await startEndpoint(), await startEndpoint()];
  const webhooks = endpoints.map(({ url }) => `${url}/`);
  const workflow = await addWorkflow(tenant.owner, { qa: 'all' });
  const id = await create(tenant.operator, workflow, { webhooks });
  assert.deepEqual((await untilStatus(tenant.reviewer, id, 'IN_QA')).webhooks, webhooks);
  await tenant.reviewer(`POST /v1/workflow/execution/${id}/approve`);
  await Promise.all(endpoints.map((endpoint) => endpoint.received(2)));
  for (const { deliveries, close } of endpoints) {
    const types = deliveries.map(({ body }) => (JSON.parse(body) as Message).type);
    assert.deepEqual(types.sort(), ['execution.completed', 'execution.in_qa']);
    await close();
  }
  const ids = endpoints.flatMap(({ deliveries }) => deliveries.map((delivery) => delivery.id));
  assert.equal(new Set(ids).size, 4);
});

test('a canceled, a rejected and a retried execution send webhooks too', async () => {
  const endpoint = await startEndpoint();
  const webhooks = [`${endpoint.url}/`];
  const workflow = await addWorkflow(tenant.owner, { qa: 'all' });
  const id = await create(tenant.operator, workflow, { webhooks });
  await untilStatus(tenant.reviewer, id, 'IN_QA');
  await tenant.reviewer(`POST /v1/workflow/execution/${id}/reject`, { json: { reason: 'Too dark' } });
  await tenant.operator(`POST /v1/workflow/execution/${id}/retry`);
  await untilStatus(tenant.reviewer, id, 'IN_QA');
  await endpoint.received(3);
  await endpoint.close();
  const types = endpoint.deliveries.map(({ body }) => (JSON.parse(body) as Message).type);
  assert.deepEqual(types.sort(), ['execution.failed', 'execution.in_qa', 'execution.in_qa']);
});

test('the signing secret is for admins and owners', async () => {
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/);
  const line = `GET /v1/organization/${tenant.id}/webhook-secret`;
  assert.equal((await tenant.owner(line)).status, 200);
  for (const role of ['operator', 'reviewer', 'viewer'] as const)
    assert.equal((await tenant[role](line)).status, 403, role);
});
