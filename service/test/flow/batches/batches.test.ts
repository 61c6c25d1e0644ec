import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { BatchSchema, DetailedBatchSchema } from '../../../src/http/routes/batches/record.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { shareService } from '../../support/service.ts';
import { addWorkflow, create, ok, openTenant, read } from '../../support/tenant.ts';
import { addBatch, type Batch, change, find, inBatch, type Listed, list } from './batch-calls.ts';

// No worker runs, so executions stay queued.
const service = await shareService('api');
after(() => service.stop());

const PRICE = { executionPrice: 100 };
const FILL = statement(`
  insert into batches (organization_id, id, name, search_name, created_by)
  select $1, gen_random_uuid(), 'More', 'more', $2 from generate_series(1, $3::integer)`);
const UNKNOWN = '018f3a5e-7c00-7000-8000-000000000000';

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
