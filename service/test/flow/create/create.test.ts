import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { type Call, callAs } from '../../support/call.ts';
import { randomImage } from '../../support/images.ts';
import { shareService } from '../../support/service.ts';
import { addWorkflow, create, openTenant, read, untilStatus, upload } from '../../support/tenant.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN_ID = '018f3a5e-7c00-7000-8000-000000000000';
const UNKNOWN_HASH = 'f'.repeat(64);
const service = await shareService();
after(() => service.stop());
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const imageOf = (contentHash: string, name = 'shoe.jpg') => ({
  name,
  contentHash,
  contentType: 'image/jpeg',
});
const createLine = (workflow: { id: string } | string, query = '') =>
  `POST /v1/workflow/execution/create?workflow=${typeof workflow === 'string' ? workflow : workflow.id}${query}`;
const totalOf = async (call: Call) =>
  (await call('GET /v2/workflow/execution/?limit=0')).json<{ total: number }>().total;
/** Resizes to at most 20 pixels and delivers PNG. */
const SMALL_PNG = {
  name: 'Small PNG',
  workflowComponents: [
    { id: 'resize', component: 'resize', params: { width: 20, height: 20 } },
    { id: 'png', component: 'convert', params: { format: 'png' } },
  ],
};
const WITH_LOGO = {
  name: 'With logo',
  inputs: { default: {}, 1: { required: true, description: 'The logo.' } },
  workflowComponents: [{ id: 'logo', component: 'overlay', params: { input: '1' } }],
};

describe('Create', { concurrency: 4 }, () => {
  test('an uploaded image gives 201 with the execution id as the whole body, in plain text', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const json = { image: imageOf(await upload(operator)) };
    const answer = await operator(createLine(workflow), { json });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(answer.text, UUID_V7);
    assert.equal((await untilStatus(operator, answer.text, 'COMPLETED')).workflow, workflow.id);
  });

  test('a file in a form gives 201 with the execution id as the whole body, in plain text', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const bytes = await randomImage('png');
    const answer = await operator(createLine(workflow), { file: { bytes, name: 'boot.png' } });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(answer.text, UUID_V7);
    const record = await untilStatus(operator, answer.text, 'COMPLETED');
    assert.equal(record.inputFileName, 'boot.png');
    assert.equal(record.inputContentHash, sha256(bytes));
    assert.deepEqual(record.inputs, {
      default: { name: 'boot.png', contentHash: sha256(bytes), contentType: 'image/png' },
    });
  });

  test('the latest version of the workflow is used unless one is named; an unknown one is 404', async () => {
    const { operator, owner } = await openTenant(service);
    const first = await addWorkflow(owner);
    const json = { name: 'Any', workflowComponents: [] };
    const second = (await owner(`PUT /v1/workflow/${first.id}`, { json })).json<{ version: string }>();
    const contentHash = await upload(operator);
    const latest = await create(operator, first, { contentHash });
    assert.equal((await read(operator, latest)).workflowVersion, second.version);
    const body = { json: { image: imageOf(contentHash) } };
    const older = await operator(createLine(first, `&version=${first.version}`), body);
    assert.equal((await read(operator, older.text)).workflowVersion, first.version);
    assert.equal((await operator(createLine(first, `&version=${UNKNOWN_ID}`), body)).status, 404);
    const other = await addWorkflow(owner);
    assert.equal((await operator(createLine(first, `&version=${other.version}`), body)).status, 404);
  });

  test('the checks come in the order 401, 403, 400, 404, 400 against the workflow, 422', async () => {
    const { operator, viewer, owner } = await openTenant(service);
    const stranger = await openTenant(service);
    const needsLogo = await addWorkflow(owner, WITH_LOGO);
    const hash = await upload(operator);
    const junk = { bytes: Buffer.from('not an image'), name: 'a.jpg' };
    const malformed = { json: { image: 5 } };
    const foreign = `&organization=${stranger.id}`;
    const status = async (call: Call, line: string, options: object) => (await call(line, options)).status;

    const nobody = callAs(service.base, 'no-such-key');
    assert.equal(await status(nobody, createLine('nonsense', foreign), malformed), 401);
    assert.equal(await status(operator, createLine('nonsense', foreign), malformed), 403);
    assert.equal(await status(viewer, createLine('nonsense'), malformed), 403);
    assert.equal(await status(operator, createLine(UNKNOWN_ID), malformed), 400);
    assert.equal(await status(operator, createLine('nonsense'), { file: junk }), 400);
    assert.equal(
      await status(operator, createLine(UNKNOWN_ID, '&label[service_batch_createdAt]=soon'), { file: junk }),
      400,
    );
    assert.equal(
      await status(operator, createLine(UNKNOWN_ID), {
        json: { image: imageOf(hash), webhooks: ['ftp://x'] },
      }),
      400,
    );
    assert.equal(await status(operator, createLine(UNKNOWN_ID), { file: junk }), 404);
    const unknownImage = { image: imageOf(UNKNOWN_HASH), settings: { logo: { nonsense: 1 } } };
    assert.equal(await status(operator, createLine(needsLogo), { json: unknownImage }), 404);
    assert.equal(await status(operator, createLine(needsLogo), { json: { image: imageOf(hash) } }), 400);
    assert.equal(await status(operator, createLine(needsLogo), { file: junk }), 400);
    assert.equal(await status(operator, createLine(await addWorkflow(owner)), { file: junk }), 422);
  });

  test('a workflow that is missing or malformed in the query is 400, an unknown one or another’s 404', async () => {
    const { operator } = await openTenant(service);
    const stranger = await openTenant(service);
    const theirs = await addWorkflow(stranger.owner);
    const json = { image: imageOf(await upload(operator)) };
    assert.equal((await operator('POST /v1/workflow/execution/create', { json })).status, 400);
    assert.equal((await operator(createLine('nonsense'), { json })).status, 400);
    assert.equal((await operator(createLine(UNKNOWN_ID, '&version=nonsense'), { json })).status, 400);
    assert.equal((await operator(createLine(UNKNOWN_ID), { json })).status, 404);
    assert.equal((await operator(createLine(theirs), { json })).status, 404);
  });

  test('nothing is stored by a refused call', async () => {
    const { operator, owner, viewer } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const needsLogo = await addWorkflow(owner, WITH_LOGO);
    const bytes = await randomImage();
    const file = { bytes, name: 'a.jpg' };
    const key = { 'idempotency-key': 'first' };
    assert.equal(
      (
        await operator(createLine(workflow), {
          headers: key,
          file: { bytes: await randomImage(), name: 'b' },
        })
      ).status,
      201,
    );
    const refused = [
      await viewer(createLine(workflow), { file }),
      await operator(createLine(workflow, '&label[service_batch_createdAt]=soon'), { file }),
      await operator(createLine(UNKNOWN_ID), { file }),
      await operator(createLine(needsLogo), { file }),
      await operator(createLine(workflow), { file, headers: key }),
      await operator(createLine(workflow), { file, headers: { 'idempotency-key': 'x'.repeat(256) } }),
    ];
    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 400, 404, 400, 409, 400],
    );
    assert.equal((await operator(`HEAD /v1/upload/${sha256(bytes)}`)).status, 404);
    assert.equal((await operator(`GET /image/${sha256(bytes)}/a.jpg`)).status, 404);
    assert.equal(await totalOf(operator), 1);
  });

  test('a form that turns out malformed after its file stores nothing', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const bytes = await randomImage();
    const part = (name: string) =>
      Buffer.concat([
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\n`),
        bytes,
        Buffer.from('\r\n'),
      ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of [part('file'), Buffer.concat([part('file'), part('file'), Buffer.from('--x--')])]) {
      assert.equal((await operator(createLine(workflow), { body, headers })).status, 400);
      assert.equal((await operator('POST /v1/upload', { body, headers })).status, 400);
    }
    assert.equal((await operator(`HEAD /v1/upload/${sha256(bytes)}`)).status, 404);
    assert.equal(await totalOf(operator), 0);
  });

  test('a request carries image or images, never both and never neither', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const image = imageOf(await upload(operator));
    for (const json of [
      { image, images: { default: image } },
      {},
      { image: null, images: null },
      { labels: {} },
    ])
      assert.equal((await operator(createLine(workflow), { json })).status, 400, JSON.stringify(json));
    for (const json of [
      { image, images: null },
      { image: null, images: { default: image } },
    ])
      assert.equal((await operator(createLine(workflow), { json })).status, 201, JSON.stringify(json));
  });

  test('images needs default, then 1, 2, 3, ... without gaps', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner, WITH_LOGO);
    const image = imageOf(await upload(operator));
    const answer = (images: object) => operator(createLine(workflow), { json: { images } });
    for (const images of [
      {},
      { 1: image },
      { default: image, 2: image },
      { default: image, 1: image, 3: image },
      { default: image, 0: image },
      { default: image, '01': image },
      { default: image, logo: image },
      { default: image, 1: image, __proto__x: image },
      { default: null, 1: image },
      { default: image, 1: null },
      [image],
    ])
      assert.equal((await answer(images)).status, 400, JSON.stringify(images));
    assert.equal((await answer({ default: image, 1: image })).status, 201);
    assert.equal((await answer({ 2: image, 1: image, default: image })).status, 201);
  });

  test('several images make one result, and the record names them all', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner, WITH_LOGO);
    const [main, logo] = [await upload(operator), await upload(operator, await randomImage('png'))];
    const images = { default: imageOf(main, 'main.jpg'), 1: imageOf(logo, 'logo.png') };
    const id = (await operator(createLine(workflow), { json: { images } })).text;
    const record = await untilStatus(operator, id, 'COMPLETED');
    assert.deepEqual(record.inputs, {
      default: { name: 'main.jpg', contentHash: main, contentType: 'image/jpeg' },
      1: { name: 'logo.png', contentHash: logo, contentType: 'image/png' },
    });
    assert.equal(record.inputFileName, 'main.jpg');
    assert.equal(record.inputContentHash, main);
    assert.equal(record.resultFileName, 'main.jpg');
    const missing = await operator(createLine(workflow), { json: { image: images.default } });
    assert.equal(missing.status, 400);
    assert.match(missing.text, /needs the image \\"1\\": The logo\./);
    const unsaid = await addWorkflow(owner, { ...WITH_LOGO, inputs: { 1: {} } });
    const answer = await operator(createLine(unsaid), { json: { image: images.default } });
    assert.match(answer.text, /needs the image \\"1\\"\. Send it/);
  });

  test('every image must have been uploaded: an unknown hash is 404 under any key', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner, WITH_LOGO);
    const image = imageOf(await upload(operator));
    for (const contentHash of [UNKNOWN_HASH, 'nonsense', '', '../../etc/passwd', '\0']) {
      const images = { default: image, 1: imageOf(contentHash) };
      assert.equal((await operator(createLine(workflow), { json: { images } })).status, 404, contentHash);
    }
  });

  test('a hash of another organization is 404: knowing a hash grants nothing', async () => {
    const [ours, theirs] = [await openTenant(service), await openTenant(service)];
    const workflow = await addWorkflow(ours.owner);
    const contentHash = await upload(theirs.operator);
    const json = { image: imageOf(contentHash) };
    assert.equal((await ours.operator(createLine(workflow), { json })).status, 404);
    assert.equal((await ours.operator(`HEAD /v1/upload/${contentHash}`)).status, 404);
  });

  test('the result of a completed execution can be the input of the next', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner, SMALL_PNG);
    const first = await untilStatus(operator, await create(operator, workflow), 'COMPLETED');
    const second = await create(operator, workflow, { contentHash: first.resultContentHash! });
    assert.equal(
      (await untilStatus(operator, second, 'COMPLETED')).inputContentHash,
      first.resultContentHash,
    );
  });

  test('a declared content type may be null, missing or wrong; the record shows what the decoder found', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const contentHash = await upload(operator, await randomImage('webp'));
    for (const contentType of [null, undefined, 'text/html', 'nonsense', 5]) {
      const json = { image: { name: 'a.bin', contentHash, contentType } };
      const { text: id } = await operator(createLine(workflow), { json });
      assert.equal((await read(operator, id)).inputs.default.contentType, 'image/webp');
    }
  });

  test('an image needs a name and a contentHash, both text', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const contentHash = await upload(operator);
    for (const image of [
      { contentHash },
      { name: 'a' },
      { name: 5, contentHash },
      { name: 'a', contentHash: 5 },
      'x',
    ])
      assert.equal((await operator(createLine(workflow), { json: { image } })).status, 400);
  });
});
