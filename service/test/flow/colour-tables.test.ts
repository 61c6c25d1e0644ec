import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { filmTable } from '../../samples/film-table.ts';
import { startServer } from '../support/http-server.ts';
import { randomImage } from '../support/images.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, ok, openTenant, untilStatus, upload } from '../support/tenant.ts';

const service = await shareService();
after(() => service.stop());
const { owner, operator } = await openTenant(service);

const SWAPPED = [
  'LUT_3D_SIZE 2',
  ...['0 0 0', '0 0 1', '0 1 0', '0 1 1', '1 0 0', '1 0 1', '1 1 0', '1 1 1'],
];
/** Red becomes blue, and blue red. */
const swap = Buffer.from(SWAPPED.join('\n'));
const inputs = {
  default: { required: true, description: 'The image.' },
  1: { required: true, description: 'The look.' },
};
const lut = { id: 'look', component: 'lut' };
const png = { id: 'png', component: 'convert', params: { format: 'png' } };
const image = (contentHash: string, name = 'any') => ({ name, contentHash });
const createLine = ({ id }: { id: string }) => `POST /v1/workflow/execution/create?workflow=${id}`;
const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#e01408' } })
  .png()
  .toBuffer();
const [table, main] = [await upload(operator, swap), await upload(operator, red)];
const firstPixel = async (bytes: Buffer) => [...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)];

describe('colour tables', () => {
  test('are uploaded in all the ways that images are, and served so that a browser does not interpret them', async () => {
    assert.equal(table, createHash('sha256').update(swap).digest('hex'));
    const types = ['application/x-cube-lut', 'image/unknown'];
    for (const type of types) {
      const body = await operator('POST /v1/upload', { body: swap, headers: { 'content-type': type } });
      assert.deepEqual([body.status, body.text], [201, table], type);
    }
    const server = await startServer((_, response) => {
      response.end(filmTable(3));
    });
    const urls = (await ok(operator('POST /v1/upload', { json: { urls: { look: server.url } } }))).json<{
      urls: { look: string };
    }>();
    await server.close();
    assert.equal(urls.urls.look, createHash('sha256').update(filmTable(3)).digest('hex'));

    const { headers, bytes } = await ok(operator(`GET /v1/image/${table}`));
    assert.deepEqual(bytes, swap);
    assert.equal(headers.get('content-type'), 'application/x-cube-lut');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal((await operator(`GET /v1/image/${table}?size=160`)).status, 422);
    assert.match(headers.get('content-disposition') ?? '', /\.cube"?$/);
  });

  test('are applied to an execution, and the record names them', async () => {
    const workflow = await addWorkflow(owner, { inputs, workflowComponents: [lut, png] });
    const images = { default: image(main, 'a.png'), 1: image(table, 'swap.cube') };
    const { text: id } = await ok(operator(createLine(workflow), { json: { images } }));
    const record = await untilStatus(operator, id, 'COMPLETED');
    assert.deepEqual(record.inputs['1'], {
      name: 'swap.cube',
      contentHash: table,
      contentType: 'application/x-cube-lut',
    });
    const { bytes } = await ok(operator(`GET /v1/image/${record.resultContentHash}`));
    assert.deepEqual(await firstPixel(bytes), [8, 20, 224]);
  });

  test('are seen in previews', async () => {
    const json = { workflowComponents: [lut], inputs, images: { default: main, 1: table } };
    const { bytes } = await ok(operator('POST /v1/workflow/preview', { json }));
    const [r, , b] = await firstPixel(bytes);
    assert.ok(r! < 30 && b! > 200, `${r} ${b}`);
  });

  test('are 422 as the main image, uploaded before or sent along, and nothing is stored', async () => {
    const workflow = await addWorkflow(owner);
    const given = await operator(createLine(workflow), { json: { image: image(table) } });
    assert.equal(given.status, 422);
    assert.match(
      given.text,
      /\\"default\\" is a colour table \(\.cube\), but the main input must be an image/,
    );
    const other = Buffer.from(filmTable(4));
    const sent = await operator(createLine(workflow), { file: { bytes: other, name: 'a.cube' } });
    assert.equal(sent.status, 422);
    const hash = createHash('sha256').update(other).digest('hex');
    assert.equal((await operator(`HEAD /v1/upload/${hash}`)).status, 404);
  });

  test('are 422 as an input of a step that needs an image, also through settings', async () => {
    const steps = [{ id: 'logo', component: 'overlay' }];
    const workflow = await addWorkflow(owner, { inputs, workflowComponents: steps });
    const images = { default: image(main), 1: image(table) };
    const refused = await operator(createLine(workflow), { json: { images } });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /the step logo \(overlay\) needs an image for this input/);
    const json = { workflowComponents: steps, inputs, images: { default: main, 1: table } };
    assert.equal((await operator('POST /v1/workflow/preview', { json })).status, 422);

    const two = await addWorkflow(owner, {
      inputs: { ...inputs, 2: { required: false, description: 'A logo.' } },
      workflowComponents: [lut, { id: 'logo', component: 'overlay', params: { input: '2' } }],
    });
    const both = { images: { ...images, 2: image(await upload(operator, await randomImage('png'))) } };
    assert.equal((await operator(createLine(two), { json: both })).status, 201);
    const moved = { ...both, settings: { logo: { input: '1' } } };
    assert.equal((await operator(createLine(two), { json: moved })).status, 422);
  });

  test('that are broken are 422 with the line, and are not kept', async () => {
    const broken = Buffer.from([...SWAPPED.slice(0, 5), '0 zero 0'].join('\n'));
    const answer = await operator('POST /v1/upload', { file: { bytes: broken, name: 'a.cube' } });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /The colour table cannot be used: line 6 must have three numbers\./);
    const hash = createHash('sha256').update(broken).digest('hex');
    assert.equal((await operator(`HEAD /v1/upload/${hash}`)).status, 404);
    const huge = Buffer.alloc(17 * 1024 * 1024, '# more\n');
    huge.write('LUT_3D_SIZE 2\n');
    const large = await operator('POST /v1/upload', { file: { bytes: huge, name: 'a.cube' } });
    assert.equal(large.status, 422);
    assert.match(large.text, /it has 17825792 bytes; at most 16777216 are accepted/);
  });
});
