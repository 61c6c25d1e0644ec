import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import type { Call } from '../support/call.ts';
import { addPerson, REVIEW_SETTINGS } from '../support/reviewers.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, ok, openTenant, untilStatus, upload } from '../support/tenant.ts';

const service = await shareService('start', REVIEW_SETTINGS);
after(() => service.stop());

type Entry = {
  execution: ExecutionRecord;
  reason: string;
  queuedAt: string;
  lease: { userId: string; name: string; until: string } | null;
};
type List<One = Entry> = { entries: One[]; total: number };
const idsOf = ({ entries }: List) => entries.map(({ execution }) => execution.id);

const queue = async (call: Call, query = '') => (await ok(call(`GET /v1/qa/queue${query}`))).json<List>();
const claim = async (call: Call, json: object) =>
  (await ok(call('POST /v1/qa/claim', { json }))).json<List>();
const approve = (call: Call, id: string) => call(`POST /v1/workflow/execution/${id}/approve`);
const EXPIRE = statement('update review_items set leased_until = now() where execution_id = $1');

/** An organization with `count` results in the queue, oldest first, and two reviewers. */
const openQueue = async (count: number, more: object = {}) => {
  const tenant = await openTenant(service, 10_000);
  const workflow = await addWorkflow(tenant.owner, { qa: 'all' });
  const contentHash = await upload(tenant.operator);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    ids.push(await create(tenant.operator, workflow, { contentHash, ...more }));
    await untilStatus(tenant.reviewer, ids.at(-1)!, 'IN_QA');
  }
  const [ann, ben] = [
    await addPerson(service, tenant, 'reviewer'),
    await addPerson(service, tenant, 'reviewer'),
  ];
  return { tenant, workflow, contentHash, ids, ann, ben };
};

test('the queue lists the results that wait for a reviewer, oldest first', async () => {
  const { tenant, ids, ann } = await openQueue(3);
  const all = await queue(ann);
  assert.deepEqual([idsOf(all), all.total, Object.keys(all).sort()], [ids, 3, ['entries', 'total']]);
  assert.deepEqual([all.entries[0]?.reason, all.entries[0]?.lease], ['all', null]);
  assert.ok(all.entries[0]?.execution.resultContentHash);
  const page = await queue(ann, '?limit=1&offset=1');
  assert.deepEqual([idsOf(page), page.total], [[ids[1]], 3]);
  assert.deepEqual(await queue(ann, '?limit=0'), { entries: [], total: 3 });
  const [hidden] = (await queue(tenant.viewer)).entries;
  assert.equal(hidden?.execution.resultContentHash, null, 'a viewer does not see the result');
  await ok(approve(ann, ids[0]!));
  assert.deepEqual(idsOf(await queue(ann)), ids.slice(1));
});

test('the queue can be filtered by workflow, batch, reason and own claims', async () => {
  const labels = { service_batch_id: '018f3a5e-7c00-7000-8000-00000000aaaa' };
  const { workflow, ids, ann } = await openQueue(1, { labels });
  const unknown = '018f3a5e-7c00-7000-8000-000000000000';
  for (const [query, total] of [
    [`workflow=${workflow.id}`, 1],
    [`workflow=${unknown}`, 0],
    [`batch=${labels.service_batch_id}`, 1],
    [`batch=${unknown}`, 0],
    ['reason=all', 1],
    ['reason=sample', 0],
    ['mine=true', 0],
    ['mine=false', 1],
  ] as const)
    assert.equal((await queue(ann, `?${query}`)).total, total, query);
  await claim(ann, { count: 5 });
  assert.deepEqual(idsOf(await queue(ann, '?mine=true')), ids);
  for (const query of ['workflow=x', 'batch=x', 'reason=lot', 'mine=maybe', 'limit=-1'])
    assert.equal((await ann(`GET /v1/qa/queue?${query}`)).status, 400, query);
});

test('a claim leases the oldest results for ten minutes, and never a leased one', async () => {
  const { ids, ann, ben } = await openQueue(3);
  const first = await claim(ann, { count: 2 });
  assert.deepEqual([idsOf(first), first.total], [ids.slice(0, 2), 2]);
  const { lease } = first.entries[0]!;
  assert.equal(lease?.userId, ann.userId);
  const minutes = (Date.parse(lease!.until) - Date.now()) / 60_000;
  assert.ok(minutes > 9 && minutes < 10.1, String(minutes));
  assert.deepEqual(idsOf(await claim(ben, { count: 5 })), ids.slice(2));
  assert.deepEqual(await claim(ann, { count: 5 }), { entries: [], total: 0 });
  for (const json of [{}, { count: 0 }, { count: 101 }, { count: 'two' }, { count: 1, workflow: 'x' }])
    assert.equal((await ann('POST /v1/qa/claim', { json })).status, 400, JSON.stringify(json));
});

test('two reviewers who claim at once never get the same result', async () => {
  const { ids, ann, ben } = await openQueue(6);
  const claims = await Promise.all(
    Array.from({ length: 12 }, (_, n) => claim(n % 2 ? ann : ben, { count: 1 })),
  );
  const claimed = claims.flatMap(idsOf);
  assert.deepEqual(claimed.sort(), [...ids].sort());
});

test('deciding on a result that another reviewer has leased is 409, except for owners and admins', async () => {
  const { tenant, ids, ann, ben } = await openQueue(3);
  await claim(ann, { count: 3 });
  for (const [decision, json] of [
    ['approve', {}],
    ['reject', { reason: 'No' }],
    ['redo', { settings: {} }],
  ] as const) {
    const answer = await ben(`POST /v1/workflow/execution/${ids[0]}/${decision}`, { json });
    assert.equal(answer.status, 409, decision);
    assert.match(answer.text, /is reviewing this result until/);
  }
  const admin = await addPerson(service, tenant, 'admin');
  await ok(approve(admin, ids[0]!));
  await ok(approve(ann, ids[1]!));
  await service.database.database.run(EXPIRE, [ids[2]]);
  await ok(approve(ben, ids[2]!));
});

test('a result that nobody has claimed can be decided without a claim', async () => {
  const { ids, ben } = await openQueue(1);
  await ok(approve(ben, ids[0]!));
});

test('when two reviewers decide about one result at once, one decision counts and the other is 409', async () => {
  const { ids, ann, ben } = await openQueue(5);
  for (const id of ids) {
    const answers = await Promise.all([
      approve(ann, id),
      ben(`POST /v1/workflow/execution/${id}/reject`, { json: { reason: 'No' } }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  }
});

test('a lease can be renewed and released by its reviewer only', async () => {
  const { ids, ann, ben } = await openQueue(2);
  await claim(ann, { count: 2 });
  await service.database.database.run(EXPIRE, [ids[0]]);
  const verb = async (call: Call, name: string, json?: object) =>
    (await ok(call(`POST /v1/qa/${name}`, json ? { json } : {}))).json<List<{ id: string }>>();
  assert.deepEqual(await verb(ben, 'renew'), { entries: [], total: 0 });
  assert.deepEqual(await verb(ben, 'release'), { entries: [], total: 0 });
  const renewed = await verb(ann, 'renew', { executions: [ids[0]] });
  assert.deepEqual([renewed.entries.map(({ id }) => id), renewed.total], [[ids[0]], 1]);
  assert.equal((await claim(ben, { count: 5 })).total, 0, 'both are leased');
  assert.equal((await verb(ann, 'release', { executions: [ids[1]] })).total, 1);
  assert.deepEqual(idsOf(await claim(ben, { count: 5 })), [ids[1]]);
  assert.equal((await verb(ann, 'release')).total, 1);
  assert.equal((await ann('POST /v1/qa/renew', { json: { executions: ['x'] } })).status, 400);
});
