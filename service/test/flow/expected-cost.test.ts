import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { startService } from '../support/service.ts';
import { addWorkflow, balance, create, ok, openTenant, untilStatus, upload } from '../support/tenant.ts';

const service = await startService({ env: { DARKROOM_LANE_DEADLINE_MS: '5000' } });
after(() => service.stop());
const { owner, operator } = await openTenant(service);

const DEAR = {
  id: 'out',
  component: 'convert',
  params: { format: 'avif', effort: 'small', maxBytes: 100_000 },
};
const LESS = { id: 'less', component: 'resize', params: { width: 64 } };
const background = '#445566';
const large = await upload(
  operator,
  await sharp({ create: { width: 6000, height: 4000, channels: 3, background } })
    .jpeg()
    .toBuffer(),
);
const imageOf = (contentHash: string) => ({ name: 'a.jpg', contentHash, contentType: 'image/jpeg' });

test('an execution that would certainly exceed its deadline is 422 and names the step, and nothing is held', async () => {
  const workflow = await addWorkflow(owner, { workflowComponents: [DEAR] });
  const before = await balance(owner);
  const line = `POST /v1/workflow/execution/create?workflow=${workflow.id}`;
  const answer = await operator(line, { json: { image: imageOf(large) } });
  assert.equal(answer.status, 422);
  assert.match(answer.text, /the step out \(convert\) takes most of it/);
  assert.equal(await balance(owner), before);
  const { total } = (await operator('GET /v2/workflow/execution/?limit=0')).json<{ total: number }>();
  assert.equal(total, 0);
});

test('settings count: the same workflow runs when they make it lighter', async () => {
  const workflow = await addWorkflow(owner, { workflowComponents: [DEAR] });
  const line = `POST /v1/workflow/execution/create?workflow=${workflow.id}`;
  const settings = { out: { format: 'jpeg', effort: 'fast', maxBytes: 0 } };
  const answer = await operator(line, { json: { image: imageOf(large), settings } });
  assert.equal(answer.status, 201);
});

test('an image that an earlier step shrinks is accepted; its trace has the estimate, and its record no size', async () => {
  const workflow = await addWorkflow(owner, { workflowComponents: [LESS, DEAR] });
  const id = await create(operator, workflow, { contentHash: large });
  const { inputs } = await untilStatus(operator, id, 'COMPLETED');
  assert.deepEqual(Object.keys(inputs.default).sort(), ['contentHash', 'contentType', 'name']);
  const trace = await ok(operator(`GET /v1/workflow/execution/${id}/trace`));
  const { totals } = trace.json<{ totals: { expectedMs: number } }>();
  assert.ok(totals.expectedMs > 10 && totals.expectedMs < 10_000, `${totals.expectedMs} ms`);
});

test('a preview reports the expected cost of the full image', async () => {
  const preview = async (workflowComponents: object[], step?: string) => {
    const json = { workflowComponents, image: large, ...(step && { step }) };
    const { headers } = await ok(operator('POST /v1/workflow/preview', { json }));
    return Number(headers.get('x-darkroom-expected-ms'));
  };
  const denoise = { id: 'denoise', component: 'denoise', params: {} };
  const late = await preview([denoise, LESS], 'input');
  const early = await preview([LESS, denoise], 'input');
  assert.ok(early > 0 && late > 2 * early, `${early} and ${late} ms`);
});
