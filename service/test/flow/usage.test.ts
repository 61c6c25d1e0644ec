import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import type { Answer, Call } from '../support/call.ts';
import { shareService } from '../support/service.ts';
import {
  addWorkflow,
  create,
  ok,
  openTenant,
  read,
  type Tenant,
  untilStatus,
  upload,
  type WorkflowRecord,
} from '../support/tenant.ts';
import { until } from '../support/until.ts';

const service = await shareService();
after(() => service.stop());
const { database } = service.database;

type Percentiles = { p50: number | null; p95: number | null };
type Entry = {
  period: string;
  periodStart: string;
  groupId: string | null;
  groupName: string | null;
  executions: number;
  failures: number;
  credits: number;
  workSeconds: number;
  queueSeconds: Percentiles;
  processingSeconds: Percentiles;
};
type List<One> = { entries: One[]; total: number };

const usageOf = async ({ id, admin }: Tenant, query = ''): Promise<List<Entry>> =>
  (await ok(admin(`GET /v1/organization/${id}/usage?${query}`))).json<List<Entry>>();
const messageOf = (answer: Answer): string => {
  assert.equal(answer.status, 400, answer.text);
  return answer.json<{ message: string }>().message;
};

// Counts the usage from the executions themselves, without the stored sums.
const COUNT = statement<{ executions: number; failures: number; credits: number; work: number[] }>(`
  select count(*) filter (where status in ('COMPLETED', 'FAILED')) as executions,
    count(*) filter (where status = 'FAILED') as failures, coalesce(sum(charged_credits), 0)::bigint as credits,
    array_agg(extract(epoch from finished_at - started_at)::float8) filter (where started_at is not null) as work
  from executions where organization_id = $1 and workflow_id = $2`);

describe('The usage of a real run', () => {
  let tenant: Tenant;
  let good: WorkflowRecord;
  let bad: WorkflowRecord;
  let slow: WorkflowRecord;
  let reviewed: WorkflowRecord;
  const labels = { service_batch_name: 'Autumn' };
  before(async () => {
    tenant = await openTenant(service, 10_000);
    good = await addWorkflow(tenant.owner, {
      name: 'Good',
      workflowComponents: [
        { id: 'small', component: 'resize', params: { width: 40 } },
        { id: 'soft', component: 'blur', params: {} },
      ],
    });
    bad = await addWorkflow(tenant.owner, {
      name: 'Bad',
      workflowComponents: [
        { id: 'soft', component: 'blur', params: {} },
        { id: 'check', component: 'assert', params: { minWidth: 9_000 } },
      ],
    });
    slow = await addWorkflow(tenant.owner, {
      name: 'Slow',
      workflowComponents: [
        { id: 'large', component: 'resize', params: { width: 2_000, height: 2_000, enlarge: true } },
        { id: 'slow', component: 'denoise' },
      ],
    });
    reviewed = await addWorkflow(tenant.owner, { name: 'Reviewed', qa: 'all' });
    const contentHash = await upload(tenant.operator);
    const run = async (workflow: WorkflowRecord, call: Call, status: 'COMPLETED' | 'FAILED' | 'IN_QA') => {
      const id = await create(call, workflow, { contentHash, ...(workflow === good && { labels }) });
      await untilStatus(call, id, status);
      return id;
    };
    for (let n = 0; n < 6; n++) await run(good, n < 2 ? tenant.admin : tenant.operator, 'COMPLETED');
    const failed = [await run(bad, tenant.operator, 'FAILED'), await run(bad, tenant.operator, 'FAILED')];
    // The retry fails again.
    await ok(tenant.operator(`POST /v1/workflow/execution/${failed[0]}/retry`));
    await untilStatus(tenant.operator, failed[0]!, 'FAILED');
    const results = [];
    for (let n = 0; n < 3; n++) results.push(await run(reviewed, tenant.operator, 'IN_QA'));
    await ok(tenant.reviewer(`POST /v1/workflow/execution/${results[0]}/approve`));
    await ok(tenant.reviewer(`POST /v1/workflow/execution/${results[1]}/reject`, { json: { reason: 'No' } }));
    const canceled = await create(tenant.operator, slow, { contentHash });
    await ok(tenant.operator(`POST /v1/workflow/execution/${canceled}/cancel`));
  });

  const settled = (executions: number) =>
    until('the usage has every execution', 15_000, async () => {
      const { entries } = await usageOf(tenant);
      const sum = entries.reduce((all, entry) => all + entry.executions, 0);
      return sum === executions && entries;
    });

  test('is the same as a count over the executions, at most seconds later', async () => {
    await settled(11);
    for (const workflow of [good, bad, slow, reviewed]) {
      const [count] = await database.run(COUNT, [tenant.id, workflow.id]);
      const { entries } = await usageOf(tenant, 'group=workflow');
      const [entry, ...others] = entries.filter(({ groupId }) => groupId === workflow.id);
      assert.deepEqual(others, []);
      const { executions, failures, credits, groupName, processingSeconds } = entry!;
      const { work, ...counted } = count!;
      assert.deepEqual({ executions, failures, credits }, counted);
      assert.equal(groupName, workflow.name);
      if (workflow === good) {
        const sorted = work.toSorted((one, other) => one - other);
        for (const [share, value] of [
          [0.5, processingSeconds.p50],
          [0.95, processingSeconds.p95],
        ] as const) {
          const truth = sorted[Math.ceil(share * sorted.length) - 1]!;
          assert.ok(Math.abs(value! / truth - 1) < 0.05, `${value} for ${truth}`);
        }
      }
    }
  });

  test('is grouped by key, user, batch and component', async () => {
    await settled(11);
    const byKey = await usageOf(tenant, 'group=key');
    assert.deepEqual(
      byKey.entries.map(({ groupName, executions }) => [groupName, executions]),
      [
        ['Key of the operator', 9],
        ['Key of the admin', 2],
      ],
    );
    const byBatch = await usageOf(tenant, 'group=batch');
    assert.deepEqual(
      byBatch.entries.map(({ groupName, executions, credits }) => [groupName, executions, credits > 0]),
      [
        ['Autumn', 6, true],
        [null, 5, true],
      ],
    );
    assert.equal((await usageOf(tenant, 'group=user')).total, 1);
    const components = (await usageOf(tenant, 'group=component')).entries;
    const of = (name: string) => components.find(({ groupId }) => groupId === name)!;
    assert.deepEqual([of('resize').executions, of('resize').failures], [6, 0]);
    // Both workflows have this component, and it failed in neither of them.
    assert.deepEqual([of('blur').executions, of('blur').failures], [8, 0]);
    assert.deepEqual([of('assert').executions, of('assert').failures], [2, 2]);
    assert.ok(of('blur').workSeconds > 0 && of('blur').groupName !== null);
    const [whole] = (await usageOf(tenant)).entries;
    const parts = components.reduce((sum, { workSeconds }) => sum + workSeconds, 0);
    assert.ok(whole!.workSeconds >= parts - 0.01, `${whole!.workSeconds} for ${parts}`);
  });

  test('is a list that can also be read as CSV', async () => {
    await settled(11);
    const list = await usageOf(tenant, 'group=workflow&limit=1');
    assert.deepEqual(Object.keys(list), ['entries', 'total']);
    assert.deepEqual([list.entries.length, list.total], [1, 4]);
    const headers = { accept: 'text/csv' };
    const { text } = await ok(
      tenant.admin(`GET /v1/organization/${tenant.id}/usage?group=workflow`, { headers }),
    );
    const [header, ...rows] = text.trim().split('\r\n');
    assert.match(
      header!,
      /^period,periodStart,groupId,groupName,executions,.*queueSeconds\.p50,queueSeconds\.p95/,
    );
    assert.equal(rows.length, 4);
  });

  test('is that of the organization alone', async () => {
    const other = await openTenant(service, 0);
    assert.deepEqual(await usageOf(other), { entries: [], total: 0 });
    assert.equal((await other.owner(`GET /v1/organization/${tenant.id}/usage`)).status, 404);
  });
});

test('a usage report with a wrong parameter is refused, and the message names the parameter', async () => {
  const { id, admin, operator } = await openTenant(service, 0);
  const refusal = async (query: string) =>
    messageOf(await admin(`GET /v1/organization/${id}/usage?${query}`));
  assert.match(await refusal('from=yesterday'), /The parameter from must be a day such as/);
  assert.match(await refusal('from=2026-02-30'), /The parameter from must be a day of the calendar/);
  assert.match(await refusal('to=2026-13-01'), /The parameter to must be/);
  assert.match(await refusal('from=2026-02-02&to=2026-02-01'), /from must not be after the parameter to/);
  assert.match(await refusal('by=year'), /The parameter by must be one of day, week, month/);
  assert.match(await refusal('group=size'), /The parameter group must be one of workflow, key/);
  for (const timezone of ['Mars/Olympus', '%2B05:30', 'FOO3', "x'y", '%00'])
    assert.match(await refusal(`timezone=${timezone}`), /The parameter timezone/, timezone);
  for (const timezone of ['UTC', 'Asia/Kolkata', 'europe/berlin', 'America/Argentina/Buenos_Aires'])
    await ok(admin(`GET /v1/organization/${id}/usage?timezone=${timezone}`));
  assert.equal((await operator(`GET /v1/organization/${id}/usage`)).status, 403);
});

test('the record of an execution does not show the key that created it', async () => {
  const tenant = await openTenant(service);
  const id = await create(tenant.operator, await addWorkflow(tenant.owner));
  assert.deepEqual(
    Object.keys(await read(tenant.viewer, id)).filter((name) => /key/i.test(name)),
    [],
  );
});
