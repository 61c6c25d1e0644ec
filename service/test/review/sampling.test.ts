import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Call } from '../support/call.ts';
import { REVIEW_SETTINGS } from '../support/reviewers.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, ok, openTenant, upload } from '../support/tenant.ts';
import { until } from '../support/until.ts';

const service = await shareService('start', REVIEW_SETTINGS);
after(() => service.stop());

const BATCH = '018f3a5e-7c00-7000-8000-00000000bbbb';
type Plan = {
  qa: string | null;
  qaSampling: object | null;
  workflows: { qa: string; severity: string; why: string; lots: object; lastLot: { size: number } | null }[];
};
const planOf = async (call: Call) => (await ok(call(`GET /v1/batch/${BATCH}/qa`))).json<Plan>();
const change = (call: Call, json: object) => call(`PUT /v1/batch/${BATCH}/qa`, { json });

/** Asks again until the response is as wanted: lots are formed and settled in the background. */
const eventually = <Answer>(ask: () => Promise<Answer>, isWanted: (answer: Answer) => boolean) =>
  until('the lots are as wanted', 60_000, async () => {
    const answer = await ask();
    return isWanted(answer) && answer;
  });

test('a workflow with sampling keeps its AQL and lot size, with defaults', async () => {
  const { owner } = await openTenant(service, 0);
  const saved = async (draft: object) => {
    const { qa, qaSampling } = await addWorkflow(owner, draft);
    return { qa, qaSampling };
  };
  assert.deepEqual(await saved({ qa: 'sample' }), { qa: 'sample', qaSampling: { aql: 4, lotSize: 500 } });
  assert.deepEqual(await saved({ qa: 'sample', qaSampling: { aql: 0.65 } }), {
    qa: 'sample',
    qaSampling: { aql: 0.65, lotSize: 500 },
  });
  assert.deepEqual(await saved({ qa: 'all', qaSampling: { aql: 1 } }), { qa: 'all', qaSampling: undefined });
  for (const qaSampling of [{ aql: 3 }, { lotSize: 1 }, { lotSize: 35_001 }, { lots: 5 }, 'x'])
    assert.equal(
      (
        await owner('POST /v1/workflow', {
          json: { name: 'x', workflowComponents: [], qa: 'sample', qaSampling },
        })
      ).status,
      400,
      JSON.stringify(qaSampling),
    );
});

test('a sample decides about a whole batch', async () => {
  const tenant = await openTenant(service, 10_000);
  const workflow = await addWorkflow(tenant.owner, { qa: 'sample', executionPrice: 10 });
  const contentHash = await upload(tenant.operator);
  const labels = { service_batch_id: BATCH };
  await Promise.all(
    Array.from({ length: 10 }, () => create(tenant.operator, workflow, { contentHash, labels })),
  );
  const queue = async () =>
    (await ok(tenant.reviewer(`GET /v1/qa/queue?batch=${BATCH}`))).json<{
      entries: { reason: string; execution: { id: string } }[];
      total: number;
    }>();
  const counts = async (status: string) =>
    (await ok(tenant.viewer(`GET /v2/workflow/execution/?status=${status}&limit=0`))).json<{
      total: number;
    }>().total;
  const { entries } = await eventually(queue, ({ total }) => total > 0);
  assert.deepEqual(
    entries.map(({ reason }) => reason),
    ['sample', 'sample', 'sample'],
  );
  assert.equal(await counts('IN_QA'), 10);
  for (const { execution } of entries)
    await ok(tenant.reviewer(`POST /v1/workflow/execution/${execution.id}/approve`));
  await eventually(
    () => counts('COMPLETED'),
    (completed) => completed === 10,
  );
  const plan = await planOf(tenant.viewer);
  assert.deepEqual([plan.qa, plan.qaSampling], [null, null]);
  const [one] = plan.workflows;
  assert.deepEqual(
    [one?.qa, one?.severity, one?.lots, one?.lastLot?.size],
    ['sample', 'normal', { formed: 1, accepted: 1, refused: 0 }, 10],
  );
  assert.match(one!.why, /^Normal inspection/);
  const log = await ok(tenant.admin(`GET /v1/organization/${tenant.id}/audit-log`));
  assert.ok(log.text.includes('review.lot-accepted'));

  // The review plan of a batch: everyone may read it, operators may make it stricter, owners and admins may relax
  // it.
  assert.equal((await change(tenant.operator, { qa: 'all' })).status, 200);
  assert.equal((await planOf(tenant.viewer)).qa, 'all');
  for (const json of [{ qa: 'sample' }, { qa: 'off' }, { qa: null }])
    assert.equal((await change(tenant.operator, json)).status, 403, JSON.stringify(json));
  assert.equal((await change(tenant.reviewer, { qa: 'all' })).status, 403);
  assert.equal((await change(tenant.admin, { qa: 'sample', qaSampling: { aql: 1 } })).status, 200);
  assert.deepEqual((await planOf(tenant.viewer)).qaSampling, { aql: 1, lotSize: 500 });
  for (const json of [
    {},
    { qa: 'some' },
    { qa: 'sample', qaSampling: { aql: 3 } },
    { qa: null, qaSampling: { aql: 1 } },
  ])
    assert.equal((await change(tenant.admin, json)).status, 400, JSON.stringify(json));
});

test('the plan of a batch takes precedence over that of the workflow', async () => {
  const tenant = await openTenant(service, 1_000);
  const reviewed = await addWorkflow(tenant.owner, { qa: 'all', executionPrice: 10 });
  const plain = await addWorkflow(tenant.owner, { executionPrice: 10 });
  const contentHash = await upload(tenant.operator);
  const labels = { service_batch_id: BATCH };
  const run = async (workflow: { id: string }) => {
    const id = await create(tenant.operator, workflow, { contentHash, labels });
    const line = `GET /v1/workflow/execution/${id}`;
    const { status } = await eventually(
      async () => (await ok(tenant.viewer(line))).json<{ status: string }>(),
      (record) => record.status !== 'CREATED' && record.status !== 'ACTIVE',
    );
    return status;
  };
  assert.equal(await run(plain), 'COMPLETED');
  await ok(change(tenant.operator, { qa: 'unsure' }));
  assert.equal(await run(reviewed), 'IN_QA', 'an operator’s plan only adds review');
  await ok(change(tenant.operator, { qa: 'all' }));
  assert.equal(await run(plain), 'IN_QA');
  await ok(change(tenant.owner, { qa: 'off' }));
  assert.equal(await run(reviewed), 'COMPLETED', 'an owner may weaken the review');
});

test('the review of an unknown or foreign batch is 404', async () => {
  const tenant = await openTenant(service, 0);
  for (const id of [BATCH, 'x']) {
    assert.equal((await tenant.owner(`GET /v1/batch/${id}/qa`)).status, 404);
    assert.equal((await tenant.owner(`PUT /v1/batch/${id}/qa`, { json: { qa: 'all' } })).status, 404);
  }
});
