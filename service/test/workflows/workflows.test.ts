import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { look, randomImage } from '../support/images.ts';
import { shareService } from '../support/service.ts';
import {
  addWorkflow,
  create,
  openTenant,
  untilStatus,
  upload,
  type WorkflowRecord,
} from '../support/tenant.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN_ID = '018f3a5e-7c00-7000-8000-000000000000';
const service = await shareService();
after(() => service.stop());
const { administrator } = service;
type List<Entry> = { entries: Entry[]; total: number };

describe('Workflows', () => {
  test('the seeded ones have QA off, a price of 10 or more, and Packshot on white is listed first', async () => {
    const { entries, total } = (await administrator('GET /v1/workflow')).json<List<WorkflowRecord>>();
    assert.deepEqual(
      entries.map(({ name }) => name),
      [
        'Packshot on white',
        'Ghost on transparent',
        'Social 4:5',
        'Web resize',
        'Logo overlay',
        'Watermark proof',
        'Pass-through',
      ],
    );
    assert.equal(total, 7);
    for (const { qa, executionPrice } of entries) assert.ok(qa === 'off' && executionPrice >= 10);
  });

  test('the seeded ones do what their names say', async () => {
    const { entries } = (await administrator('GET /v1/workflow')).json<List<WorkflowRecord>>();
    const [main, logo] = [
      await upload(administrator, await randomImage('jpeg', { width: 300, height: 200 })),
      await upload(administrator, await randomImage('png')),
    ];
    // These workflows cut out, which takes long: `long/first-workflows.test.ts` runs them.
    const cutOut = ['Packshot on white', 'Ghost on transparent', 'Social 4:5'];
    const expected: Record<string, object> = {
      'Web resize': { format: 'webp', width: 300, height: 200 },
      'Logo overlay': { format: 'jpeg', width: 300, height: 200 },
      'Watermark proof': { format: 'jpeg', width: 300, height: 200 },
      'Pass-through': { format: 'jpeg', width: 300, height: 200 },
    };
    assert.deepEqual(
      new Set(entries.map(({ name }) => name)),
      new Set([...cutOut, ...Object.keys(expected)]),
    );
    const image = (contentHash: string) => ({ name: 'a.jpg', contentHash, contentType: null });
    for (const { id, name, inputs } of entries) {
      if (!expected[name]) continue;
      const json = inputs['1']
        ? { images: { default: image(main), 1: image(logo) } }
        : { image: image(main) };
      const created = await administrator(`POST /v1/workflow/execution/create?workflow=${id}`, { json });
      const result = await administrator(`GET /v1/workflow/execution/${created.text}/result/default`);
      assert.deepEqual(await look(result.bytes), expected[name], name);
    }
  });

  test('a new one is 201 with the workflow, defaults filled in', async () => {
    const { admin, id: organization } = await openTenant(service);
    const json = {
      name: 'Thumbnail',
      workflowComponents: [
        { id: 'small', component: 'resize', params: { width: 100 }, when: { minWidth: 200 } },
      ],
    };
    const answer = await admin('POST /v1/workflow', { json });
    assert.equal(answer.status, 201);
    const workflow = answer.json<WorkflowRecord>();
    assert.deepEqual(Object.keys(workflow).sort(), [
      'author',
      'date',
      'executionPrice',
      'id',
      'inputs',
      'name',
      'qa',
      'version',
      'workflowComponents',
    ]);
    assert.match(workflow.id, UUID_V7);
    assert.match(workflow.version, UUID_V7);
    assert.deepEqual(Object.keys(workflow.author).sort(), ['id', 'name']);
    assert.deepEqual([workflow.name, workflow.qa, workflow.executionPrice], ['Thumbnail', 'off', 10]);
    assert.deepEqual(Object.keys(workflow.inputs), ['default']);
    const [step] = workflow.workflowComponents;
    assert.deepEqual([step!.id, step!.component, step!.when], ['small', 'resize', { minWidth: 200 }]);
    assert.equal(step!.params['width'], 100);
    assert.deepEqual((await admin(`GET /v1/workflow/${workflow.id}`)).json(), workflow);
    assert.equal(
      (await admin(`GET /v1/workflow?organization=${organization}`)).json<List<unknown>>().total,
      1,
    );
  });

  test('every PUT makes a new version, and the old ones never change and stay runnable', async () => {
    const { owner, operator } = await openTenant(service);
    const convert = (format: string) => ({
      name: `To ${format}`,
      workflowComponents: [{ id: 'convert', component: 'convert', params: { format } }],
    });
    const first = await addWorkflow(owner, convert('png'));
    const answer = await owner(`PUT /v1/workflow/${first.id}`, { json: convert('webp') });
    assert.equal(answer.status, 200);
    const second = answer.json<WorkflowRecord>();
    assert.equal(second.id, first.id);
    assert.notEqual(second.version, first.version);
    assert.deepEqual((await owner(`GET /v1/workflow/${first.id}`)).json(), second);
    assert.deepEqual((await owner(`GET /v1/workflow/${first.id}?version=${first.version}`)).json(), first);
    assert.deepEqual((await owner('GET /v1/workflow')).json(), { entries: [second], total: 1 });
    const json = { image: { name: 'a.jpg', contentHash: await upload(operator), contentType: null } };
    for (const [version, type] of [
      [first.version, 'image/png'],
      [second.version, 'image/webp'],
    ]) {
      const line = `POST /v1/workflow/execution/create?workflow=${first.id}&version=${version}`;
      const { text: id } = await operator(line, { json });
      const record = await untilStatus(operator, id, 'COMPLETED');
      assert.deepEqual([record.workflowVersion, record.resultContentType], [version, type]);
    }
  });

  test('an unknown one, an unknown version and a malformed id in the path are 404, a malformed version 400', async () => {
    const { owner } = await openTenant(service);
    const { id } = await addWorkflow(owner);
    const json = { name: 'Any', workflowComponents: [] };
    for (const unknown of [UNKNOWN_ID, 'nonsense', id.toUpperCase()]) {
      assert.equal((await owner(`GET /v1/workflow/${unknown}`)).status, 404);
      assert.equal((await owner(`PUT /v1/workflow/${unknown}`, { json })).status, 404);
      assert.equal((await owner(`DELETE /v1/workflow/${unknown}`)).status, 404);
    }
    const older = await owner(`GET /v1/workflow/${id}?version=${UNKNOWN_ID}`);
    assert.equal(older.status, 404);
    assert.match(older.text, /This workflow version does not exist/);
    assert.equal((await owner(`GET /v1/workflow/${id}?version=nonsense`)).status, 400);
  });

  test('DELETE archives: no longer listed, create and change are 404, and its executions are still there', async () => {
    const { owner, operator } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const contentHash = await upload(operator);
    const id = await create(operator, workflow, { contentHash });
    assert.equal((await owner(`DELETE /v1/workflow/${workflow.id}`)).status, 204);
    assert.deepEqual((await owner('GET /v1/workflow')).json(), { entries: [], total: 0 });
    const json = { image: { name: 'a.jpg', contentHash, contentType: null } };
    for (const version of ['', `&version=${workflow.version}`]) {
      const line = `POST /v1/workflow/execution/create?workflow=${workflow.id}${version}`;
      assert.equal((await operator(line, { json })).status, 404);
    }
    const draft = { name: 'Any', workflowComponents: [] };
    assert.equal((await owner(`PUT /v1/workflow/${workflow.id}`, { json: draft })).status, 404);
    assert.equal((await untilStatus(operator, id, 'COMPLETED')).workflow, workflow.id);
    const list = await operator(`GET /v2/workflow/execution/?workflowId=${workflow.id}`);
    assert.equal(list.json<List<unknown>>().total, 1);
  });

  test('a workflow that cannot work on any image is 400 when it is saved or previewed, and when settings make it so', async () => {
    const { admin, operator } = await openTenant(service);
    const image = {
      name: 'a.jpg',
      contentHash: await upload(operator, await randomImage('jpeg')),
      contentType: null,
    };
    const steps = (background: string) => [
      { id: 'cut', component: 'remove-background' },
      { id: 'canvas', component: 'canvas', params: { background } },
      { id: 'shadow', component: 'shadow' },
    ];
    const draft = { name: 'Shadow', workflowComponents: steps('#ffffff') };
    const saved = await admin('POST /v1/workflow', {
      json: { ...draft, workflowComponents: steps('#ffffff00') },
    });
    assert.equal(saved.status, 201);
    const { id } = saved.json<WorkflowRecord>();
    const refused = [
      await admin('POST /v1/workflow', { json: draft }),
      await admin(`PUT /v1/workflow/${id}`, { json: draft }),
      await operator('POST /v1/workflow/preview', {
        json: { workflowComponents: draft.workflowComponents, image: image.contentHash },
      }),
      await operator(`POST /v1/workflow/execution/create?workflow=${id}`, {
        json: { image, settings: { canvas: { background: '#ffffff' } } },
      }),
    ];
    for (const answer of refused) {
      assert.equal(answer.status, 400);
      assert.match(
        answer.json<{ message: string }>().message,
        /^workflowComponents\[2\] \(shadow\) needs a transparent background, and the step canvas before it/,
      );
    }
  });

  test('a workflow that cannot run is 400: unknown components and parameters, reserved and repeated ids, undeclared inputs', async () => {
    const { owner } = await openTenant(service);
    const step = { id: 'a', component: 'sharpen', params: {} };
    const workflowComponents = [step];
    for (const json of [
      { workflowComponents },
      { name: '', workflowComponents },
      { name: 'x' },
      { name: 'x', workflowComponents: {} },
      { name: 'x', workflowComponents: [5] },
      { name: 'x', workflowComponents: [{ ...step, component: 'nonsense' }] },
      { name: 'x', workflowComponents: [{ ...step, component: '__proto__' }] },
      { name: 'x', workflowComponents: [{ ...step, params: { nonsense: 1 } }] },
      { name: 'x', workflowComponents: [{ ...step, id: 'input' }] },
      { name: 'x', workflowComponents: [{ ...step, id: '' }] },
      { name: 'x', workflowComponents: [step, step] },
      { name: 'x', workflowComponents: [{ ...step, when: { nonsense: 1 } }] },
      { name: 'x', workflowComponents: [{ id: 'a', component: 'overlay', params: { input: '1' } }] },
      { name: 'x', workflowComponents, inputs: { 2: {} } },
      { name: 'x', workflowComponents, inputs: { default: { required: false } } },
      { name: 'x', workflowComponents, qa: 'sometimes' },
      { name: 'x', workflowComponents, executionPrice: -1 },
      { name: 'x', workflowComponents, executionPrice: 1.5 },
      { name: 'x', workflowComponents, executionPrice: '10' },
      { name: 'x\0', workflowComponents },
      { name: 'x', workflowComponents, inputs: { default: { description: '\0' } } },
      { name: 'x', workflowComponents: Array.from({ length: 51 }, (_, n) => ({ ...step, id: `s${n}` })) },
    ])
      assert.equal(
        (await owner('POST /v1/workflow', { json })).status,
        400,
        JSON.stringify(json).slice(0, 120),
      );
    assert.equal((await owner('GET /v1/workflow?limit=0')).json<List<unknown>>().total, 0);
  });
});
