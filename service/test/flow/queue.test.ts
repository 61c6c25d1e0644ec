import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { costOf } from '../../src/components/steps/cost-of.ts';
import type { Estimate } from '../../src/operations/queue/estimate-work.ts';
import type { QueuedExecution } from '../../src/operations/queue/queue-of-organization.ts';
import type { Call } from '../support/call.ts';
import { startService } from '../support/service.ts';
import { addWorkflow, create, ok, openTenant, read, untilStatus, upload } from '../support/tenant.ts';
import { until } from '../support/until.ts';

// A worker is started when the tests about waiting are over: until then whatever is created stays CREATED.
const service = await startService({ role: 'api' });
let worker: Awaited<ReturnType<typeof startService>> | undefined;
after(async () => {
  await worker?.stop();
  await service.stop();
});
const tenant = await openTenant(service, 100_000);
const stranger = await openTenant(service);

const UNKNOWN = '018f3a5e-7c00-7000-8000-00000000ffff';
type Depth = {
  waiting: number;
  running: number;
  oldestWaitingAt: string | null;
  throughputPerMinute: number;
  queueSeconds: { p50: number | null; p95: number | null };
};
type OrganizationQueue = Depth & { execution: QueuedExecution | null };
type PlatformQueue = Depth & { lanes: number; workers: { id: string; lanes: number; running: number }[] };

const queue = async (query = '', call: Call = tenant.viewer, id = tenant.id): Promise<OrganizationQueue> =>
  (await ok(call(`GET /v1/organization/${id}/queue${query}`))).json<OrganizationQueue>();
const platform = async (): Promise<PlatformQueue> =>
  (await ok(service.administrator('GET /v1/platform/queue'))).json<PlatformQueue>();
const estimate = async (json: object): Promise<Estimate> =>
  (await ok(tenant.viewer('POST /v1/workflow/estimate', { json }))).json<Estimate>();

const SHARPEN = { id: 'crisp', component: 'sharpen', params: {} };
const workflow = await addWorkflow(tenant.owner, { workflowComponents: [SHARPEN], executionPrice: 30 });
const contentHash = await upload(tenant.operator);
const ids: string[] = [];

const NO_WAITS = { p50: null, p95: null };

describe('While no worker runs', () => {
  test('an empty queue has zeros and null', async () => {
    const empty = {
      waiting: 0,
      running: 0,
      oldestWaitingAt: null,
      throughputPerMinute: 0,
      queueSeconds: NO_WAITS,
    };
    assert.deepEqual(await queue(), { ...empty, execution: null });
    assert.deepEqual(await platform(), { ...empty, lanes: 0, workers: [] });
  });

  test('new executions wait, the oldest first, and the time that they will wait is unknown', async () => {
    for (let count = 0; count < 4; count += 1)
      ids.push(await create(tenant.operator, workflow, { contentHash }));
    const first = await read(tenant.viewer, ids[0]!);
    for (const [index, id] of ids.entries()) {
      const { execution, ...depth } = await queue(`?execution=${id}`);
      assert.deepEqual(execution, { id, status: 'CREATED', position: index + 1, seconds: null });
      assert.deepEqual(depth, {
        waiting: 4,
        running: 0,
        oldestWaitingAt: first.createdAt,
        throughputPerMinute: 0,
        queueSeconds: NO_WAITS,
      });
    }
    const all = await platform();
    assert.deepEqual([all.waiting, all.running, all.oldestWaitingAt], [4, 0, first.createdAt]);
  });

  test('the queue of an organization is its own', async () => {
    await create(stranger.operator, await addWorkflow(stranger.owner));
    assert.equal((await queue('', stranger.viewer, stranger.id)).waiting, 1);
    assert.equal((await queue()).waiting, 4);
    assert.equal((await platform()).waiting, 5);
  });

  test('an estimate has credits, and seconds only when a worker runs', async () => {
    assert.deepEqual(await estimate({ workflow: workflow.id, count: 200 }), { credits: 6000, seconds: null });
    const unsaved = { workflowComponents: [SHARPEN], count: 3 };
    assert.deepEqual(await estimate(unsaved), { credits: 33, seconds: null });
  });

  test('the account shows the credits that are held for the queue, and those left to spend', async () => {
    const account = async () =>
      (await ok(tenant.owner(`GET /v1/organization/${tenant.id}/credits`))).json<object>();
    assert.deepEqual(await account(), { available: 100_000 - 4 * 30, held: 4 * 30 });
    const id = await create(tenant.operator, workflow, { contentHash });
    assert.deepEqual(await account(), { available: 100_000 - 5 * 30, held: 5 * 30 });
    await ok(tenant.operator(`POST /v1/workflow/execution/${id}/cancel`));
    assert.deepEqual(await account(), { available: 100_000 - 4 * 30, held: 4 * 30 });
  });

  test('a canceled execution has no place in the queue', async () => {
    const id = await create(tenant.operator, workflow, { contentHash });
    await ok(tenant.operator(`POST /v1/workflow/execution/${id}/cancel`));
    assert.deepEqual((await queue(`?execution=${id}`)).execution, {
      id,
      status: 'FAILED',
      position: null,
      seconds: null,
    });
  });
});

describe('With a worker', () => {
  test('the queue empties, its throughput is measured, and worker and lanes are shown', async () => {
    worker = await startService({ role: 'worker', beside: service, env: { DARKROOM_LANES: '2' } });
    for (const id of ids) await untilStatus(tenant.viewer, id, 'COMPLETED');
    const { waiting, oldestWaitingAt, execution } = await queue(`?execution=${ids[0]}`);
    assert.deepEqual([waiting, oldestWaitingAt, execution?.position], [0, null, null]);
    const { lanes, workers } = await platform();
    assert.deepEqual([lanes, workers.map((one) => one.lanes)], [2, [2]]);
    // Four completed and two canceled executions in five minutes are 1.2 per minute, sampled every few seconds.
    const measured = await until('the throughput is measured', 30_000, async () => {
      const { throughputPerMinute } = await queue();
      return throughputPerMinute >= 1.2 && throughputPerMinute;
    });
    assert.equal(measured, 1.2);
    assert.ok((await platform()).throughputPerMinute >= 1);
  });

  test('the queue says how long the runs of the last hour had waited', async () => {
    await until('the waits are summed up', 10_000, async () => (await platform()).queueSeconds.p50 !== null);
    const records = await Promise.all(ids.map((id) => read(tenant.viewer, id)));
    const longest = Math.max(...records.map((one) => Date.parse(one.startedAt!) - Date.parse(one.createdAt)));
    const { p50, p95 } = (await queue()).queueSeconds;
    assert.ok(p50! > 0 && p50! <= p95!, `${p50} ${p95}`);
    assert.ok(Math.abs(p95! * 1000 - longest) < longest * 0.05, `${p95} s is not about ${longest} ms`);
    assert.deepEqual((await queue('', stranger.viewer, stranger.id)).queueSeconds.p95 !== null, true);
  });

  test('an estimate follows from the durations of the latest executions of the version', async () => {
    const { seconds } = await estimate({ workflow: workflow.id, count: 100_000 });
    const traces = await Promise.all(
      ids.map(async (id) =>
        (await ok(tenant.viewer(`GET /v1/workflow/execution/${id}/trace`))).json<{
          totals: { durationMs: number };
        }>(),
      ),
    );
    const mean = traces.reduce((sum, { totals }) => sum + totals.durationMs, 0) / traces.length;
    const expected = (100_000 * mean) / 2 / 1000;
    assert.ok(Math.abs(seconds! - expected) < expected * 0.05 + 2, `${seconds} is not about ${expected}`);
  });

  test('an estimate of steps that never ran follows from the costs of their components and the lanes', async () => {
    const cut = [{ id: 'cut', component: 'remove-background', params: {} }];
    const { seconds, credits } = await estimate({ workflowComponents: cut, count: 1000 });
    assert.equal(credits, 18_000);
    const expected = costOf(cut).ms / 2;
    assert.ok(Math.abs(seconds! - expected) < 2, `${seconds} is not about ${expected}`);
    const saved = await addWorkflow(tenant.owner, { workflowComponents: cut });
    assert.equal((await estimate({ workflow: saved.id, count: 1000 })).seconds, seconds);
  });

  test('an older version has its own price', async () => {
    const old = await addWorkflow(tenant.owner, { executionPrice: 11 });
    await ok(
      tenant.owner(`PUT /v1/workflow/${old.id}`, { json: { name: 'New', workflowComponents: [SHARPEN] } }),
    );
    assert.equal((await estimate({ workflow: old.id, version: old.version, count: 2 })).credits, 22);
  });
});

describe('Invalid requests', () => {
  test('an unknown or foreign execution or organization is 404, a malformed execution 400', async () => {
    const status = async (path: string, call: Call = tenant.viewer) => (await call(`GET /v1/${path}`)).status;
    const path = `organization/${tenant.id}/queue`;
    assert.equal(await status(`${path}?execution=${UNKNOWN}`), 404);
    const foreign = `organization/${stranger.id}/queue?execution=${ids[0]}`;
    assert.equal(await status(foreign, stranger.owner), 404);
    assert.equal(await status(`${path}?execution=nonsense`), 400);
    assert.equal(await status(path, stranger.owner), 404);
    assert.equal(await status('organization/nonsense/queue'), 404);
    assert.equal(await status('platform/queue', tenant.owner), 403);
  });

  test('an estimate needs a count and either a workflow or steps that can work', async () => {
    const status = async (json: object, call: Call = tenant.viewer) =>
      (await call('POST /v1/workflow/estimate', { json })).status;
    const { id } = workflow;
    for (const json of [
      {},
      { count: 1 },
      { workflow: id },
      { workflow: id, count: 0 },
      { workflow: id, count: 1.5 },
      { workflow: id, count: 1_000_001 },
      { workflow: 'x', count: 1 },
      { workflow: id, version: 'x', count: 1 },
      { workflow: id, workflowComponents: [], count: 1 },
      { workflowComponents: [{ id: 'a', component: 'nonsense' }], count: 1 },
      { workflowComponents: [{ id: 'a', component: 'resize', params: { width: -1 } }], count: 1 },
    ])
      assert.equal(await status(json), 400, JSON.stringify(json));
    assert.equal(await status({ workflow: UNKNOWN, count: 1 }), 404);
    assert.equal(await status({ workflow: id, version: UNKNOWN, count: 1 }), 404);
    assert.equal(await status({ workflow: id, count: 1 }, stranger.owner), 404);
    const gone = await addWorkflow(tenant.owner);
    await ok(tenant.owner(`DELETE /v1/workflow/${gone.id}`));
    assert.equal(await status({ workflow: gone.id, count: 1 }), 404);
  });
});
