import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { look } from '../../support/images.ts';
import { shareService } from '../../support/service.ts';
import { addWorkflow, create, openTenant, untilStatus, upload } from '../../support/tenant.ts';

const service = await shareService();
after(() => service.stop());
const imageOf = (contentHash: string, name = 'shoe.jpg') => ({
  name,
  contentHash,
  contentType: 'image/jpeg',
});
const createLine = (workflow: { id: string } | string, query = '') =>
  `POST /v1/workflow/execution/create?workflow=${typeof workflow === 'string' ? workflow : workflow.id}${query}`;
/** Resizes to at most 20 pixels and delivers PNG. */
const SMALL_PNG = {
  name: 'Small PNG',
  workflowComponents: [
    { id: 'resize', component: 'resize', params: { width: 20, height: 20 } },
    { id: 'png', component: 'convert', params: { format: 'png' } },
  ],
};

describe('Create: settings and webhooks', { concurrency: 4 }, () => {
  test('settings override the parameters of a step for this execution', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner, SMALL_PNG);
    const contentHash = await upload(operator);
    const settings = { resize: { width: 10, height: 10 }, png: { format: 'webp' } };
    const changed = await untilStatus(
      operator,
      await create(operator, workflow, { contentHash, settings }),
      'COMPLETED',
    );
    assert.deepEqual(changed.settings, settings);
    const result = await operator(`GET ${changed.resultPath}`);
    assert.deepEqual(await look(result.bytes), { format: 'webp', width: 10, height: 7 });
    const usual = await untilStatus(operator, await create(operator, workflow, { contentHash }), 'COMPLETED');
    assert.deepEqual(usual.settings, {});
    assert.deepEqual(await look((await operator(`GET ${usual.resultPath}`)).bytes), {
      format: 'png',
      width: 20,
      height: 13,
    });
  });

  test('an unknown parameter of a step, or a value outside its schema, is 400', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner, SMALL_PNG);
    const image = imageOf(await upload(operator));
    for (const settings of [
      { resize: { nonsense: 1 } },
      { resize: { __proto__x: 1 } },
      { resize: { width: -1 } },
      { resize: { width: '20' } },
      { resize: { fit: 'nonsense' } },
      { resize: { width: 0, height: 0 } },
      { resize: 5 },
      { resize: true },
      { resize: 'wide' },
      { resize: [] },
      { png: { quality: 101 } },
      { resize: { width: 10 }, png: { format: 'bmp' } },
      ['x'],
      'text',
    ]) {
      const answer = await operator(createLine(workflow), { json: { image, settings } });
      assert.equal(answer.status, 400, JSON.stringify(settings));
    }
  });

  test('a setting that names no step of the workflow is kept on the record and has no effect', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner, SMALL_PNG);
    const settings = { other: { anything: [1, { deep: true }] }, plain: 5, constructor: { name: 'x' } };
    const record = await untilStatus(operator, await create(operator, workflow, { settings }), 'COMPLETED');
    assert.deepEqual(record.settings, settings);
    assert.equal(record.resultContentType, 'image/png');
  });

  test('settings have at most 64 kB of JSON', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const image = imageOf(await upload(operator));
    const answer = (length: number) =>
      operator(createLine(workflow), { json: { image, settings: { note: 'x'.repeat(length) } } });
    assert.equal((await answer(65_000)).status, 201);
    const refused = await answer(66_000);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /settings must have at most 65536 characters as JSON/);
  });

  test('webhooks are at most 10 http or https URLs, and no literal forbidden address', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const image = imageOf(await upload(operator));
    const status = async (webhooks: unknown) =>
      (await operator(createLine(workflow), { json: { image, webhooks } })).status;
    const url = 'https://example.invalid/hook';
    for (const webhooks of [[], null, Array(10).fill(url), ['http://example.invalid:8080/a?b=c#d']])
      assert.equal(await status(webhooks), 201, JSON.stringify(webhooks));
    for (const webhooks of [
      Array(11).fill(url),
      ['ftp://example.invalid/'],
      ['javascript:alert(1)'],
      ['/hook'],
      [''],
      ['http://'],
      ['http://10.0.0.1/'],
      ['http://192.168.1.1/'],
      ['http://169.254.169.254/latest/meta-data/'],
      ['http://0x0a000001/'],
      ['http://[fe80::1]/'],
      ['http://[::ffff:10.0.0.1]/'],
      ['http://224.0.0.1/'],
      ['http://0.0.0.0/'],
      ['http://a\r\nb/'],
      [5],
      [null],
      'https://example.invalid/',
      { 0: url },
    ])
      assert.equal(await status(webhooks), 400, JSON.stringify(webhooks));
  });
});
