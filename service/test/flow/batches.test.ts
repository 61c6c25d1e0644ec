import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, describe, type TestContext, test } from 'node:test';
import {
  BatchSchema,
  type batchRecord,
  DetailedBatchSchema,
  type detailedBatchRecord,
} from '../../src/http/routes/batches/record.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import type { Call } from '../support/call.ts';
import { readZip } from '../support/read-zip.ts';
import { type Service, startService } from '../support/service.ts';
import {
  addWorkflow,
  balance,
  create,
  grant,
  ok,
  openTenant,
  read,
  type Tenant,
  untilStatus,
  upload,
} from '../support/tenant.ts';
import { until } from '../support/until.ts';
import { startEndpoint } from '../support/webhook-endpoint.ts';

type Batch = ReturnType<typeof detailedBatchRecord>;
type Listed = { entries: ReturnType<typeof batchRecord>[]; total: number };

// No worker runs at first, so that executions stay queued as long as a test needs it. Batches need to be quiet for a
// short time only, so that tests need not wait.
const env = { DARKROOM_BATCH_QUIET_MS: '300', DARKROOM_EGRESS_ALLOW: '127.0.0.0/8' };
const service = await startService({ role: 'api', env });
let worker: Service | undefined;
after(async () => {
  await worker?.stop();
  await service.stop();
});

const PRICE = { executionPrice: 100 };
const FILL = statement(`
  insert into batches (organization_id, id, name, search_name, created_by)
  select $1, gen_random_uuid(), 'More', 'more', $2 from generate_series(1, $3::integer)`);
const UNKNOWN = '018f3a5e-7c00-7000-8000-000000000000';

const addBatch = async (call: Call, json: object = {}): Promise<Batch> =>
  (await ok(call('POST /v1/batch', { json: { name: 'Shoes', ...json } }))).json<Batch>();
const find = async (call: Call, id: string): Promise<Batch> =>
  (await ok(call(`GET /v1/batch/${id}`))).json<Batch>();
const change = async (call: Call, id: string, json: object): Promise<Batch> =>
  (await ok(call(`PUT /v1/batch/${id}`, { json }))).json<Batch>();
const act = async (call: Call, id: string, verb: string): Promise<Batch> =>
  (await ok(call(`POST /v1/batch/${id}/${verb}`))).json<Batch>();
const list = async (call: Call, query = ''): Promise<Listed> =>
  (await ok(call(`GET /v1/batch?${query}`))).json<Listed>();
const inBatch = (id: string) => ({ labels: { service_batch_id: id } });

const statusOf = async (call: Call, id: string) => {
  const { status, error } = await read(call, id);
  return error ? `${status} ${error.code}` : status;
};
const statusesOf = (call: Call, ids: string[]) => Promise.all(ids.map((id) => statusOf(call, id)));
const retry = (call: Call, id: string) => call(`POST /v1/workflow/execution/${id}/retry`);
const cancel = (call: Call, id: string) => ok(call(`POST /v1/workflow/execution/${id}/cancel`));

describe('Batches, without a worker', () => {
  test('a batch can have a review of its own, which only owners and admins may weaken', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, { qa: 'unsure' });
    const qaSampling = { aql: 2.5, lotSize: 50 };
    const batch = await addBatch(operator, { workflow: workflow.id, qa: 'sample', qaSampling });
    assert.partialDeepStrictEqual(batch, { qa: 'sample', qaSampling });
    const [inForce] = (await find(operator, batch.id)).reviewPlans;
    assert.partialDeepStrictEqual(inForce, {
      workflow: workflow.id,
      qa: 'sample',
      qaSampling,
      severity: 'normal',
      plan: { codeLetter: 'D', sampleSize: 5, acceptance: 0 },
      lots: { formed: 0, accepted: 0, refused: 0 },
    });
    assert.match(inForce!.why!, /^Normal inspection/);
    const refused = await operator('POST /v1/batch', {
      json: { name: 'Less', workflow: workflow.id, qa: 'off' },
    });
    assert.equal(refused.status, 403, refused.text);
    const weaker = await operator(`PUT /v1/batch/${batch.id}`, { json: { qa: 'off', name: 'Less' } });
    assert.equal(weaker.status, 403, weaker.text);
    assert.partialDeepStrictEqual(await find(operator, batch.id), { qa: 'sample', name: 'Shoes' });
    assert.equal((await change(owner, batch.id, { qa: 'off' })).qa, 'off');
    assert.equal((await change(owner, batch.id, { qa: null })).qa, null);
    const wrong = await owner(`PUT /v1/batch/${batch.id}`, { json: { qa: 'some' } });
    assert.equal(wrong.status, 400, wrong.text);
    assert.match(wrong.text, /qa/);
  });

  test('a batch made by POST has a record, is empty, and executions join it with its id as the label', async () => {
    const { owner, operator, viewer, id: organizationId } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const made = await ok(
      operator('POST /v1/batch', {
        json: { name: 'Spring', workflow: workflow.id, expected: 4, budget: 900 },
      }),
    );
    assert.equal(made.status, 201);
    const batch = made.json<Batch>();
    const { userId } = await read(operator, await create(operator, workflow));
    assert.partialDeepStrictEqual(batch, {
      organizationId,
      createdBy: userId,
      name: 'Spring',
      status: 'empty',
      expected: 4,
      budget: 900,
      priority: 5,
      total: 0,
      progress: 0,
      round: 0,
      workflows: [{ id: workflow.id, name: workflow.name }],
      counts: { CREATED: 0, ACTIVE: 0, COMPLETED: 0, IN_QA: 0, PAYMENT_REQUIRED: 0, FAILED: 0 },
      firstCreatedAt: null,
      completedAt: null,
    });
    const fieldsOf = (record: object) => Object.keys(record).sort();
    assert.deepEqual(fieldsOf(batch), fieldsOf(DetailedBatchSchema.properties));
    assert.deepEqual(fieldsOf((await list(viewer)).entries[0]!), fieldsOf(BatchSchema.properties));
    const execution = await create(operator, workflow, inBatch(batch.id));
    const joined = await find(viewer, batch.id);
    assert.partialDeepStrictEqual(joined, {
      status: 'running',
      total: 1,
      heldCredits: 100,
      chargedCredits: 0,
      counts: { CREATED: 1 },
      firstCreatedAt: (await read(operator, execution)).createdAt,
    });
    await ok(operator(`POST /v1/workflow/execution/${execution}/cancel`));
    assert.partialDeepStrictEqual(await find(viewer, batch.id), {
      heldCredits: 0,
      progress: 0.25,
      counts: { CREATED: 0, FAILED: 1 },
    });
  });

  test('labels make a batch; one with a name alone never joins a batch that has an id', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { name: 'Shoes' });
    const named = { service_batch_name: 'Shoes' };
    await create(operator, workflow, { labels: { ...named, service_batch_id: id } });
    await create(operator, workflow, { labels: named });
    await create(operator, workflow, { labels: { ...named, service_batch_id: '' } });
    const { entries, total } = await list(operator);
    assert.equal(total, 2);
    assert.deepEqual(
      entries.map((batch) => [batch.name, batch.total]),
      [
        ['Shoes', 2],
        ['Shoes', 1],
      ],
    );
    assert.equal(entries[1]?.id, id);
  });

  test('bad input is 400 and names the field; unknown, foreign and malformed batches are 404', async () => {
    const { owner, operator } = await openTenant(service);
    const stranger = await openTenant(service);
    for (const [json, field] of [
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'a', expected: 0 }, 'expected'],
      [{ name: 'a', budget: -1 }, 'budget'],
      [{ name: 'a', priority: 10 }, 'priority'],
      [{ name: 'a', workflow: 'nonsense' }, 'workflow'],
      [{ name: 'a', webhooks: ['ftp://example.com'] }, 'webhook'],
      [{ name: 'a', qaSampling: { aql: 1 } }, 'qaSampling needs the field qa'],
    ] as const) {
      const answer = await operator('POST /v1/batch', { json });
      assert.equal(answer.status, 400, answer.text);
      assert.ok(answer.json<{ message: string }>().message.includes(field), answer.text);
    }
    const unknown = await operator('POST /v1/batch', { json: { name: 'a', workflow: UNKNOWN } });
    assert.equal(unknown.status, 404);
    const { id } = await addBatch(operator);
    const alone = await operator(`PUT /v1/batch/${id}`, { json: { qaSampling: { aql: 1 }, name: 'Hats' } });
    assert.equal(alone.status, 400, alone.text);
    assert.match(alone.text, /qaSampling needs the field qa/);
    assert.equal((await find(operator, id)).name, 'Shoes');
    for (const [call, wrong] of [
      [owner, UNKNOWN],
      [owner, 'nonsense'],
      [stranger.owner, id],
    ] as const)
      for (const line of [
        `GET /v1/batch/${wrong}`,
        `GET /v1/batch/${wrong}/status`,
        `PUT /v1/batch/${wrong}`,
        `GET /v1/batch/${wrong}/results.zip`,
        `GET /v1/batch/${wrong}/manifest.csv`,
        ...['retry', 'cancel', 'close', 'pause', 'resume'].map((verb) => `POST /v1/batch/${wrong}/${verb}`),
      ])
        assert.equal(
          (await call(line, line.startsWith('PUT') ? { json: { priority: 3 } } : {})).status,
          404,
          line,
        );
    assert.equal((await operator('GET /v1/batch?status=done')).status, 400);
    assert.equal((await operator('GET /v1/batch?cursor=nonsense')).status, 400);
    assert.equal((await operator('GET /v1/batch?limit=1001')).status, 400);
  });

  test('PUT changes any subset, and null removes a limit', async () => {
    const { operator } = await openTenant(service);
    const { id } = await addBatch(operator, { expected: 3, budget: 10 });
    assert.partialDeepStrictEqual(await change(operator, id, { name: 'Hats' }), {
      name: 'Hats',
      expected: 3,
      budget: 10,
    });
    assert.partialDeepStrictEqual(await change(operator, id, { expected: null, budget: null, priority: 0 }), {
      name: 'Hats',
      expected: null,
      budget: null,
      priority: 0,
    });
  });

  test('the list has the newest first, searches names in every script, filters by status and has a cursor', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const ids: string[] = [];
    for (const name of ['Schuhe ÄÖ', '100%_sale', 'ΣΊΣΥΦΟΣ', 'plain'])
      ids.push((await addBatch(operator, { name })).id);
    assert.deepEqual(
      (await list(operator)).entries.map(({ id }) => id),
      ids.toReversed(),
    );
    const names = async (search: string) =>
      (await list(operator, `search=${encodeURIComponent(search)}`)).entries.map(({ name }) => name);
    assert.deepEqual(await names('äö'), ['Schuhe ÄÖ']);
    assert.deepEqual(await names('a\u0308O\u0308'), ['Schuhe ÄÖ']);
    assert.deepEqual(await names('φοσ'), ['ΣΊΣΥΦΟΣ']);
    assert.deepEqual(await names('%_S'), ['100%_sale']);
    assert.deepEqual(await names('_'), ['100%_sale']);
    await create(operator, workflow, inBatch(ids[0]!));
    assert.deepEqual(
      (await list(operator, 'status=running')).entries.map(({ id }) => id),
      [ids[0]],
    );
    assert.equal((await list(operator, 'status=empty&limit=0')).total, 3);

    const seen: string[] = [];
    for (let line: string | undefined = 'GET /v1/batch?limit=1&status=empty'; line; ) {
      const answer = await ok(operator(line));
      const { entries, total } = answer.json<Listed>();
      assert.equal(total, 3);
      seen.push(...entries.map(({ id }) => id));
      const link = answer.headers.get('link')?.match(/^<(.*)>; rel="next"$/)?.[1];
      if (link)
        assert.equal(
          (await operator(`GET ${new URL(link).pathname}${new URL(link).search}&offset=1`)).status,
          400,
        );
      line = link && `GET ${new URL(link).pathname}${new URL(link).search}`;
    }
    assert.deepEqual(seen, ids.slice(1).toReversed());
  });

  test('the list counts up to 10,000 batches, and says when there are more', async () => {
    const tenant = await openTenant(service);
    const totalOf = async (query: string) => {
      const answer = await ok(tenant.viewer(`GET /v1/batch?limit=1&${query}`));
      return [answer.json<Listed>().total, answer.headers.get('x-total-exceeded')];
    };
    const { createdBy } = await addBatch(tenant.operator, { name: 'First' });
    await service.database.database.run(FILL, [tenant.id, createdBy, 9_999]);
    assert.deepEqual(await totalOf(''), [10_000, null]);
    await service.database.database.run(FILL, [tenant.id, createdBy, 2]);
    assert.deepEqual(await totalOf(''), [10_000, 'true']);
    assert.deepEqual(await totalOf('search=more&status=empty'), [10_000, 'true']);
    assert.deepEqual(await totalOf('search=first'), [1, null]);
  });

  test('a viewer and a reviewer may read batches, but not change them', async () => {
    const { operator, viewer, reviewer } = await openTenant(service);
    const { id } = await addBatch(operator);
    for (const call of [viewer, reviewer]) {
      assert.equal((await call(`GET /v1/batch/${id}`)).status, 200);
      assert.equal((await call('POST /v1/batch', { json: { name: 'a' } })).status, 403);
      assert.equal((await call(`POST /v1/batch/${id}/pause`)).status, 403);
      assert.equal((await call(`PUT /v1/batch/${id}`, { json: { priority: 1 } })).status, 403);
    }
  });
});

describe('Budgets, without a worker', () => {
  test('a create beyond the budget is 201, PAYMENT_REQUIRED with budget_reached, and holds nothing', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { budget: 250 });
    const ids: string[] = [];
    for (let index = 0; index < 3; index++) ids.push(await create(operator, workflow, inBatch(id)));
    assert.deepEqual(await statusesOf(operator, ids), [
      'CREATED',
      'CREATED',
      'PAYMENT_REQUIRED budget_reached',
    ]);
    assert.equal(await balance(operator), 800);
    assert.equal(await statusOf(operator, await create(operator, workflow)), 'CREATED');
  });

  test('with a budget for 10, exactly 10 of 60 creates at once are CREATED', async () => {
    const { owner, operator } = await openTenant(service, 10_000);
    const workflow = await addWorkflow(owner, PRICE);
    const contentHash = await upload(operator);
    const { id } = await addBatch(operator, { budget: 1_000 });
    await Promise.all(
      Array.from({ length: 60 }, () => create(operator, workflow, { contentHash, ...inBatch(id) })),
    );
    assert.partialDeepStrictEqual(await find(operator, id), {
      counts: { CREATED: 10, PAYMENT_REQUIRED: 50 },
      heldCredits: 1_000,
    });
    assert.equal(await balance(operator), 9_000);
  });

  test('released credits come back to the budget, and retries obey it', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { budget: 100 });
    const first = await create(operator, workflow, inBatch(id));
    const second = await create(operator, workflow, inBatch(id));
    const refused = await retry(operator, second);
    assert.equal(refused.status, 402);
    assert.match(refused.text, /budget/);
    await cancel(operator, first);
    assert.equal((await retry(operator, second)).status, 200);
    assert.equal((await retry(operator, first)).status, 200);
    assert.deepEqual(await statusesOf(operator, [first, second]), [
      'PAYMENT_REQUIRED budget_reached',
      'CREATED',
    ]);
    assert.equal(await balance(operator), 900);
  });

  test('a batch without a budget is limited by the credits alone, in the order of arrival', async () => {
    const { owner, operator } = await openTenant(service, 100);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator);
    const ids = [
      await create(operator, workflow, inBatch(id)),
      await create(operator, workflow, inBatch(id)),
    ];
    assert.deepEqual(await statusesOf(operator, ids), ['CREATED', 'PAYMENT_REQUIRED credits_short']);
  });
});

/** Opens the status stream of a batch. The events are read until the server ends it. */
const openEvents = async (call: Call, id: string, headers: Record<string, string> = {}) => {
  const answer = await call.open(`GET /v1/batch/${id}/status`, { headers });
  const read = async () =>
    (await answer.text())
      .split('\n\n')
      .filter((event) => event.startsWith('id:'))
      .map((event) => {
        const [id, name, data] = event.split('\n').map((line) => line.replace(/^\w+: /, ''));
        return { id: id!, name, data: JSON.parse(data!) as Batch };
      });
  return { status: answer.status, read };
};
const eventsOf = async (call: Call, id: string) => (await openEvents(call, id)).read();

/** Waits for executions by their webhooks: a status stream ends when an execution is PAYMENT_REQUIRED. */
const followEnds = async (t: TestContext) => {
  const completed = new Set<string>();
  const changed = new EventEmitter();
  const endpoint = await startEndpoint((response, { body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
    if (type === 'execution.completed') completed.add(data.id);
    response.writeHead(204).end();
    changed.emit('end');
  });
  t.after(endpoint.close);
  return {
    told: { webhooks: [endpoint.url] },
    completed: async (...ids: string[]) => {
      while (!ids.every((id) => completed.has(id))) await once(changed, 'end');
    },
  };
};
const settingsOf = ({ id }: Tenant) => `/v1/organization/${id}/settings`;

describe('Batches, with a worker', () => {
  test('executions of a paused batch wait until it is resumed, also those created or retried meanwhile', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator);
    const canceled = await create(operator, workflow, inBatch(id));
    await cancel(operator, canceled);
    const before = await create(operator, workflow, inBatch(id));
    assert.equal((await act(operator, id, 'pause')).status, 'paused');
    const during = await create(operator, workflow, inBatch(id));
    await ok(retry(operator, canceled));
    worker = await startService({ role: 'worker', beside: service, env });
    // Work that was queued later is done, so the worker has passed the paused ones over.
    await untilStatus(operator, await create(operator, workflow), 'COMPLETED');
    assert.deepEqual(await statusesOf(operator, [canceled, before, during]), Array(3).fill('CREATED'));
    await act(operator, id, 'resume');
    for (const one of [canceled, before, during]) await untilStatus(operator, one, 'COMPLETED');
  });

  test('the stream shows the counters until the batch is completed, then ends, and a reconnect is 204', async () => {
    const { owner, operator, viewer } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { expected: 2 });
    const stream = await openEvents(viewer, id);
    await untilStatus(operator, await create(operator, workflow, inBatch(id)), 'COMPLETED');
    await untilStatus(operator, await create(operator, workflow, inBatch(id)), 'COMPLETED');
    const events = await stream.read();
    assert.equal(events[0]?.name, 'empty');
    const last = events.at(-1)!;
    assert.equal(last.name, 'completed');
    assert.partialDeepStrictEqual(last.data, {
      status: 'completed',
      round: 1,
      counts: { COMPLETED: 2 },
      total: 2,
      progress: 1,
      chargedCredits: 200,
      heldCredits: 0,
    });
    const again = await openEvents(viewer, id, { 'last-event-id': last.id });
    assert.equal(again.status, 204);
    assert.deepEqual(
      (await eventsOf(viewer, id)).map(({ name }) => name),
      ['completed'],
    );
    assert.ok((await find(viewer, id)).completedAt);
    // The throughput is summed up once a second.
    const { throughput, imagesPerMinute } = await until('both count', 10_000, async () => {
      const record = await find(viewer, id);
      return record.throughput.reduce((sum, { finished }) => sum + finished, 0) >= 2 && record;
    });
    assert.equal(
      throughput.reduce((sum, { finished }) => sum + finished, 0),
      2,
    );
    assert.ok(imagesPerMinute);
  });

  test('without `expected` a batch is completed when nothing changes any more; later work opens it again', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { webhooks: [endpoint.url] });
    await create(operator, workflow, inBatch(id));
    assert.equal((await eventsOf(operator, id)).at(-1)?.data.round, 1);
    await endpoint.received(1);
    await create(operator, workflow, inBatch(id));
    assert.notEqual((await find(operator, id)).status, 'completed');
    assert.equal((await eventsOf(operator, id)).at(-1)?.data.round, 2);
    await endpoint.received(2);
    const messages = endpoint.deliveries.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      messages.map(({ type, data }) => [type, data.id, data.round, data.counts.COMPLETED]),
      [
        ['batch.completed', id, 1, 1],
        ['batch.completed', id, 2, 2],
      ],
    );
  });

  test('a batch with fewer executions than expected is completed when it is closed', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { expected: 5 });
    await untilStatus(operator, await create(operator, workflow, inBatch(id)), 'COMPLETED');
    assert.equal((await find(operator, id)).status, 'running');
    const stream = eventsOf(operator, id);
    assert.equal((await act(operator, id, 'close')).status, 'closed');
    assert.equal((await stream).at(-1)?.name, 'completed');
    await act(operator, id, 'close');
    assert.partialDeepStrictEqual(await find(operator, id), { status: 'completed', round: 1 });
  });

  test('a raised budget lets the blocked executions go on, oldest first, as far as it reaches', async (t) => {
    const ended = await followEnds(t);
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { budget: 0 });
    const ids: string[] = [];
    for (let index = 0; index < 3; index++)
      ids.push(await create(operator, workflow, { ...inBatch(id), ...ended.told }));
    await change(operator, id, { budget: 200 });
    await ended.completed(ids[0]!, ids[1]!);
    assert.equal(await statusOf(operator, ids[2]!), 'PAYMENT_REQUIRED budget_reached');
    assert.equal((await retry(operator, ids[2]!)).status, 402, 'what was charged counts as well');
    await change(operator, id, { budget: null });
    await ended.completed(ids[2]!);
    assert.equal((await find(operator, id)).chargedCredits, 300);
  });

  test('autoResume: executions created since it was switched on go on when credits are added, oldest first', async (t) => {
    const ended = await followEnds(t);
    const tenant = await openTenant(service, 0);
    const { owner, operator } = tenant;
    const workflow = await addWorkflow(owner, PRICE);
    const dear = await addWorkflow(owner, { executionPrice: 300 });
    const settings = settingsOf(tenant);
    const older = await create(operator, workflow, ended.told);
    await ok(owner(`PUT ${settings}`, { json: { autoResume: true } }));
    const kept = await ok(owner(`PUT ${settings}`, { json: { reuseResults: false } }));
    assert.partialDeepStrictEqual(kept.json<object>(), { autoResume: true, reuseResults: false });
    const first = await create(operator, workflow, ended.told);
    const { id: blocked } = await addBatch(operator, { budget: 50 });
    const passedOver = await create(operator, workflow, { ...inBatch(blocked), ...ended.told });
    const { id: stopped } = await addBatch(operator);
    const inCanceled = await create(operator, workflow, { ...inBatch(stopped), ...ended.told });
    await ok(operator(`POST /v1/batch/${stopped}/cancel`));
    const second = await create(operator, workflow, ended.told);
    const tooDear = await create(operator, dear, ended.told);
    const last = await create(operator, workflow, ended.told);

    await grant(service, tenant, 300);
    await ended.completed(first, second);
    const after = [older, passedOver, inCanceled, tooDear, last];
    assert.deepEqual(await statusesOf(operator, after), [
      'PAYMENT_REQUIRED credits_short',
      'PAYMENT_REQUIRED budget_reached',
      'PAYMENT_REQUIRED credits_short',
      'PAYMENT_REQUIRED credits_short',
      'PAYMENT_REQUIRED credits_short',
    ]);
    assert.equal(await balance(operator), 100);
    await grant(service, tenant, 300);
    await ended.completed(tooDear, last);
    assert.equal(await balance(operator), 0);
    await ok(owner(`PUT ${settings}`, { json: { autoResume: false } }));
    await grant(service, tenant, 100);
    assert.equal(await balance(operator), 100);
    // A retry of the batch revives the executions that the cancel has stopped.
    assert.equal(
      (await ok(operator(`POST /v1/batch/${stopped}/retry`))).json<{ matched: number }>().matched,
      1,
    );
    await ended.completed(inCanceled);
  });

  test('cancel of a batch ends its queued executions and no others; a retry leaves canceled ones out', async () => {
    const { owner, operator } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, PRICE);
    const { id } = await addBatch(operator, { expected: 2 });
    await act(operator, id, 'pause');
    const ids = [
      await create(operator, workflow, inBatch(id)),
      await create(operator, workflow, inBatch(id)),
    ];
    const canceled = await operator(`POST /v1/batch/${id}/cancel`);
    assert.equal(canceled.status, 202);
    assert.equal(canceled.json<{ matched: number }>().matched, 2);
    for (const one of ids) await untilStatus(operator, one, 'FAILED');
    assert.deepEqual(await statusesOf(operator, ids), Array(2).fill('FAILED canceled'));
    const retried = async (query: string) =>
      (await ok(operator(`POST /v1/batch/${id}/retry${query}`))).json<{ matched: number }>().matched;
    assert.equal(await retried(''), 0);
    assert.equal(await balance(operator), 1_000);
    // A misspelt filter must not make the act affect more executions.
    for (const query of ['errorcode=canceled', 'status=FAILED', 'label[a]=b', 'errorCode=', 'search=a'])
      for (const verb of ['retry', 'cancel']) {
        const refused = await operator(`POST /v1/batch/${id}/${verb}?${query}`);
        assert.equal(refused.status, 400, `${verb} ${query}`);
        assert.ok(refused.text.includes(query.split(/[=[]/)[0]!), refused.text);
      }
    assert.equal(await retried('?errorCode=system_error'), 0);
    assert.equal(await retried('?errorCode=canceled'), 2);
  });

  test('the ZIP has every result under a safe and unique name, and a manifest of all executions', async () => {
    const { owner, operator, viewer } = await openTenant(service, 1_000);
    const workflow = await addWorkflow(owner, { ...PRICE, name: 'White' });
    const { id } = await addBatch(operator, { name: 'Läufer / 1', expected: 6 });
    const names = ['shoe.jpg', 'SHOE.jpg', '../../x.jpg', 'CON.jpg', `${'é'.repeat(124)}.jpg`];
    for (const name of names)
      await create(operator, workflow, { name, labels: { service_batch_id: id, sku: 'A/1' } });
    await act(operator, id, 'pause');
    const failed = await create(operator, workflow, { name: '=cmd.jpg', ...inBatch(id) });
    await cancel(operator, failed);
    await act(operator, id, 'resume');
    assert.equal((await eventsOf(operator, id)).at(-1)?.name, 'completed');

    const answer = await ok(viewer(`GET /v1/batch/${id}/results.zip`));
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; .*filename\*=UTF-8''L%C3%A4ufer%20_%201\.zip$/,
    );
    assert.equal(Number(answer.headers.get('content-length')), answer.bytes.length);
    const files = readZip(answer.bytes);
    assert.deepEqual(
      files.map(({ name }) => name),
      ['shoe.jpg', 'SHOE (2).jpg', 'x.jpg', '_CON.jpg', `${'é'.repeat(123)}.jpg`, 'manifest.csv'],
    );
    const { resultPath } = await read(operator, (await executionsOf(viewer, id)).at(-1)!);
    assert.deepEqual(files[0]?.bytes, (await ok(viewer(`GET ${resultPath}`))).bytes);

    const manifest = await ok(viewer(`GET /v1/batch/${id}/manifest.csv`));
    assert.equal(manifest.text, files.at(-1)?.bytes.toString());
    const rows = manifest.text.trim().split('\r\n');
    assert.equal(rows.length, 7);
    assert.ok(
      rows.some((row) => row.startsWith(`${failed},,'=cmd.jpg,`) && row.includes(',FAILED,,canceled,')),
    );

    const etag = answer.headers.get('etag')!;
    const part = await viewer(`GET /v1/batch/${id}/results.zip`, {
      headers: { range: 'bytes=100-399', 'if-range': etag },
    });
    assert.equal(part.status, 206);
    assert.deepEqual(part.bytes, answer.bytes.subarray(100, 400));
    assert.equal(
      (await viewer(`GET /v1/batch/${id}/results.zip`, { headers: { 'if-none-match': etag } })).status,
      304,
    );
    const beyond = { range: 'bytes=999999999-' };
    assert.equal((await viewer(`GET /v1/batch/${id}/results.zip`, { headers: beyond })).status, 416);
    const head = await viewer(`HEAD /v1/batch/${id}/results.zip`);
    assert.equal(head.headers.get('content-length'), answer.headers.get('content-length'));

    const template = encodeURIComponent('{label.sku}-{index}-{workflow}');
    const named = await ok(viewer(`GET /v1/batch/${id}/results.zip?names=${template}`));
    assert.equal(readZip(named.bytes)[0]?.name, 'A_1-1-White.jpg');
    const unknown = await viewer(`GET /v1/batch/${id}/results.zip?names=%7Bnmae%7D`);
    assert.equal(unknown.status, 400);
    assert.match(unknown.text, /names/);

    // Another execution changes the archive, so the rest of the old one is not a part of it.
    await create(operator, workflow, inBatch(id));
    assert.equal((await eventsOf(operator, id)).at(-1)?.data.round, 2);
    const changed = await viewer(`GET /v1/batch/${id}/results.zip`, {
      headers: { range: 'bytes=100-', 'if-range': etag },
    });
    assert.equal(changed.status, 200);
    assert.equal(readZip(changed.bytes).length, 7);
  });
});

const executionsOf = async (call: Call, batch: string): Promise<string[]> => {
  const answer = await ok(call(`GET /v2/workflow/execution/?batch=${batch}`));
  return answer.json<{ entries: { id: string }[] }>().entries.map(({ id }) => id);
};
