import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import type { Call } from '../support/call.ts';
import { REVIEW_SETTINGS } from '../support/reviewers.ts';
import { shareService } from '../support/service.ts';
import {
  addWorkflow,
  balance,
  create,
  ok,
  openTenant,
  read,
  untilStatus,
  upload,
} from '../support/tenant.ts';

const service = await shareService('start', REVIEW_SETTINGS);
after(() => service.stop());

const RESIZE = { id: 'fit', component: 'resize', params: { width: 20 } };
const REVIEWED = { name: 'Reviewed', workflowComponents: [RESIZE], qa: 'all', executionPrice: 100 };
const decide = (call: Call, id: string, decision: string, json?: unknown) =>
  call(`POST /v1/workflow/execution/${id}/${decision}`, json === undefined ? {} : { json });
const reviewsOf = async (call: Call, id: string) =>
  (await ok(call(`GET /v1/workflow/execution/${id}/reviews`))).json<{
    entries: Record<string, unknown>[];
    total: number;
  }>();
type SingleRecord = ExecutionRecord & { earlierAttempts?: Record<string, unknown>[] };

const openReview = async (credits = 1_000) => {
  const tenant = await openTenant(service, credits);
  const workflow = await addWorkflow(tenant.owner, REVIEWED);
  const contentHash = await upload(tenant.operator);
  const id = await create(tenant.operator, workflow, { contentHash });
  const record = await untilStatus(tenant.reviewer, id, 'IN_QA');
  return { tenant, workflow, contentHash, id, record };
};

test('an approval may have a comment, and the reviews name the reviewer', async () => {
  const { tenant, id, record } = await openReview();
  await ok(decide(tenant.reviewer, id, 'approve', { comment: 'Well cut.' }));
  const { entries, total } = await reviewsOf(tenant.viewer, id);
  assert.equal(total, 1);
  const { decidedAt, reviewer, ...rest } = entries[0]!;
  assert.ok(decidedAt);
  assert.ok((reviewer as { name: string }).name);
  assert.deepEqual(rest, {
    decision: 'approve',
    attempt: 1,
    comment: 'Well cut.',
    code: null,
    markup: null,
    lot: null,
    settings: {},
    resultContentHash: record.resultContentHash,
    resultPath: record.resultPath,
  });
});

test('a rejection shows its code and markup in the reviews, and qa_rejected in the record', async () => {
  const { tenant, id } = await openReview();
  const markup = [
    { x: 0.1, y: 0.2, width: 0.5, height: 0.8, note: 'Halo' },
    { x: 1, y: 0, note: 'Dust' },
  ];
  const rejected = await ok(
    decide(tenant.reviewer, id, 'reject', { reason: 'A halo.', code: 'cut-out-edge', markup }),
  );
  assert.equal(rejected.json<ExecutionRecord>().error?.code, 'qa_rejected');
  const [review] = (await reviewsOf(tenant.reviewer, id)).entries;
  assert.deepEqual(
    [review!['decision'], review!['comment'], review!['code'], review!['markup']],
    ['reject', 'A halo.', 'cut-out-edge', markup],
  );
  const [hidden] = (await reviewsOf(tenant.viewer, id)).entries;
  assert.equal(hidden!['resultContentHash'], null, 'only reviewers see a rejected result');
});

test('an unknown code, a mark outside the image and half a rectangle are 400 and name the field', async () => {
  const { tenant, id } = await openReview();
  for (const [more, field] of [
    [{ code: 'ugly' }, 'code'],
    [{ markup: [{ x: 0.5, y: 0.5, width: 0.6, height: 0.1 }] }, 'markup[0]'],
    [{ markup: [{ x: 0.5, y: 0.5, width: 0.1 }] }, 'markup[0]'],
    [{ markup: [{ x: 2, y: 0 }] }, 'markup'],
    [{ markup: 'here' }, 'markup'],
  ] as const) {
    const answer = await decide(tenant.reviewer, id, 'reject', { reason: 'No', ...more });
    assert.equal(answer.status, 400, JSON.stringify(more));
    assert.ok(answer.text.includes(field), answer.text);
  }
  assert.equal((await read(tenant.reviewer, id)).status, 'IN_QA');
});

test('an organization has its own reject codes, with defaults', async () => {
  const { tenant, id } = await openReview();
  const line = `/v1/organization/${tenant.id}/reject-codes`;
  const defaults = ['cut-out-edge', 'colour', 'framing', 'shadow', 'artefact', 'wrong-input'];
  assert.deepEqual((await ok(tenant.viewer(`GET ${line}`))).json(), { entries: defaults, total: 6 });
  const changed = await ok(tenant.admin(`PUT ${line}`, { json: { entries: ['too-dark'] } }));
  assert.deepEqual(changed.json(), { entries: ['too-dark'], total: 1 });
  for (const entries of [['A'], [''], ['a', 'a'], 'a', [5]])
    assert.equal((await tenant.admin(`PUT ${line}`, { json: { entries } })).status, 400, String(entries));
  assert.equal((await tenant.operator(`PUT ${line}`, { json: { entries: [] } })).status, 403);
  assert.equal((await decide(tenant.reviewer, id, 'reject', { reason: 'x', code: 'colour' })).status, 400);
  await ok(decide(tenant.reviewer, id, 'reject', { reason: 'x', code: 'too-dark' }));
});

test('an operator may not decide: 403; a second decision is 409', async () => {
  const { tenant, id } = await openReview();
  for (const [decision, json] of [
    ['approve', {}],
    ['reject', { reason: 'No' }],
    ['redo', { settings: {} }],
  ] as const)
    assert.equal((await decide(tenant.operator, id, decision, json)).status, 403, decision);
  await ok(decide(tenant.reviewer, id, 'approve'));
  for (const [decision, json] of [
    ['approve', {}],
    ['reject', { reason: 'No' }],
    ['redo', { settings: {} }],
  ] as const)
    assert.equal((await decide(tenant.reviewer, id, decision, json)).status, 409, decision);
});

test('a redo runs the execution again with other settings at the same price, and its result is reviewed again', async () => {
  const { tenant, id, record } = await openReview(100);
  await ok(
    tenant.owner(`PUT /v1/workflow/${record.workflow}`, { json: { ...REVIEWED, executionPrice: 500 } }),
  );
  const redone = await ok(
    decide(tenant.reviewer, id, 'redo', { settings: { fit: { width: 30 } }, comment: 'Larger' }),
  );
  assert.deepEqual(redone.json<ExecutionRecord>().settings, { fit: { width: 30 } });
  const again = (await untilStatus(tenant.reviewer, id, 'IN_QA')) as SingleRecord;
  assert.notEqual(again.resultContentHash, record.resultContentHash);
  assert.equal(again.attempts, 2);
  assert.equal(await balance(tenant.viewer), 0, 'the hold stayed');
  const [earlier] = again.earlierAttempts!;
  const { decidedAt, ...rest } = earlier!;
  assert.ok(decidedAt);
  assert.deepEqual(rest, {
    attempt: 1,
    settings: {},
    comment: 'Larger',
    resultContentHash: record.resultContentHash,
    resultPath: record.resultPath,
  });
  const shown = (await read(tenant.viewer, id)) as SingleRecord;
  assert.equal(shown.earlierAttempts![0]!['resultContentHash'], null, 'only reviewers see earlier results');
  const list = await ok(tenant.reviewer('GET /v2/workflow/execution/'));
  assert.ok(!list.text.includes('earlierAttempts'));
  const approved = await ok(decide(tenant.reviewer, id, 'approve'));
  assert.equal(approved.json<ExecutionRecord>().chargedCredits, 100);
  const decisions = (await reviewsOf(tenant.viewer, id)).entries.map(({ decision }) => decision);
  assert.deepEqual(decisions, ['redo', 'approve']);
});

test('an execution that was never redone has no earlierAttempts', async () => {
  const { record } = await openReview();
  assert.ok(!('earlierAttempts' in record));
});

test('the settings of a redo are checked as at create', async () => {
  const { tenant, id } = await openReview();
  for (const json of [
    {},
    { settings: 5 },
    { settings: { fit: { width: -1 } } },
    { settings: { fit: { nonsense: 1 } } },
    { settings: { fit: { width: 30 } }, comment: 5 },
  ])
    assert.equal((await decide(tenant.reviewer, id, 'redo', json)).status, 400, JSON.stringify(json));
  assert.equal((await read(tenant.reviewer, id)).status, 'IN_QA');
});

test('an execution is redone at most as often as the setting allows', async () => {
  const { tenant, id } = await openReview();
  for (const width of [21, 22]) {
    await ok(decide(tenant.reviewer, id, 'redo', { settings: { fit: { width } } }));
    await untilStatus(tenant.reviewer, id, 'IN_QA');
  }
  const third = await decide(tenant.reviewer, id, 'redo', { settings: { fit: { width: 23 } } });
  assert.equal(third.status, 409);
  assert.match(third.text, /redone 2 times/);
});
