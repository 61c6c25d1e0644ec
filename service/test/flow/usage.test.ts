import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { reportLowCredits } from '../../src/postgres/usage/credits-low.ts';
import type { Answer, Call } from '../support/call.ts';
import { shareService } from '../support/service.ts';
import {
  addWorkflow,
  create,
  grant,
  ok,
  openTenant,
  read,
  type Tenant,
  untilStatus,
  upload,
  type WorkflowRecord,
} from '../support/tenant.ts';
import { until } from '../support/until.ts';
import { startEndpoint } from '../support/webhook-endpoint.ts';

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
type Ledger = {
  id: string;
  kind: string;
  amount: number;
  executionId: string | null;
  inputFileName: string | null;
  createdAt: string;
};

const usageOf = async ({ id, admin }: Tenant, query = ''): Promise<List<Entry>> =>
  (await ok(admin(`GET /v1/organization/${id}/usage?${query}`))).json<List<Entry>>();
const ledgerOf = async ({ id, admin }: Tenant, query = ''): Promise<List<Ledger>> =>
  (await ok(admin(`GET /v1/organization/${id}/ledger?${query}`))).json<List<Ledger>>();
const messageOf = (answer: Answer): string => {
  assert.equal(answer.status, 400, answer.text);
  return answer.json<{ message: string }>().message;
};

// Counted from the executions themselves, without the stored sums.
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
    // Both workflows have this component, and it failed in neither.
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

test('a usage report that is asked for wrongly is refused with a sentence that names the parameter', async () => {
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

describe('The ledger', () => {
  let tenant: Tenant;
  let charged: string;
  before(async () => {
    tenant = await openTenant(service, 100);
    const workflow = await addWorkflow(tenant.owner);
    charged = await create(tenant.operator, workflow);
    await untilStatus(tenant.operator, charged, 'COMPLETED');
    await untilStatus(tenant.operator, await create(tenant.operator, workflow), 'COMPLETED');
    await grant(service, tenant, -5);
    await grant(service, tenant, 7);
  });

  test('is filtered by kind, execution, user and time, with exact totals', async () => {
    const all = await ledgerOf(tenant);
    assert.equal(all.total, 5);
    const kinds = async (query: string) => {
      const { entries, total } = await ledgerOf(tenant, query);
      assert.equal(total, entries.length);
      return entries.map(({ kind, amount }) => `${kind} ${amount}`);
    };
    assert.deepEqual(await kinds('kind=grant'), ['grant 7', 'grant 100']);
    assert.deepEqual(await kinds('kind=withdrawal'), ['withdrawal -5']);
    assert.deepEqual(await kinds('kind=charge'), ['charge -10', 'charge -10']);
    assert.deepEqual(await kinds(`execution=${charged}`), ['charge -10']);
    assert.deepEqual(await kinds(`execution=${tenant.id}`), []);
    const [newest] = all.entries;
    const user = (newest as unknown as { userId: string }).userId;
    assert.deepEqual(await kinds(`user=${user}`), ['grant 7', 'withdrawal -5', 'grant 100']);
    assert.deepEqual(await kinds(`user=${user}&kind=withdrawal`), ['withdrawal -5']);
    assert.deepEqual(await kinds(`createdAfter=${newest!.createdAt}`), ['grant 7']);
    assert.equal((await kinds(`createdBefore=${newest!.createdAt}`)).length, 4);
  });

  test('names the file of each charge', async () => {
    const { entries } = await ledgerOf(tenant);
    const names = entries.map(({ kind, inputFileName }) => `${kind} ${inputFileName}`);
    assert.deepEqual(names.sort(), [
      'charge shoe.jpg',
      'charge shoe.jpg',
      'grant null',
      'grant null',
      'withdrawal null',
    ]);
  });

  test('goes on with a cursor that keeps the filter, and shows every entry once', async () => {
    const seen: string[] = [];
    let line: string | undefined = `GET /v1/organization/${tenant.id}/ledger?limit=2`;
    while (line) {
      const answer: Answer = await ok(tenant.admin(line));
      const { entries, total } = answer.json<List<Ledger>>();
      assert.equal(total, 5);
      seen.push(...entries.map(({ id }) => id));
      const next: string | undefined = /<(.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      line = next && `GET ${next.slice(service.base.length)}`;
    }
    const all = await ledgerOf(tenant);
    assert.deepEqual(
      seen,
      all.entries.map(({ id }) => id),
    );
    const first = await ok(tenant.admin(`GET /v1/organization/${tenant.id}/ledger?kind=grant&limit=1`));
    const next = /cursor=([\w-]+)/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await ledgerOf(tenant, `cursor=${next}`);
    assert.deepEqual(
      second.entries.map(({ kind, amount }) => [kind, amount]),
      [['grant', 100]],
    );
  });

  test('refuses a filter that is malformed with a sentence that names it', async () => {
    const refusal = async (query: string) =>
      messageOf(await tenant.admin(`GET /v1/organization/${tenant.id}/ledger?${query}`));
    assert.match(await refusal('kind=gift'), /The parameter kind must be one of grant, withdrawal, charge/);
    assert.match(await refusal('execution=1'), /The parameter execution must be an id/);
    assert.match(await refusal('createdAfter=2026-02-30'), /The parameter createdAfter must be/);
    assert.match(
      await refusal('createdBefore=0001-01-01T00:00:00%2B23:59'),
      /The parameter createdBefore must be/,
    );
    assert.match(await refusal('cursor=abc'), /The parameter cursor is malformed/);
    assert.match(await refusal('cursor=abc&offset=1'), /cursor or the parameter offset/);
  });
});

const CHOOSE_MAILS = statement("update users set notices = '{credits.low}' where id = $1");
const MAILS = statement<{ data: object }>(
  "select data from notices where organization_id = $1 and kind = 'credits.low' order by created_at",
);

describe('Low credits', () => {
  test('are reported once when they fall below the threshold, and again only after they were above it', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    const tenant = await openTenant(service, 100);
    const base = `/v1/organization/${tenant.id}`;
    const json = { url: `${endpoint.url}/`, events: ['credits.low'] };
    await ok(tenant.admin(`POST ${base}/webhook-endpoints`, { json }));
    const [{ members }] = (await ok(tenant.owner('GET /v1/organization'))).json<
      List<{ members: { userId: string }[] }>
    >().entries as [{ members: { userId: string }[] }];
    await database.run(CHOOSE_MAILS, [members[0]!.userId]);
    const changed = await ok(tenant.admin(`PUT ${base}/settings`, { json: { creditsLowAt: 95 } }));
    assert.deepEqual(changed.json(), { reuseResults: false, autoResume: false, creditsLowAt: 95 });

    const workflow = await addWorkflow(tenant.owner);
    const id = await create(tenant.operator, workflow);
    await untilStatus(tenant.operator, id, 'COMPLETED');
    await endpoint.received(1);
    const { type, data } = JSON.parse(endpoint.deliveries[0]!.body) as { type: string; data: object };
    assert.equal(type, 'credits.low');
    assert.deepEqual(data, { organizationId: tenant.id, credits: 90, creditsLowAt: 95 });

    // The credits are still low: nothing more is sent, however often and by however many workers they are checked.
    await grant(service, tenant, -10);
    await Promise.all(Array.from({ length: 5 }, () => reportLowCredits(database)));
    // A balance at the threshold is not above it.
    await grant(service, tenant, 15);
    await reportLowCredits(database);
    await grant(service, tenant, -5);
    await reportLowCredits(database);
    const messages = async () =>
      (await ok(tenant.admin(`GET ${base}/webhook-deliveries?type=credits.low`))).json<List<object>>().total;
    assert.equal(await messages(), 1);

    await grant(service, tenant, 50);
    await reportLowCredits(database);
    await grant(service, tenant, -50);
    await Promise.all(Array.from({ length: 5 }, () => reportLowCredits(database)));
    await endpoint.received(2);
    assert.equal(await messages(), 2);
    const mails = (await database.run(MAILS, [tenant.id])).map(({ data }) => data);
    assert.deepEqual(mails[0], { credits: 90, threshold: 95 });
    assert.equal(mails.length, 2, 'a mail each time');
  });

  test('are reported to nobody without a threshold', async () => {
    const tenant = await openTenant(service, 10);
    const base = `/v1/organization/${tenant.id}`;
    const put = (json: object) => tenant.admin(`PUT ${base}/settings`, { json });
    assert.match(
      messageOf(await put({ creditsLowAt: 0 })),
      /The field creditsLowAt must be a whole number from 1/,
    );
    await ok(put({ creditsLowAt: 5 }));
    const cleared = await ok(put({ creditsLowAt: null }));
    assert.deepEqual(cleared.json(), { reuseResults: false, autoResume: false, creditsLowAt: null });
    const kept = await ok(put({ reuseResults: true }));
    assert.deepEqual(kept.json(), { reuseResults: true, autoResume: false, creditsLowAt: null });
    await grant(service, tenant, -10);
    await reportLowCredits(database);
    assert.equal((await ok(tenant.admin(`GET ${base}/webhook-deliveries`))).json<List<object>>().total, 0);
  });
});

test('an execution keeps the key that made it to itself', async () => {
  const tenant = await openTenant(service);
  const id = await create(tenant.operator, await addWorkflow(tenant.owner));
  assert.deepEqual(
    Object.keys(await read(tenant.viewer, id)).filter((name) => /key/i.test(name)),
    [],
  );
});
