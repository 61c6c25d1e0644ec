import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { WorkflowDiff } from '../../src/operations/workflows/diff-workflows.ts';
import type { Call } from '../support/call.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, ok, openTenant, type WorkflowRecord } from '../support/tenant.ts';

// No worker runs, because no execution is needed.
const service = await shareService('api');
after(() => service.stop());
const tenant = await openTenant(service);
const stranger = await openTenant(service);

const UNKNOWN = '018f3a5e-7c00-7000-8000-00000000ffff';
type List = { entries: WorkflowRecord[]; total: number };

const replace = async (id: string, json: object): Promise<WorkflowRecord> =>
  (await ok(tenant.owner(`PUT /v1/workflow/${id}`, { json }))).json<WorkflowRecord>();
const versions = async (id: string, query = '', call: Call = tenant.viewer): Promise<List> =>
  (await ok(call(`GET /v1/workflow/${id}/versions${query}`))).json<List>();
const diff = async (id: string, query: string): Promise<WorkflowDiff> =>
  (await ok(tenant.viewer(`GET /v1/workflow/${id}/diff?${query}`))).json<WorkflowDiff>();
const contentOf = ({ version: _, date: __, author: ___, ...content }: WorkflowRecord) => content;

const RESIZE = { id: 'small', component: 'resize', params: { width: 800 } };
const BLUR = { id: 'soft', component: 'blur' };
const FILE = { id: 'file', component: 'convert', params: { format: 'webp' } };

describe('The versions of a workflow', () => {
  test('are listed newest first as complete records, with an exact total and pages', async () => {
    const first = await addWorkflow(tenant.owner, { name: 'One', workflowComponents: [RESIZE] });
    const second = await replace(first.id, { name: 'Two', workflowComponents: [RESIZE, BLUR] });
    const third = await replace(first.id, { name: 'Three', workflowComponents: [] });
    const all = await versions(first.id);
    assert.deepEqual(all, { entries: [third, second, first], total: 3 });
    assert.ok(all.entries.every(({ author, date }) => author.name && date));
    assert.deepEqual(await versions(first.id, '?limit=1&offset=1'), { entries: [second], total: 3 });
    assert.deepEqual(await versions(first.id, '?limit=0'), { entries: [], total: 3 });
    assert.equal((await tenant.viewer(`GET /v1/workflow/${first.id}/versions?limit=x`)).status, 400);
  });

  test('of an archived workflow are still listed', async () => {
    const workflow = await addWorkflow(tenant.owner);
    await ok(tenant.owner(`DELETE /v1/workflow/${workflow.id}`));
    assert.deepEqual(await versions(workflow.id), { entries: [workflow], total: 1 });
  });

  test('of an unknown, malformed or foreign workflow are 404', async () => {
    const { id } = await addWorkflow(tenant.owner);
    for (const path of [id, UNKNOWN, 'nonsense'])
      assert.equal((await stranger.owner(`GET /v1/workflow/${path}/versions`)).status, 404, path);
  });
});

describe('Restoring a version', () => {
  const restore = (id: string, version: string, call: Call = tenant.owner) =>
    call(`POST /v1/workflow/${id}/versions/${version}/restore`);

  test('makes a new latest version with the content of the old one; both stay', async () => {
    const first = await addWorkflow(tenant.owner, {
      name: 'First',
      workflowComponents: [{ ...RESIZE, when: { minWidth: 801 } }, FILE],
      inputs: { '1': { required: false, description: 'A logo.' } },
      qa: 'unsure',
      executionPrice: 25,
    });
    const second = await replace(first.id, { name: 'Second', workflowComponents: [] });
    const restored = (await ok(restore(first.id, first.version))).json<WorkflowRecord>();
    assert.deepEqual(contentOf(restored), contentOf(first));
    assert.notEqual(restored.version, first.version);
    assert.deepEqual((await versions(first.id)).entries, [restored, second, first]);
    assert.deepEqual((await tenant.viewer(`GET /v1/workflow/${first.id}`)).json<WorkflowRecord>(), restored);
  });

  test('obeys the rule of prices: below cost is 403 unless the platform administrator allows it', async () => {
    const { administrator } = service;
    const allow = (belowCost: boolean) =>
      ok(administrator(`PUT /v1/organization/${tenant.id}/limits`, { json: { belowCost } }));
    await allow(true);
    const cheap = await addWorkflow(tenant.owner, { workflowComponents: [BLUR], executionPrice: 1 });
    await replace(cheap.id, { name: 'Dear', workflowComponents: [BLUR] });
    await allow(false);
    const refused = await restore(cheap.id, cheap.version);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /executionPrice must be at least/);
    assert.equal((await versions(cheap.id)).total, 2);
    await allow(true);
    const restored = (await ok(restore(cheap.id, cheap.version))).json<WorkflowRecord>();
    assert.equal(restored.executionPrice, 1);
    await allow(false);
  });

  test('is 404 for another workflow’s version, unknown and malformed ids, strangers and archived workflows', async () => {
    const [one, other] = [await addWorkflow(tenant.owner), await addWorkflow(tenant.owner)];
    for (const [id, version] of [
      [one.id, other.version],
      [one.id, UNKNOWN],
      [one.id, 'nonsense'],
      [UNKNOWN, one.version],
    ] as const)
      assert.equal((await restore(id, version)).status, 404, `${id} ${version}`);
    assert.equal((await restore(one.id, one.version, stranger.owner)).status, 404);
    assert.equal((await restore(one.id, one.version, tenant.operator)).status, 403);
    await ok(tenant.owner(`DELETE /v1/workflow/${one.id}`));
    assert.equal((await restore(one.id, one.version)).status, 404);
    assert.equal((await versions(one.id)).total, 1);
  });
});

describe('The difference between two versions', () => {
  test('names added, removed, moved and changed steps, with values before and after', async () => {
    const before = await addWorkflow(tenant.owner, {
      workflowComponents: [
        RESIZE,
        BLUR,
        { id: 'gone', component: 'grayscale' },
        { id: 'pen', component: 'sharpen' },
        FILE,
      ],
    });
    const after = await replace(before.id, {
      name: 'Any',
      executionPrice: before.executionPrice,
      workflowComponents: [
        FILE,
        { ...RESIZE, params: { width: 900 }, when: { minWidth: 901 } },
        BLUR,
        { id: 'pen', component: 'denoise' },
        { id: 'new', component: 'flip' },
      ],
    });
    const { steps, ...rest } = await diff(before.id, `from=${before.version}&to=${after.version}`);
    assert.deepEqual(rest, {
      from: before.version,
      to: after.version,
      inputs: { added: [], removed: [], changed: [] },
    });
    const placed = (list: typeof steps.added) =>
      list.map(({ id, component, position }) => [id, component, position]);
    assert.deepEqual(placed(steps.added), [
      ['pen', 'denoise', 3],
      ['new', 'flip', 4],
    ]);
    assert.deepEqual(placed(steps.removed), [
      ['gone', 'grayscale', 2],
      ['pen', 'sharpen', 3],
    ]);
    assert.deepEqual(steps.added[1]?.params, { axis: 'horizontal' });
    // Only the step with a new place among the others counts as moved, though all positions are different.
    assert.deepEqual(steps.moved, [{ id: 'file', component: 'convert', before: 4, after: 0 }]);
    assert.deepEqual(steps.changed, [
      {
        id: 'small',
        component: 'resize',
        params: [{ name: 'width', before: 800, after: 900 }],
        when: { before: null, after: { minWidth: 901 } },
      },
    ]);
  });

  test('names a changed name, price, qa and inputs, and compares with the latest version by default', async () => {
    const image = { required: true, description: 'The image.' };
    const before = await addWorkflow(tenant.owner, {
      inputs: { default: image, '1': { required: true, description: 'A logo.' } },
    });
    await replace(before.id, { name: 'Between', workflowComponents: [] });
    const after = await replace(before.id, {
      name: 'Another',
      workflowComponents: [],
      qa: 'all',
      executionPrice: 99,
      inputs: { default: { ...image, description: 'The shoe.' } },
    });
    assert.deepEqual(await diff(before.id, `from=${before.version}`), {
      from: before.version,
      to: after.version,
      name: { before: 'Any', after: 'Another' },
      executionPrice: { before: 10, after: 99 },
      qa: { before: 'off', after: 'all' },
      inputs: {
        added: [],
        removed: [{ name: '1', required: true, description: 'A logo.' }],
        changed: [{ name: 'default', before: image, after: { ...image, description: 'The shoe.' } }],
      },
      steps: { added: [], removed: [], moved: [], changed: [] },
    });
  });

  test('is 400 without from or with a malformed id, and 404 with an unknown or foreign one', async () => {
    const { id, version } = await addWorkflow(tenant.owner);
    const other = await addWorkflow(tenant.owner);
    const status = async (query: string, call: Call = tenant.viewer) =>
      (await call(`GET /v1/workflow/${id}/diff?${query}`)).status;
    assert.equal(await status(`from=${version}`), 200);
    for (const query of ['', 'from=', 'from=x', `from=${version}&to=x`, `to=${version}`])
      assert.equal(await status(query), 400, query);
    for (const query of [`from=${UNKNOWN}`, `from=${other.version}`, `from=${version}&to=${UNKNOWN}`])
      assert.equal(await status(query), 404, query);
    assert.equal(await status(`from=${version}`, stranger.owner), 404);
    assert.match((await tenant.viewer(`GET /v1/workflow/${id}/diff`)).text, /from/);
  });
});
