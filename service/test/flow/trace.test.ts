import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { randomImage } from '../support/images.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, ok, openTenant, untilStatus, upload } from '../support/tenant.ts';
import {
  CANVAS,
  JPEG,
  pathOf,
  previewOf,
  product,
  RESIZE,
  runIn,
  stepOf,
  type Trace,
  traceOf,
} from './runs-with-traces.ts';

const service = await shareService();
after(() => service.stop());
const tenant = await openTenant(service, 100_000);

const UNKNOWN = '018f3a5e-7c00-7000-8000-00000000ffff';

const run = runIn(tenant);

const TALL_WEBP = { id: 'file', component: 'convert', params: { format: 'webp' } };

test('a trace lists every step in order: size, duration, memory, and the step it was joined with', async () => {
  const id = await run([RESIZE, CANVAS, JPEG], await product());
  const trace = await traceOf(tenant.viewer, id);
  assert.deepEqual(
    trace.steps.map(({ id, component, width, height, skipped, failed }) => ({
      id,
      component,
      width,
      height,
      skipped,
      failed,
    })),
    [
      { id: 'small', component: 'resize', width: 800, height: 600, skipped: null, failed: false },
      { id: 'place', component: 'canvas', width: 1000, height: 1000, skipped: null, failed: false },
      { id: 'file', component: 'convert', width: 1000, height: 1000, skipped: null, failed: false },
    ],
  );
  assert.deepEqual([trace.input?.width, trace.input?.height, trace.input?.megapixels], [1200, 900, 1.08]);
  assert.deepEqual([trace.attempt, trace.failedStep, trace.complete], [1, null, true]);
  // Two resizes cannot be one pipeline, but the second one and the steps behind it can.
  assert.deepEqual([trace.input?.joinedWith, stepOf(trace, 'place').joinedWith], ['small', 'file']);
  assert.equal(stepOf(trace, 'place').durationMs, null);
  for (const at of ['small', 'file']) {
    assert.equal(stepOf(trace, at).joinedWith, null);
    assert.ok(stepOf(trace, at).durationMs! > 0);
    assert.ok(stepOf(trace, at).memoryBytes! > 10_000_000);
  }
  assert.equal(stepOf(trace, 'place').megapixels, 1);
  assert.deepEqual([trace.totals.stepsRun, trace.totals.stepsSkipped], [3, 0]);
  const sum = stepOf(trace, 'small').durationMs! + stepOf(trace, 'file').durationMs!;
  assert.ok(Math.abs(trace.totals.durationMs - sum) < 0.2);
});

test('a recorded trace has the times and transforms at once, and runs nothing again', async () => {
  const id = await run([RESIZE, CANVAS, JPEG], await product());
  const recorded = async () => (await ok(tenant.viewer(`GET ${pathOf(id)}?recorded=true`))).json<Trace>();
  // The trace is read twice: if the first call had started a run, the second would be complete.
  await recorded();
  const before = await recorded();
  assert.equal(before.complete, false);
  assert.equal(stepOf(before, 'place').width, null, 'a joined step has no size of its own yet');
  const complete = await traceOf(tenant.viewer, id);
  assert.equal(complete.complete, true);
  const transforms = ({ steps }: Trace) => steps.map(({ transformFromInput }) => transformFromInput);
  assert.deepEqual(transforms(before), transforms(complete));
  assert.deepEqual(
    before.steps.map(({ durationMs }) => durationMs),
    complete.steps.map(({ durationMs }) => durationMs),
  );
  assert.deepEqual(await recorded(), complete, 'what is known from an earlier call is there as well');
});

test('an execution without an attempt has a trace without steps, and an unknown one is 404', async () => {
  const poor = await openTenant(service, 0);
  const id = await create(poor.operator, await addWorkflow(poor.owner, { workflowComponents: [RESIZE] }));
  const trace = await traceOf(poor.viewer, id);
  assert.deepEqual([trace.attempt, trace.input, trace.steps, trace.complete], [null, null, [], true]);
  assert.equal((await previewOf(poor.viewer, id, 'small')).status, 404);
  for (const unknown of [UNKNOWN, 'nonsense']) {
    assert.equal((await tenant.viewer(`GET ${pathOf(unknown)}`)).status, 404);
    assert.equal((await previewOf(tenant.viewer, unknown, 'input')).status, 404);
  }
});

test('a step is skipped by its condition, by a missing input, or because a later step overrides it', async () => {
  const steps = [
    { id: 'never', component: 'blur', params: { radius: 9 }, when: { minWidth: 5000 } },
    { id: 'logo', component: 'overlay', params: { input: '1' } },
    { id: 'png', component: 'convert', params: { format: 'png' } },
    JPEG,
  ];
  const id = await run(steps, await product(), { inputs: { '1': { required: false } } });
  const trace = await traceOf(tenant.viewer, id);
  assert.deepEqual(
    trace.steps.map(({ skipped }) => skipped),
    ['condition', 'missing_input', 'superseded', null],
  );
  assert.equal(trace.totals.stepsSkipped, 3);
  // The skipped step left the image as it was.
  const [skipped, input] = await Promise.all(
    ['never', 'input'].map((step) => previewOf(tenant.viewer, id, step)),
  );
  assert.deepEqual(skipped?.bytes, input?.bytes);
});

test('the trace of a FAILED execution goes up to the step that failed, and names it', async () => {
  const steps = [
    { id: 'thin', component: 'resize', params: { width: 2 } },
    { id: 'must', component: 'assert', params: { minWidth: 500 } },
    { id: 'gray', component: 'grayscale' },
  ];
  const id = await run(steps, await product(), { status: 'FAILED' });
  const trace = await traceOf(tenant.viewer, id);
  assert.equal(trace.failedStep, 'must');
  assert.deepEqual(
    trace.steps.map(({ id, failed, width }) => [id, failed, width]),
    [
      ['thin', false, 2],
      ['must', true, null],
    ],
  );
  assert.equal((await previewOf(tenant.viewer, id, 'thin')).status, 200);
  for (const step of ['must', 'gray']) {
    const { status, text } = await previewOf(tenant.viewer, id, step);
    assert.equal(status, 404);
    assert.match(text, /did not finish the step/);
  }
});

test('a file that cannot be made fails at the step that makes it', async () => {
  const tall = await sharp({ create: { width: 1, height: 20_000, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const id = await run([{ id: 'gray', component: 'grayscale' }, TALL_WEBP], tall, { status: 'FAILED' });
  const trace = await traceOf(tenant.viewer, id);
  assert.equal(trace.failedStep, 'file');
  assert.equal((await previewOf(tenant.viewer, id, 'gray')).status, 200);
});

test('an image that cannot be read fails at the input', async () => {
  const whole = await sharp(await product())
    .jpeg()
    .toBuffer();
  const id = await run([RESIZE], whole.subarray(0, Math.round(whole.length / 2)), { status: 'FAILED' });
  const trace = await traceOf(tenant.viewer, id);
  assert.equal(trace.failedStep, 'input');
  assert.deepEqual(trace.steps, []);
  assert.equal((await previewOf(tenant.viewer, id, 'input')).status, 404);
});

test('warnings say what a person should know', async () => {
  const frames = await sharp(await randomImage('png', { width: 32, height: 64 }), {})
    .png()
    .toBuffer();
  const gif = await sharp(await sharp(frames).raw().toBuffer(), {
    raw: { width: 32, height: 64, channels: 3, pageHeight: 32 },
  })
    .gif()
    .toBuffer();
  const id = await run(
    [
      { id: 'large', component: 'resize', params: { width: 320, enlarge: true } },
      { id: 'round', component: 'rotate', params: { angle: 10, background: '#00000000' } },
      JPEG,
    ],
    gif,
  );
  const trace = await traceOf(tenant.viewer, id);
  assert.match(trace.input!.warnings.join(), /2 frames .* Only the first is used/);
  assert.match(stepOf(trace, 'large').warnings.join(), /enlarged 10\.0 times/);
  assert.match(stepOf(trace, 'file').warnings.join(), /JPEG has no transparency/);
  assert.equal(trace.totals.warnings, 3);
});

test('with qa unsure, only results for which a step reports a low confidence wait for a reviewer', async () => {
  const cut = { id: 'cut', component: 'remove-background', params: { method: 'studio' } };
  const sure = await run([cut], await product(480, 360), { qa: 'unsure' });
  assert.ok((await traceOf(tenant.viewer, sure)).totals.confidence! >= 0.75);
  const plain = await run([RESIZE], await product(), { qa: 'unsure' });
  assert.equal((await traceOf(tenant.viewer, plain)).totals.confidence, null);
  const noise = await randomImage('png', { width: 120, height: 80 });
  const unsure = await run([cut], noise, { qa: 'unsure', status: 'IN_QA' });
  const trace = await traceOf(tenant.reviewer, unsure);
  assert.ok(trace.totals.confidence! < 0.75);
  assert.match(stepOf(trace, 'cut').warnings.join(), /confidence of this step is only \d+ %/);
  await run([cut], noise, { qa: 'off' });
});

test('a trace has the transform of each step, and that of all steps up to it', async () => {
  const turned = await sharp(await product(1200, 900))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const steps = [
    { id: 'grey', component: 'grayscale' },
    { id: 'never', component: 'flip', when: { minWidth: 5000 } },
    { id: 'half', component: 'resize', params: { width: 450 } },
    { id: 'frame', component: 'border', params: { width: 10, unit: 'pixels' } },
    JPEG,
  ];
  const trace = await traceOf(tenant.viewer, await run(steps, turned));
  const same = [
    [1, 0, 0],
    [0, 1, 0],
  ];
  // Stored as 1200 x 900, shown as 900 x 1200.
  assert.deepEqual(trace.input?.transform, [
    [0, -1, 900],
    [1, 0, 0],
  ]);
  const half = [
    [0.5, 0, 0],
    [0, 0.5, 0],
  ];
  const framed = [
    [0.5, 0, 10],
    [0, 0.5, 10],
  ];
  const frame = [
    [1, 0, 10],
    [0, 1, 10],
  ];
  assert.deepEqual(
    trace.steps.map(({ transform }) => transform),
    [same, same, half, frame, same],
  );
  assert.deepEqual(
    trace.steps.map(({ transformFromInput }) => transformFromInput),
    [same, same, half, framed, framed],
  );
});

test('after a step that no affine map describes, the transform from the input is null', async () => {
  const collage = { id: 'grid', component: 'collage', params: { inputs: ['1'] } };
  const inputs = { '1': { required: true } };
  const workflow = await addWorkflow(tenant.owner, { workflowComponents: [collage, RESIZE], inputs });
  const hash = await upload(tenant.operator, await product());
  const image = { name: 'a.jpg', contentHash: hash, contentType: 'image/jpeg' };
  const json = { images: { default: image, '1': image } };
  const path = `POST /v1/workflow/execution/create?workflow=${workflow.id}`;
  const id = (await ok(tenant.operator(path, { json }))).text;
  await untilStatus(tenant.owner, id, 'COMPLETED');
  const { steps } = await traceOf(tenant.viewer, id);
  assert.equal(steps[0]?.transform, null);
  assert.ok(steps[1]?.transform);
  assert.deepEqual(
    steps.map(({ transformFromInput }) => transformFromInput),
    [null, null],
  );
});
