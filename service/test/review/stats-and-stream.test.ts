import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Call } from '../support/call.ts';
import { addPerson, REVIEW_SETTINGS } from '../support/reviewers.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, ok, openTenant, type Tenant, untilStatus, upload } from '../support/tenant.ts';

const service = await shareService('start', REVIEW_SETTINGS);
after(() => service.stop());

const openReview = async () => {
  const tenant = await openTenant(service, 10_000);
  const workflow = await addWorkflow(tenant.owner, { name: 'Reviewed', qa: 'all' });
  const contentHash = await upload(tenant.operator);
  const enter = async () => {
    const id = await create(tenant.operator, workflow, { contentHash });
    await untilStatus(tenant.reviewer, id, 'IN_QA');
    return id;
  };
  return { tenant, workflow, enter };
};
const decide = (call: Call, id: string, decision: string, json: object = {}) =>
  ok(call(`POST /v1/workflow/execution/${id}/${decision}`, { json }));

type Stats = { key: string | null; name: string | null; medianSeconds: number | null } & Record<
  'approved' | 'rejected' | 'redone',
  number
>;
const stats = async ({ viewer }: Tenant, query: string) =>
  (await ok(viewer(`GET /v1/qa/stats?${query}`))).json<{ entries: Stats[]; total: number }>();

test('decisions are counted by reviewer, workflow version, code and day', async () => {
  const { tenant, workflow, enter } = await openReview();
  const [ann, ben] = [
    await addPerson(service, tenant, 'reviewer'),
    await addPerson(service, tenant, 'reviewer'),
  ];
  await decide(ann, await enter(), 'approve');
  await decide(ann, await enter(), 'reject', { reason: 'No', code: 'colour' });
  await decide(ben, await enter(), 'reject', { reason: 'No' });
  await decide(ben, await enter(), 'redo', { settings: {} });
  const numbers = ({ key, approved, rejected, redone }: Stats) => [key, approved, rejected, redone];
  const today = new Date().toISOString().slice(0, 10);

  const byReviewer = await stats(tenant, 'by=reviewer');
  assert.equal(byReviewer.total, 2);
  assert.deepEqual(
    new Set(byReviewer.entries.map(numbers).map(String)),
    new Set([`${ann.userId},1,1,0`, `${ben.userId},0,1,1`]),
  );
  assert.ok(byReviewer.entries.every(({ name, medianSeconds }) => name === 'Kim' && medianSeconds! >= 0));
  const [version] = (await stats(tenant, 'by=workflowVersion')).entries;
  assert.deepEqual([numbers(version!), version!.name], [[workflow.version, 1, 2, 1], 'Reviewed']);
  assert.deepEqual((await stats(tenant, 'by=code')).entries.map(numbers), [
    ['colour', 0, 1, 0],
    [null, 0, 1, 0],
  ]);
  assert.deepEqual((await stats(tenant, 'by=day')).entries.map(numbers), [[today, 1, 2, 1]]);
  assert.equal((await stats(tenant, 'to=2020-01-01')).total, 0);
  assert.equal((await stats(tenant, `from=${today}`)).total, 2);
  for (const query of ['by=shoe', 'from=yesterday', 'to=2026-13-45', 'from=2026-02-31'])
    assert.equal((await tenant.viewer(`GET /v1/qa/stats?${query}`)).status, 400, query);
});

test('the stream tells the length of the queue and each arrival once', async () => {
  const { tenant, enter } = await openReview();
  const waiting = await enter();
  const done = new AbortController();
  const response = await tenant.viewer.open('GET /v1/qa/stream', { signal: done.signal });
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = '';
  /** The next event of the stream. */
  const next = async () => {
    for (;;) {
      const [event, ...rest] = text.split('\n\n');
      if (rest.length === 0) text += (await chunks.next()).value ?? '';
      else {
        text = rest.join('\n\n');
        const data = /^event: queue\ndata: (.*)$/.exec(event!)?.[1];
        if (data) return JSON.parse(data) as { length: number; unclaimed: number; arrivals: string[] };
      }
    }
  };
  assert.deepEqual(await next(), { length: 1, unclaimed: 1, arrivals: [] });
  const arrived = await enter();
  assert.deepEqual(await next(), { length: 2, unclaimed: 2, arrivals: [arrived] });
  await ok(tenant.reviewer('POST /v1/qa/claim', { json: { count: 1 } }));
  assert.deepEqual(await next(), { length: 2, unclaimed: 1, arrivals: [] });
  await decide(tenant.reviewer, waiting, 'approve');
  assert.deepEqual(await next(), { length: 1, unclaimed: 1, arrivals: [] });
  done.abort();
});
