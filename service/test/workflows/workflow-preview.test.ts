import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { statement } from '../../src/postgres/connection/database.ts';
import type { Call } from '../support/call.ts';
import { look, randomImage } from '../support/images.ts';
import { KEEPS_ALL_STEPS, shareService, startService } from '../support/service.ts';
import { addWorkflow, balance, create, ok, openTenant, untilStatus, upload } from '../support/tenant.ts';

// This file is long on purpose: its tests share two services with settings of their own.

const service = await shareService('start', KEEPS_ALL_STEPS);
after(() => service.stop());
const tenant = await openTenant(service);

const preview = (call: Call, json: object) => call('POST /v1/workflow/preview', { json });
/** Left half red, right half blue. */
const halves = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c8281e' } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: '#1e3cc8' } },
        left: width / 2,
        top: 0,
      },
    ])
    .png()
    .toBuffer();
const pixelAt = async (bytes: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];
const near = (actual: number[], expected: number[]) =>
  assert.ok(
    expected.every((value, at) => Math.abs(value - actual[at]!) < 16),
    `${actual} is not ${expected}`,
  );

const large = await upload(tenant.operator, await halves(2048, 1024));

test('a preview is a WebP of the image after the last step, made from a small copy', async () => {
  const flip = { id: 'flip', component: 'flip', params: { axis: 'horizontal' } };
  const { bytes, headers } = await ok(preview(tenant.operator, { workflowComponents: [flip], image: large }));
  assert.deepEqual(await look(bytes), { format: 'webp', width: 1024, height: 512 });
  assert.equal(headers.get('content-type'), 'image/webp');
  assert.equal(headers.get('cache-control'), 'no-store');
  near(await pixelAt(bytes, 100, 256), [30, 60, 200]);
});

test('parameters in pixels are scaled down with the image', async () => {
  const workflowComponents = [
    { id: 'part', component: 'crop', params: { by: 'pixels', width: 1024, height: 1024 } },
    {
      id: 'place',
      component: 'canvas',
      params: { width: 2048, height: 2048, margin: 512, marginUnit: 'pixels' },
    },
  ];
  const { bytes } = await ok(preview(tenant.operator, { workflowComponents, image: large }));
  assert.deepEqual(await look(bytes), { format: 'webp', width: 1024, height: 1024 });
  near(await pixelAt(bytes, 200, 512), [255, 255, 255]);
  near(await pixelAt(bytes, 300, 512), [200, 40, 30]);
  near(await pixelAt(bytes, 700, 512), [30, 60, 200]);
  const asked = { workflowComponents, image: large, step: 'part' };
  assert.deepEqual(await look((await ok(preview(tenant.operator, asked))).bytes), {
    format: 'webp',
    width: 512,
    height: 512,
  });
});

test('conditions are evaluated for the full size of the image', async () => {
  const gray = { component: 'grayscale' };
  const workflowComponents = [
    { id: 'never', ...gray, when: { maxWidth: 1024 } },
    { id: 'quarter', component: 'rotate', params: { angle: 90 }, when: { minWidth: 2048 } },
  ];
  const { bytes } = await ok(preview(tenant.operator, { workflowComponents, image: large }));
  assert.deepEqual(await look(bytes), { format: 'webp', width: 512, height: 1024 });
  near(await pixelAt(bytes, 256, 100), [200, 40, 30]);
});

test('transparency is kept, and any step can be named, including the input', async () => {
  const image = await upload(tenant.operator, await halves(200, 100));
  const workflowComponents = [
    { id: 'turn', component: 'rotate', params: { angle: 45, background: '#00000000' } },
    { id: 'file', component: 'convert', params: { format: 'jpeg', background: '#00ff00' } },
    { id: 'gray', component: 'grayscale' },
  ];
  const shown = async (step?: string) =>
    (await ok(preview(tenant.operator, { workflowComponents, image, step }))).bytes;
  assert.equal((await sharp(await shown('turn')).stats()).isOpaque, false);
  // The step that makes the file runs at the end, wherever it is in the list.
  assert.equal((await sharp(await shown('gray')).stats()).isOpaque, true);
  near(await pixelAt(await shown('file'), 2, 2), [0, 255, 0]);
  assert.deepEqual(await look(await shown('input')), { format: 'webp', width: 200, height: 100 });
});

test('other inputs and settings are used', async () => {
  const workflowComponents = [
    { id: 'logo', component: 'overlay', params: { input: '1', position: 'center' } },
  ];
  const inputs = { '1': { required: true } };
  const green = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer();
  const images = { default: large, '1': await upload(tenant.operator, green) };
  const settings = { logo: { scale: 0.5 } };
  const { bytes } = await ok(preview(tenant.operator, { inputs, workflowComponents, images, settings }));
  near(await pixelAt(bytes, 512, 256), [0, 255, 0]);
  near(await pixelAt(bytes, 300, 256), [0, 255, 0]);
});

test('a colour table is not made smaller: it must keep every pixel', async () => {
  const size = 64;
  const strip = Buffer.alloc(size * size * size * 3);
  for (let blue = 0; blue < size; blue += 1)
    for (let green = 0; green < size; green += 1)
      for (let red = 0; red < size; red += 1) {
        const at = (green * size * size + blue * size + red) * 3;
        strip.set([255 - red * 4, 255 - green * 4, 255 - blue * 4], at);
      }
  const table = await sharp(strip, { raw: { width: size * size, height: size, channels: 3 } })
    .png()
    .toBuffer();
  const workflowComponents = [{ id: 'negative', component: 'lut', params: { input: '1' } }];
  const images = { default: large, '1': await upload(tenant.operator, table) };
  const inputs = { '1': { required: true } };
  const { bytes } = await ok(preview(tenant.operator, { inputs, workflowComponents, images }));
  near(await pixelAt(bytes, 100, 100), [55, 215, 225]);
});

test('nothing is stored and nothing is charged', async () => {
  const other = await openTenant(service, 5);
  const image = await upload(other.operator);
  const before = await balance(other.operator);
  await ok(preview(other.operator, { workflowComponents: [{ id: 'gray', component: 'grayscale' }], image }));
  assert.equal(await balance(other.operator), before);
  assert.equal(
    (await other.operator('GET /v2/workflow/execution/?limit=0')).json<{ total: number }>().total,
    0,
  );
  assert.deepEqual(await readdir(join(service.dataDir, 'objects', 'tmp')), []);
  const count = statement<{ count: number }>('select count(*) from images where organization_id = $1');
  assert.equal((await service.database.database.run(count, [other.id]))[0]?.count, 1);
});

test('mistakes are 400 with their place, as when a workflow is saved', async () => {
  const step = (more: object) => [{ id: 'a', component: 'resize', params: { width: 5 }, ...more }];
  for (const json of [
    { workflowComponents: step({ params: { width: -1 } }) },
    { workflowComponents: step({ params: { nonsense: 1 } }) },
    { workflowComponents: step({ component: 'nonsense' }) },
    { workflowComponents: step({ id: 'input' }) },
    { workflowComponents: step({ when: { nonsense: 1 } }) },
    { workflowComponents: [{ id: 'a', component: 'overlay', params: { input: '1' } }] },
    { workflowComponents: 'x' },
    { workflowComponents: [], inputs: { '2': {} } },
  ]) {
    const answer = await preview(tenant.operator, { image: large, ...json });
    const saved = await tenant.owner('POST /v1/workflow', { json: { name: 'Same', ...json } });
    assert.equal(answer.status, 400, JSON.stringify(json));
    assert.equal(answer.json<{ message: string }>().message, saved.json<{ message: string }>().message);
  }
  for (const json of [
    { workflowComponents: step({}), image: large, step: 'b' },
    { workflowComponents: step({}), image: large, settings: { a: { width: -1 } } },
    { workflowComponents: step({}), image: large, images: { default: large } },
    { workflowComponents: step({}), images: { '1': large } },
    { workflowComponents: step({}) },
    { workflowComponents: [], image: large, inputs: { '1': { required: true } } },
    {},
  ])
    assert.equal((await preview(tenant.operator, json)).status, 400, JSON.stringify(json));
});

test('an image that is not the organization’s, or not yet shown to it, is 404', async () => {
  const stranger = await openTenant(service);
  const workflowComponents: object[] = [];
  for (const image of [large, 'f'.repeat(64), 'nonsense'])
    assert.equal((await preview(stranger.operator, { workflowComponents, image })).status, 404, image);
  const convert = [{ id: 'png', component: 'convert', params: { format: 'png' } }];
  const workflow = await addWorkflow(stranger.owner, { workflowComponents: convert, qa: 'all' });
  const id = await create(stranger.operator, workflow);
  const { resultContentHash } = await untilStatus(stranger.reviewer, id, 'IN_QA');
  assert.equal(
    (await preview(stranger.operator, { workflowComponents, image: resultContentHash })).status,
    404,
  );
});

test('a broken or hostile image is 422, and the service goes on', async () => {
  const whole = await randomImage('jpeg', { width: 400, height: 400 });
  const broken = await upload(tenant.operator, whole.subarray(0, whole.length / 3));
  const { status, text } = await preview(tenant.operator, { workflowComponents: [], image: broken });
  assert.equal(status, 422, text);
  assert.match(text, /cannot be read/);
  // The header declares more pixels than the data has.
  const lying = Buffer.from(await randomImage('png', { width: 64, height: 64 }));
  lying.writeUInt32BE(9_000, 16);
  lying.writeUInt32BE(9_000, 20);
  const sent = await tenant.operator('POST /v1/upload', { file: { bytes: lying, name: 'a.png' } });
  if (sent.status === 201)
    assert.equal((await preview(tenant.operator, { workflowComponents: [], image: sent.text })).status, 422);
  const failing = {
    inputs: { '1': { required: true } },
    workflowComponents: [{ id: 'look', component: 'lut', params: { input: '1' } }],
    images: { default: large, '1': large },
  };
  const failed = await preview(tenant.operator, failing);
  assert.equal(failed.status, 422);
  assert.match(failed.text, /Colour table failed/);
  assert.ok(service.isAlive());
  await ok(preview(tenant.operator, { workflowComponents: [], image: large }));
});

test('previews beyond the limit of waiting ones are 503 with Retry-After, and a client that disconnects is dropped', async () => {
  const slow = [
    { id: 'slow', component: 'convert', params: { format: 'avif', quality: 100, lossless: true } },
  ];
  const noise = await upload(tenant.operator, await randomImage('png', { width: 640, height: 640 }));
  const gone = new AbortController();
  const open = () =>
    tenant.operator
      .open('POST /v1/workflow/preview', {
        json: { workflowComponents: slow, image: noise },
        signal: gone.signal,
      })
      .then(
        ({ status, headers }) => ({ status, retryAfter: headers.get('retry-after') }),
        () => undefined,
      );
  const calls = Array.from({ length: 8 }, open);
  const refused = await Promise.any(
    calls.map(async (call) => ((await call)?.status === 503 ? call : Promise.reject())),
  );
  assert.deepEqual(refused, { status: 503, retryAfter: '2' });
  gone.abort();
  await Promise.all(calls);
  await ok(retried(() => preview(tenant.operator, { workflowComponents: [], image: large })));
});

/** Repeats a call that is refused with 503: the service notices only a moment later that earlier callers have gone. */
const retried = async (call: () => ReturnType<Call>): ReturnType<Call> => {
  for (let turn = 0; turn < 50; turn += 1) {
    const answer = await call();
    if (answer.status !== 503) return answer;
  }
  return call();
};

test('previews have a limit of their own for each organization: 429 with Retry-After and the usual headers', async () => {
  const strict = await startService({ role: 'api', env: { DARKROOM_PREVIEWS_PER_MINUTE: '3' } });
  try {
    const [one, two] = [await openTenant(strict), await openTenant(strict)];
    const json = { workflowComponents: [], image: await upload(one.operator) };
    const answers = [];
    for (const role of ['operator', 'admin', 'owner', 'operator'] as const)
      answers.push(await preview(one[role], json));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 429],
    );
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('x-ratelimit-remaining')),
      ['2', '1', '0', '0'],
    );
    assert.equal(answers[3]?.headers.get('x-ratelimit-limit'), '3');
    assert.ok(Number(answers[3]?.headers.get('retry-after')) > 0);
    // This limit does not apply to other organizations and other calls.
    assert.equal((await preview(two.operator, json)).status, 404);
    assert.equal((await one.operator('GET /v1/workflow')).status, 200);
    assert.equal((await preview(one.viewer, json)).status, 403);
  } finally {
    await strict.stop();
  }
});

/** A red object on a light ground. */
const shoe = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 600, channels: 3, background: '#eeeeec' } })
    .composite([
      {
        input: { create: { width: 700, height: 300, channels: 3, background: { r: red, g: 40, b: 30 } } },
        left: 400,
        top: 150,
      },
    ])
    .png()
    .toBuffer();
const SHARPEN = { id: 'sharpen', component: 'sharpen', params: {} };
const frame = (width: number) => ({ id: 'frame', component: 'border', params: { width, unit: 'pixels' } });
const canvas = (background: string) => ({
  id: 'canvas',
  component: 'canvas',
  params: { width: 2000, height: 1000, margin: 100, marginUnit: 'pixels', background },
});
const reusedSteps = async (call: Call, json: object): Promise<number> =>
  Number((await ok(preview(call, json))).headers.get('x-darkroom-reused-steps'));

test('a preview goes on from the step before the one that was changed, and shows the same as a preview from the start', async () => {
  const image = await upload(tenant.operator, await shoe(200));
  const again = await upload(tenant.operator, await shoe(201));
  const steps = (background: string) => [SHARPEN, frame(20), canvas(background)];
  assert.equal(await reusedSteps(tenant.operator, { workflowComponents: steps('#ffffff'), image }), 0);
  const changed = await ok(preview(tenant.operator, { workflowComponents: steps('#00ff00'), image }));
  assert.ok(Number(changed.headers.get('x-darkroom-reused-steps')) >= 1, 'the first step ran again');
  // An almost identical photo is another image, so no step is reused. Its preview must equal the one above, which reused the
  // first step: sizes in pixels are scaled in the same way.
  const fresh = await ok(preview(tenant.operator, { workflowComponents: steps('#00ff00'), image: again }));
  assert.equal(fresh.headers.get('x-darkroom-reused-steps'), '0');
  assert.deepEqual(await look(changed.bytes), await look(fresh.bytes));
  for (const [x, y] of [
    [10, 10],
    [512, 256],
    [300, 256],
    [200, 256],
    [512, 60],
  ] as const)
    near(await pixelAt(changed.bytes, x, y), await pixelAt(fresh.bytes, x, y));
});

test('with a changed first step, other settings, another image or another organization nothing is reused', async () => {
  const other = await openTenant(service);
  const bytes = await shoe(190);
  const image = await upload(tenant.operator, bytes);
  const json = { workflowComponents: [SHARPEN, frame(20)], image };
  assert.equal(await reusedSteps(tenant.operator, json), 0);
  assert.ok((await reusedSteps(tenant.operator, json)) >= 1);
  const stronger = { ...SHARPEN, params: { edges: 4 } };
  assert.equal(await reusedSteps(tenant.operator, { ...json, workflowComponents: [stronger, frame(20)] }), 0);
  const settings = { sharpen: { edges: 3 } };
  assert.equal(await reusedSteps(tenant.operator, { ...json, settings }), 0);
  assert.equal(await reusedSteps(other.operator, { ...json, image: await upload(other.operator, bytes) }), 0);
});
