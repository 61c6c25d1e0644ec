import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import { plain, type Rgb } from '../components/sample-images.ts';
import type { Call } from '../support/call.ts';
import { shareService } from '../support/service.ts';
import { event, eventsIn } from '../support/status-events.ts';
import {
  addWorkflow,
  balance,
  create,
  grant,
  openTenant,
  read,
  untilStatus,
  upload,
} from '../support/tenant.ts';

const service = await shareService();
after(() => service.stop());

const STEPS = [{ id: 'png', component: 'convert', params: { format: 'png' } }];
const REVIEWED = { name: 'Reviewed', workflowComponents: STEPS, qa: 'all', executionPrice: 100 };
const path = (id: string, rest = '') => `/v1/workflow/execution/${id}${rest}`;
const decide = (call: Call, id: string, decision: string, json?: unknown) =>
  call(`POST ${path(id, `/${decision}`)}`, json === undefined ? {} : { json });
const HIDDEN = { resultContentHash: null, resultContentType: null, resultFileName: null, resultPath: null };
const resultOf = ({ resultContentHash, resultContentType, resultFileName, resultPath }: ExecutionRecord) => ({
  resultContentHash,
  resultContentType,
  resultFileName,
  resultPath,
});

/** An organization with one execution in review. */
const openReview = async (credits = 1_000) => {
  const tenant = await openTenant(service, credits);
  const workflow = await addWorkflow(tenant.owner, REVIEWED);
  const contentHash = await upload(tenant.operator);
  const id = await create(tenant.operator, workflow, { contentHash });
  const record = await untilStatus(tenant.reviewer, id, 'IN_QA');
  return { tenant, workflow, contentHash, id, record, hash: record.resultContentHash! };
};

test('an execution of a workflow with QA ends in IN_QA: finished, held, not charged', async () => {
  const { tenant, record } = await openReview(100);
  assert.equal(record.status, 'IN_QA');
  assert.ok(record.finishedAt);
  assert.equal(record.chargedCredits, null);
  assert.equal(await balance(tenant.viewer), 0);
});

test('in review the result fields are null except to reviewers, admins and owners', async () => {
  const { tenant, id, hash } = await openReview();
  const shown = {
    resultContentHash: hash,
    resultContentType: 'image/png',
    resultFileName: 'shoe.png',
    resultPath: `/image/${hash}/shoe.png`,
  };
  for (const role of ['owner', 'admin', 'operator', 'reviewer', 'viewer'] as const) {
    const expected = role === 'operator' || role === 'viewer' ? HIDDEN : shown;
    assert.deepEqual(resultOf(await read(tenant[role], id)), expected, role);
    const list = await tenant[role]('GET /v2/workflow/execution/');
    const [entry] = list.json<{ entries: ExecutionRecord[] }>().entries;
    assert.deepEqual(resultOf(entry!), expected, role);
  }
});

test('in review the image is 403 except to reviewers, admins and owners', async () => {
  const { tenant, hash } = await openReview();
  for (const role of ['owner', 'admin', 'reviewer'] as const)
    assert.equal((await tenant[role](`GET /image/${hash}/shoe.png`)).status, 200, role);
  for (const role of ['operator', 'viewer'] as const)
    assert.equal((await tenant[role](`GET /image/${hash}/shoe.png`)).status, 403, role);
});

test('the bytes are shown when another record of the organization has the same hash', async () => {
  const { tenant, contentHash, hash } = await openReview();
  const plain = await addWorkflow(tenant.owner, { ...REVIEWED, qa: 'off' });
  const same = await untilStatus(
    tenant.operator,
    await create(tenant.operator, plain, { contentHash }),
    'COMPLETED',
  );
  assert.equal(same.resultContentHash, hash);
  assert.equal((await tenant.viewer(`GET /image/${hash}/shoe.png`)).status, 200);
});

test('an image that everyone could see stays visible when a result in review has the same hash', async () => {
  const { tenant, workflow, contentHash, id, hash } = await openReview();
  assert.equal((await decide(tenant.reviewer, id, 'approve')).status, 200);
  const second = await create(tenant.operator, workflow, { contentHash });
  await untilStatus(tenant.reviewer, second, 'IN_QA');
  assert.equal((await tenant.viewer(`GET /image/${hash}/shoe.png`)).status, 200);
  assert.equal((await decide(tenant.reviewer, second, 'reject', { reason: 'Twice' })).status, 200);
  assert.equal((await tenant.viewer(`GET /image/${hash}/shoe.png`)).status, 200);
});

test('a result in review is not yet an image of the organization: it cannot be an input', async () => {
  const { tenant, workflow, hash } = await openReview();
  const json = { image: { name: 'a.png', contentHash: hash, contentType: null } };
  for (const call of [tenant.operator, tenant.owner]) {
    assert.equal((await call(`HEAD /v1/upload/${hash}`)).status, 404);
    const line = `POST /v1/workflow/execution/create?workflow=${workflow.id}`;
    assert.equal((await call(line, { json })).status, 404);
  }
});

test('IN_QA does not end the status stream or the blocking result; the approval does', async () => {
  const { tenant, id } = await openReview();
  const result = tenant.viewer(`GET ${path(id, '/result/default')}`);
  const stream = await tenant.viewer.open(`GET ${path(id, '/status')}`);
  let text = '';
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    if (text === '') assert.equal((await decide(tenant.reviewer, id, 'approve')).status, 200);
    text += chunk;
  }
  assert.equal(eventsIn(text), event('IN_QA') + event('COMPLETED'));
  assert.equal((await result).status, 200);
});

test('approve makes it COMPLETED and returns the record, and the hold becomes the charge', async () => {
  const { tenant, id, record, hash } = await openReview();
  const answer = await decide(tenant.reviewer, id, 'approve');
  assert.equal(answer.status, 200);
  const approved = answer.json<ExecutionRecord>();
  assert.deepEqual(approved, { ...record, status: 'COMPLETED', chargedCredits: 100 });
  assert.deepEqual(await read(tenant.viewer, id), approved);
  assert.equal((await tenant.viewer(`GET /image/${hash}/shoe.png`)).status, 200);
  assert.equal(await balance(tenant.viewer), 900);
  for (const decision of ['approve', 'reject', 'cancel'])
    assert.equal((await decide(tenant.owner, id, decision, { reason: 'Late' })).status, 409, decision);
});

test('reject makes it FAILED with the code qa_rejected and the reason, and the hold is released', async () => {
  const { tenant, id, hash } = await openReview();
  const answer = await decide(tenant.reviewer, id, 'reject', { reason: 'The shadow is too hard.' });
  assert.equal(answer.status, 200);
  const rejected = answer.json<ExecutionRecord>();
  assert.equal(rejected.status, 'FAILED');
  assert.deepEqual(rejected.error, {
    code: 'qa_rejected',
    message: 'The shadow is too hard.',
    component: null,
  });
  assert.equal(rejected.chargedCredits, null);
  assert.equal(await balance(tenant.viewer), 1_000);
  assert.equal((await tenant.viewer(`GET ${path(id, '/result/default')}`)).status, 422);
  assert.equal(rejected.resultContentHash, hash, 'a rejected result stays visible to reviewers');
  assert.equal((await tenant.reviewer(`GET /image/${hash}/shoe.png`)).status, 200);
  assert.deepEqual(resultOf(await read(tenant.viewer, id)), HIDDEN, 'and to nobody else');
  assert.equal((await tenant.viewer(`GET /image/${hash}/shoe.png`)).status, 403);
});

test('a rejection needs a reason', async () => {
  const { tenant, id } = await openReview();
  for (const json of [
    undefined,
    {},
    { reason: '' },
    { reason: 5 },
    { reason: null },
    'text',
    [],
    { reason: '\0' },
    { reason: '\ud800' },
  ])
    assert.equal((await decide(tenant.reviewer, id, 'reject', json)).status, 400, JSON.stringify(json));
  assert.equal((await read(tenant.reviewer, id)).status, 'IN_QA');
});

test('when several reviewers decide at once, one decision counts and the others are 409', async () => {
  const { tenant, id } = await openReview();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      decide(tenant.reviewer, id, n % 2 ? 'approve' : 'reject', { reason: 'Or not' }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array(9).fill(409)]);
  const { status } = await read(tenant.reviewer, id);
  assert.equal(await balance(tenant.viewer), status === 'COMPLETED' ? 900 : 1_000);
});

test('in review a cancel is 409 and a retry 404; a rejected execution can be retried into review again', async () => {
  const { tenant, id } = await openReview();
  assert.equal((await decide(tenant.operator, id, 'cancel')).status, 409);
  assert.equal((await decide(tenant.operator, id, 'retry')).status, 404);
  await decide(tenant.reviewer, id, 'reject', { reason: 'Again' });
  assert.equal((await decide(tenant.operator, id, 'retry')).status, 200);
  const again = await untilStatus(tenant.reviewer, id, 'IN_QA');
  assert.equal(again.attempts, 2);
  assert.equal((await decide(tenant.reviewer, id, 'approve')).status, 200);
  assert.equal(await balance(tenant.viewer), 900);
});

test('a rejected cut-out is made again with a mask as second input, and a cut-out in review with marks in the settings', async () => {
  const tenant = await openTenant(service);
  const workflow = await addWorkflow(tenant.owner, {
    inputs: { default: {}, 1: { required: false, description: 'A mask.' } },
    workflowComponents: [
      { id: 'cut', component: 'remove-background', params: { method: 'studio', hints: '1' } },
      { id: 'png', component: 'convert', params: { format: 'png' } },
    ],
    qa: 'all',
  });
  const box = (colour: Rgb) => plain(16, 16, colour).png().toBuffer();
  const photo = await plain(64, 48, [230, 228, 224])
    .composite([
      { input: await box([160, 40, 50]), left: 8, top: 16 },
      { input: await box([30, 110, 60]), left: 40, top: 16 },
    ])
    .png()
    .toBuffer();
  const left = { input: await box([0, 0, 0]), left: 8, top: 16 };
  const mask = await plain(64, 48, [128, 128, 128]).composite([left]).png().toBuffer();
  const imageOf = async (bytes: Buffer) => ({
    name: 'boxes.png',
    contentHash: await upload(tenant.operator, bytes),
    contentType: 'image/png',
  });
  /** The alpha values of the two boxes in the result. */
  const alphasOf = async (id: string) => {
    await untilStatus(tenant.reviewer, id, 'IN_QA');
    const { bytes } = await tenant.reviewer(`GET ${(await read(tenant.reviewer, id)).resultPath}`);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    return [16, 48].map((x) => data[(24 * 64 + x) * 4 + 3]);
  };
  const line = `POST /v1/workflow/execution/create?workflow=${workflow.id}`;
  const image = await imageOf(photo);
  const first = (await tenant.operator(line, { json: { image } })).text;
  assert.deepEqual(await alphasOf(first), [255, 255]);
  const drop = [{ x: 0.6, y: 0.3, width: 0.3, height: 0.4 }];
  assert.equal((await decide(tenant.reviewer, first, 'redo', { settings: { cut: { drop } } })).status, 200);
  assert.deepEqual(await alphasOf(first), [255, 0]);
  await decide(tenant.reviewer, first, 'reject', { reason: 'The other one' });
  const images = { default: image, 1: await imageOf(mask) };
  assert.deepEqual(await alphasOf((await tenant.operator(line, { json: { images } })).text), [0, 255]);
});

test('a withdrawal never takes the hold of an execution in review', async () => {
  const { tenant } = await openReview(150);
  const line = `POST /v1/organization/${tenant.id}/credits`;
  assert.equal((await service.administrator(line, { json: { amount: -51 } })).status, 409);
  await grant(service, tenant, -50);
  assert.equal(await balance(tenant.viewer), 0);
});

test('feedback is 200 with an opinion and uploaded images, and 400 or 404 with anything else', async () => {
  const { tenant, id, contentHash } = await openReview();
  const status = async (json: unknown, execution = id) =>
    (await decide(tenant.operator, execution, 'feedback', json)).status;
  for (const json of [
    { thumbsUp: true },
    { thumbsUp: false, expectedImages: [contentHash] },
    { thumbsUp: true, expectedImages: [] },
    { thumbsUp: true, expectedImages: null },
  ])
    assert.equal(await status(json), 200, JSON.stringify(json));
  for (const json of [
    {},
    { thumbsUp: 'yes' },
    { thumbsUp: null },
    { thumbsUp: true, expectedImages: 'x' },
    { thumbsUp: true, expectedImages: [5] },
    [],
  ])
    assert.equal(await status(json), 400, JSON.stringify(json));
  for (const hash of ['f'.repeat(64), 'nonsense', '\0'])
    assert.equal(await status({ thumbsUp: true, expectedImages: [hash] }), 404, hash);
  assert.equal(await status({ thumbsUp: true }, '018f3a5e-7c00-7000-8000-000000000000'), 404);
});
