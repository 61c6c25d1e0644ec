import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import type { OrganizationId, UserId } from '../../../src/domain/ids.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import type { Call } from '../../support/call.ts';
import { MAIN } from '../../support/main-file.ts';
import { compiledCode } from '../../support/new-installation.ts';
import { placeExecution } from '../../support/place-execution.ts';
import { startService } from '../../support/service.ts';
import {
  addWorkflow,
  create,
  grant,
  ok,
  openTenant,
  read,
  type Tenant,
  upload,
  type WorkflowRecord,
} from '../../support/tenant.ts';
import { until } from '../../support/until.ts';

// No worker runs, so new executions stay CREATED until a test starts one.
const service = await startService({ role: 'api' });
after(() => service.stop());

type Bulk = {
  id: string;
  verb: string;
  matched: number;
  done: number;
  changed: number;
  skipped: number;
  createdAt: string;
  finishedAt: string | null;
};
const BULK = '/v1/workflow/execution/bulk';
const start = async (call: Call, verb: string, query: string) =>
  (await ok(call(`POST ${BULK}/${verb}?${query}`))).json<{ id: string; matched: number }>();
const progress = async (call: Call, id: string) => (await ok(call(`GET ${BULK}/${id}`))).json<Bulk>();
const finished = (call: Call, id: string): Promise<Bulk> =>
  until('the bulk call is finished', 60_000, async () => {
    const bulk = await progress(call, id);
    return bulk.finishedAt !== null && bulk;
  });

/** Starts a worker of this installation, which the test can kill. */
const startWorker = async () => {
  const child = spawn(process.execPath, [MAIN, 'worker'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: service.database.url,
      DARKROOM_DATA_DIR: service.dataDir,
      DARKROOM_LANES: '1',
      ...compiledCode(),
    },
  });
  await once(child.stdout, 'data');
  return {
    end: async (signal: 'SIGKILL' | 'SIGTERM') => {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
};

let tenant: Tenant;
let workflow: WorkflowRecord;
let contentHash: string;
before(async () => {
  tenant = await openTenant(service, 1_000);
  workflow = await addWorkflow(tenant.owner);
  contentHash = await upload(tenant.operator);
});

describe('A bulk call', () => {
  test('needs a filter: an empty, unknown, repeated or misspelt one is 400 and does nothing', async () => {
    const id = await create(tenant.operator, workflow, { contentHash });
    for (const [query, sentence] of [
      ['', /at least one filter/],
      ['noBatch=false', /at least one filter/],
      [`organization=${tenant.id}`, /at least one filter/],
      ['&&', /at least one filter/],
      ['workflowid=x', /parameter workflowid is not known/],
      ['status=CREATED&batchname=x', /parameter batchname is not known/],
      ['status=CREATED&limit=1', /parameter limit is not known/],
      ['status=CREATED&cursor=x', /parameter cursor is not known/],
      ['status=CREATED&label=red', /parameter label needs a key/],
      ['status=CREATED&batch=', /parameter batch has no value/],
      ['status=CREATED&batch', /parameter batch has no value/],
      ['status=CREATED&=x', /is not known/],
      ['status=CREATED&search=a&search=b', /parameter search is given twice/],
      ['label[a]=1&labels%5Ba%5D=2', /parameter label\[a\] is given twice/],
      [
        `workflow=${workflow.id}&workflowId=018f3a5e-7c00-7000-8000-000000000000`,
        /"workflowId" and "workflow" have different values/,
      ],
      ['status=created', /parameter status must be one of/],
      ['batch=x', /parameter batch must be an id/],
      ['createdAfter=yesterday', /parameter createdAfter must be a time/],
      ['createdBefore=2026-02-31', /parameter createdBefore must be a time/],
    ] as const) {
      const answer = await tenant.operator(`POST ${BULK}/cancel?${query}`);
      assert.equal(answer.status, 400, query);
      assert.match(answer.json<{ message: string }>().message, sentence);
    }
    assert.equal((await read(tenant.operator, id)).status, 'CREATED');
  });

  test('unknown and malformed ids, and those of another organization, are 404', async () => {
    const stranger = await openTenant(service);
    const { id } = await start(tenant.operator, 'retry', 'status=FAILED');
    for (const [call, path] of [
      [stranger.owner, id],
      [tenant.owner, '018f3a5e-7c00-7000-8000-000000000000'],
      [tenant.owner, 'x'],
    ] as const)
      assert.equal((await call(`GET ${BULK}/${path}`)).status, 404, path);
  });

  test('is carried out in the background, and its progress can be read', async () => {
    const own = await openTenant(service, 1_000);
    const { operator, viewer } = own;
    const any = await addWorkflow(own.owner);
    const hash = await upload(operator);
    const red = await create(operator, any, { contentHash: hash, labels: { colour: 'red' } });
    const blue = await create(operator, any, { contentHash: hash, labels: { colour: 'blue' } });
    const { id, matched } = await start(operator, 'cancel', 'label[colour]=red');
    assert.equal(matched, 1);
    const { createdAt, ...first } = await progress(viewer, id);
    assert.ok(Date.parse(createdAt));
    assert.deepEqual(first, {
      id,
      verb: 'cancel',
      matched: 1,
      done: 0,
      changed: 0,
      skipped: 0,
      finishedAt: null,
    });
    // The executions are paused, so that the worker does not run them.
    await service.database.database.run(statement('update executions set paused = true'), []);
    const worker = await startWorker();
    const { done, changed, skipped } = await finished(viewer, id);
    assert.deepEqual({ done, changed, skipped }, { done: 1, changed: 1, skipped: 0 });
    assert.equal((await read(operator, red)).error?.code, 'canceled');
    assert.equal((await read(operator, blue)).status, 'CREATED');

    // A canceled execution was ended on purpose: bulk retries leave it out unless they name its error code.
    const without = await start(operator, 'retry', `workflowId=${any.id}`);
    assert.equal(without.matched, 0);
    const named = await start(operator, 'retry', `workflow=${any.id}&errorCode=canceled`);
    assert.equal(named.matched, 1);
    assert.equal((await finished(viewer, named.id)).changed, 1);
    assert.equal((await read(operator, red)).status, 'CREATED');
    await worker.end('SIGTERM');
  });

  test('that is killed half way goes on in another worker, and acts once on each execution', async () => {
    const own = await openTenant(service, 1);
    const { userId } = (await ok(own.owner('GET /v1/organization'))).json<{
      entries: { members: { userId: UserId }[] }[];
    }>().entries[0]!.members[0]!;
    await grant(service, own, 10_000);
    const { database } = service.database;
    const owner = { organizationId: own.id as OrganizationId, userId };
    const count = 1_000;
    for (let placed = 0; placed < count; placed += 100)
      await Promise.all(
        Array.from({ length: 100 }, () => placeExecution(database, owner, { status: 'FAILED', price: 1 })),
      );
    await database.run(statement('update executions set paused = true where organization_id = $1'), [own.id]);
    const { id, matched } = await start(own.operator, 'retry', 'status=FAILED');
    assert.equal(matched, count);

    let kills = 0;
    for (let known = 0; kills < 1; ) {
      const worker = await startWorker();
      let { done, finishedAt } = await progress(own.viewer, id);
      while (done === known && !finishedAt) ({ done, finishedAt } = await progress(own.viewer, id));
      await worker.end('SIGKILL');
      if (finishedAt) break;
      known = (await progress(own.viewer, id)).done;
      kills += 1;
    }
    assert.ok(kills > 0, 'the act was over before the first kill');
    const worker = await startWorker();
    const end = await finished(own.viewer, id);
    await worker.end('SIGTERM');
    assert.deepEqual([end.done, end.changed, end.skipped], [count, count, 0]);
    const holds = statement<{ holds: number; count: number }>(
      `select holds, count(*) from executions where organization_id = $1 and status = 'CREATED' group by holds`,
    );
    assert.deepEqual(await database.run(holds, [own.id]), [{ holds: 2, count }]);
  });
});
