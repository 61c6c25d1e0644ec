import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { statement } from '../../src/postgres/connection/database.ts';
import { look } from '../support/images.ts';
import { shareService } from '../support/service.ts';
import { ok, openTenant, read, untilStatus } from '../support/tenant.ts';
import {
  CANVAS,
  JPEG,
  pathOf,
  previewOf,
  product,
  RESIZE,
  runIn,
  stepOf,
  traceOf,
} from './runs-with-traces.ts';

const service = await shareService();
after(() => service.stop());
const tenant = await openTenant(service, 100_000);

const run = runIn(tenant);

test('a preview is a WebP of at most 512 pixels, and the last one is the result made small', async () => {
  const id = await run([RESIZE, CANVAS, JPEG], await product());
  const { resultPath } = await read(tenant.viewer, id);
  const result = await ok(tenant.viewer(`GET ${resultPath}`));
  const small = await sharp(result.bytes).resize(512, 512).raw().toBuffer();
  const { bytes, headers } = await ok(previewOf(tenant.viewer, id, 'file'));
  assert.deepEqual(await look(bytes), { format: 'webp', width: 512, height: 512 });
  assert.equal(headers.get('content-type'), 'image/webp');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const shown = await sharp(bytes).raw().toBuffer();
  const difference = shown.reduce((sum, value, at) => sum + Math.abs(value - small[at]!), 0) / shown.length;
  assert.ok(difference < 2, `mean difference ${difference}`);
  assert.deepEqual(await look((await previewOf(tenant.viewer, id, 'input')).bytes), {
    format: 'webp',
    width: 512,
    height: 384,
  });
  assert.deepEqual(await look((await previewOf(tenant.viewer, id, 'small')).bytes), {
    format: 'webp',
    width: 512,
    height: 384,
  });
});

test('the input is shown upright, and transparent parts stay transparent', async () => {
  const turned = await sharp(await product(240, 160))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const cut = { id: 'cut', component: 'remove-background', params: { method: 'studio' } };
  const id = await run([cut], turned);
  assert.deepEqual(await look((await previewOf(tenant.viewer, id, 'input')).bytes), {
    format: 'webp',
    width: 160,
    height: 240,
  });
  const { channels, isOpaque } = await sharp((await previewOf(tenant.viewer, id, 'cut')).bytes)
    .stats()
    .then((stats) => ({ channels: stats.channels.length, isOpaque: stats.isOpaque }));
  assert.deepEqual([channels, isOpaque], [4, false]);
  const trace = await traceOf(tenant.viewer, id);
  assert.ok(stepOf(trace, 'cut').confidence! > 0.5);
  assert.equal(trace.totals.confidence, stepOf(trace, 'cut').confidence);
});

test('an unknown step has no preview, and a preview that the caller has is not sent again', async () => {
  const id = await run([RESIZE], await product());
  assert.equal((await previewOf(tenant.viewer, id, 'nonsense')).status, 404);
  const { headers } = await ok(previewOf(tenant.viewer, id, 'small'));
  const again = await tenant.viewer(`GET ${pathOf(id)}/small/preview`, {
    headers: { 'if-none-match': headers.get('etag')! },
  });
  assert.equal(again.status, 304);
});

test('another organization sees neither trace nor previews', async () => {
  const stranger = await openTenant(service);
  const id = await run([RESIZE], await product());
  await ok(previewOf(tenant.viewer, id, 'small'));
  assert.equal((await stranger.owner(`GET ${pathOf(id)}`)).status, 404);
  assert.equal((await previewOf(stranger.owner, id, 'small')).status, 404);
});

test('the steps of a result that waits for a reviewer, or was rejected, are shown to reviewers only; the input to everyone', async () => {
  const id = await run([RESIZE], await product(), { qa: 'all', status: 'IN_QA' });
  const expect = async (hidden: number) => {
    for (const role of ['operator', 'viewer'] as const) {
      assert.equal((await previewOf(tenant[role], id, 'small')).status, hidden, role);
      assert.equal((await previewOf(tenant[role], id, 'input')).status, 200, role);
      const { steps } = await traceOf(tenant[role], id);
      assert.equal(steps[0]?.preview === null, hidden === 403);
    }
    for (const role of ['owner', 'admin', 'reviewer'] as const)
      assert.equal((await previewOf(tenant[role], id, 'small')).status, 200, role);
  };
  await expect(403);
  await ok(tenant.reviewer(`POST /v1/workflow/execution/${id}/reject`, { json: { reason: 'Crooked' } }));
  await expect(403);
  // A retry does not reveal the rejected image either: not before the new attempt has run, and not after it.
  await ok(tenant.operator(`POST /v1/workflow/execution/${id}/retry`));
  assert.equal((await previewOf(tenant.viewer, id, 'small')).status, 403);
  await untilStatus(tenant.reviewer, id, 'IN_QA');
  assert.equal((await traceOf(tenant.viewer, id)).attempt, 2);
  await expect(403);
  await ok(tenant.reviewer(`POST /v1/workflow/execution/${id}/approve`));
  await expect(200);
});

test('previews are 404 after DARKROOM_PREVIEW_DAYS, and the trace remains without them', async (t) => {
  const id = await run([RESIZE, CANVAS], await product());
  await ok(previewOf(tenant.viewer, id, 'small'));
  const shift = statement('update executions set finished_at = finished_at + $2::interval where id = $1');
  await service.database.database.run(shift, [id, '-10081 minutes']);
  // The audit at the end compares the usage with the times of executions, so the time is restored.
  t.after(() => service.database.database.run(shift, [id, '10081 minutes']));
  const { status, text } = await previewOf(tenant.viewer, id, 'small');
  assert.equal(status, 404);
  assert.match(text, /kept for 7 days/);
  const trace = await traceOf(tenant.viewer, id);
  assert.deepEqual([trace.complete, trace.steps[0]?.preview, trace.steps.length], [false, null, 2]);
});
