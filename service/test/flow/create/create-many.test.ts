import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ExecutionRecord } from '../../../src/domain/executions/execution-record.ts';
import { shareService } from '../../support/service.ts';
import { addWorkflow, ok, openTenant, upload } from '../../support/tenant.ts';

// No worker runs, so new executions stay CREATED, or PAYMENT_REQUIRED when the credits are short.
const service = await shareService('api');
after(() => service.stop());

const LIST = '/v2/workflow/execution/';
type List = { entries: ExecutionRecord[]; total: number };

describe('Create-many', () => {
  const MANY = 'POST /v1/workflow/execution/create-many';
  type Outcomes = { entries: { id?: string; error?: { status: number; message: string } }[] };

  test('answers ids or errors in the same order, and creates those without errors', async () => {
    const own = await openTenant(service, 20);
    const workflow = await addWorkflow(own.owner);
    const contentHash = await upload(own.operator);
    const image = (name: string) => ({ image: { name, contentHash, contentType: null } });
    const json = [
      image('a.jpg'),
      { image: { name: 'x', contentHash: 'f'.repeat(64), contentType: null } },
      image('b.jpg'),
      { image: { name: 5 } },
      null,
      {},
      { ...image('c.jpg'), labels: { sku: '1', service_batch_name: 'Many' } },
      { ...image('d.jpg'), webhooks: ['ftp://x'] },
    ];
    const answer = await own.operator(`${MANY}?workflow=${workflow.id}&label[from]=test`, { json });
    assert.equal(answer.status, 201, answer.text);
    const { entries } = answer.json<Outcomes>();
    assert.deepEqual(
      entries.map(({ id, error }) => error?.status ?? typeof id),
      ['string', 404, 'string', 400, 400, 400, 'string', 400],
    );
    assert.match(entries[3]!.error!.message, /image\.contentHash is required/);
    const list = (await own.viewer(`GET ${LIST}?sort=createdAt`)).json<List>();
    assert.deepEqual(
      new Set(list.entries.map(({ id }) => id)),
      new Set([entries[0]!.id, entries[2]!.id, entries[6]!.id]),
    );
    assert.ok(list.entries.every(({ labels }) => labels['from'] === 'test'));
    assert.equal(new Set(list.entries.map(({ createdAt }) => createdAt)).size, 1, 'one commit');
    const byName = Object.fromEntries(list.entries.map((one) => [one.inputFileName, one.status]));
    assert.deepEqual(byName, { 'a.jpg': 'CREATED', 'b.jpg': 'CREATED', 'c.jpg': 'PAYMENT_REQUIRED' });
  });

  test('takes 1 to 500 bodies, of a workflow that exists', async () => {
    const own = await openTenant(service, 0);
    const workflow = await addWorkflow(own.owner);
    const contentHash = await upload(own.operator);
    const body = { image: { name: 'a.jpg', contentHash, contentType: null } };
    const unknown = '018f3a5e-7c00-7000-8000-000000000000';
    for (const [query, json, status] of [
      [`workflow=${workflow.id}`, [], 400],
      [`workflow=${workflow.id}`, {}, 400],
      [`workflow=${workflow.id}`, Array(501).fill(body), 400],
      [`workflow=${unknown}`, [body], 404],
      ['', [body], 400],
    ] as const)
      assert.equal((await own.operator(`${MANY}?${query}`, { json })).status, status);
    const most = await ok(own.operator(`${MANY}?workflow=${workflow.id}`, { json: Array(500).fill(body) }));
    const { entries } = most.json<Outcomes>();
    assert.equal(new Set(entries.map(({ id }) => id)).size, 500);
  });

  test('with a repeated Idempotency-Key returns the same answer and creates nothing', async () => {
    const own = await openTenant(service, 1_000);
    const workflow = await addWorkflow(own.owner);
    const contentHash = await upload(own.operator);
    const image = (name: string) => ({ image: { name, contentHash, contentType: null } });
    const call = (json: unknown) =>
      own.operator(`${MANY}?workflow=${workflow.id}`, { json, headers: { 'idempotency-key': 'k' } });
    const [first, second] = await Promise.all([
      call([image('a'), image('b')]),
      call([image('a'), image('b')]),
    ]);
    assert.equal(first.text, second.text);
    assert.equal((await call([image('a'), image('b')])).text, first.text);
    const { entries } = (await call([image('a'), image('other')])).json<Outcomes>();
    assert.equal(entries[0]!.id, first.json<Outcomes>().entries[0]!.id);
    assert.equal(entries[1]!.error?.status, 409);
    assert.equal((await own.viewer(`GET ${LIST}`)).json<List>().total, 2);
  });
});
