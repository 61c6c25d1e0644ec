import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import type { detailedBatchRecord } from '../../src/http/routes/batches/record.ts';
import type { Call } from '../support/call.ts';
import { look, randomImage } from '../support/images.ts';
import { readZip } from '../support/read-zip.ts';
import { addPerson } from '../support/reviewers.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, balance, ok, openTenant, read, upload } from '../support/tenant.ts';
import { until } from '../support/until.ts';
import { type Delivery, startEndpoint } from '../support/webhooks/webhook-endpoint.ts';

const service = await shareService();
after(() => service.stop());

// A lot of 200 at AQL 4.0 has a sample of 32 and is accepted with at most 3 rejects.
const IMAGES = 200;
const SAMPLE = 32;
const PRICE = 10;
const CREDITS = 5_000;
const LOW_AT = CREDITS - 100;
const REJECTS = 2;
const COMPLETED = IMAGES - REJECTS;
const WITHIN_MS = 60_000;

type Batch = ReturnType<typeof detailedBatchRecord>;
type Entry = { execution: ExecutionRecord; reason: string };
type Entries<Item> = { entries: Item[]; total: number };
type Message = { type: string; data: Record<string, unknown> };
type Decide = (entry: Entry) => Promise<unknown>;

const decide = (call: Call, { execution }: Entry, verb: string, json: object = {}) =>
  ok(call(`POST /v1/workflow/execution/${execution.id}/${verb}`, { json }));

/**
 * Claims results and decides about them until the queue has nothing more for this reviewer. Returns the
 * executions that were decided.
 */
const review = async (call: Call, batch: string, first: Entry[], decideOne: Decide): Promise<string[]> => {
  const seen: string[] = [];
  for (let claimed = first; claimed.length > 0; claimed = await claim(call, batch)) {
    for (const entry of claimed) await decideOne(entry);
    seen.push(...claimed.map(({ execution }) => execution.id));
  }
  return seen;
};
const claim = async (call: Call, batch: string): Promise<Entry[]> =>
  (await ok(call('POST /v1/qa/claim', { json: { count: 5, batch } }))).json<Entries<Entry>>().entries;

/** The messages by type. Each counts once, and must have a signature that an independent implementation accepts. */
const verified = (deliveries: Delivery[], secret: string): Map<string, Message[]> => {
  const once = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const messages = [...once.values()].map(
    ({ body, headers }) => new Webhook(secret).verify(body, headers) as Message,
  );
  return Map.groupBy(messages, ({ type }) => type);
};

test('a day of a studio: 200 images in a batch, two reviewers, signed webhooks, the ZIP file and the usage', async (t) => {
  const tenant = await openTenant(service, CREDITS);
  const { owner, admin, operator, viewer } = tenant;
  const base = `/v1/organization/${tenant.id}`;
  const anna = await addPerson(service, tenant, 'reviewer');
  const ben = await addPerson(service, tenant, 'reviewer');

  // The receivers of the organization and of the batch.
  const [receiver, ownReceiver] = [await startEndpoint(), await startEndpoint()];
  t.after(receiver.close);
  t.after(ownReceiver.close);
  const { secret } = (await ok(admin(`GET ${base}/webhook-secret`))).json<{ secret: string }>();
  await ok(
    admin(`POST ${base}/webhook-endpoints`, { json: { url: `${receiver.url}/hooks`, events: ['*'] } }),
  );
  await ok(owner(`PUT ${base}/settings`, { json: { creditsLowAt: LOW_AT } }));

  // The batch and its images.
  const fit = { id: 'fit', component: 'resize', params: { width: 24 } };
  const workflow = await addWorkflow(owner, {
    name: 'Small',
    workflowComponents: [fit],
    executionPrice: PRICE,
  });
  const batch = (
    await ok(
      operator('POST /v1/batch', {
        json: {
          name: 'Autumn shoes',
          workflow: workflow.id,
          expected: IMAGES,
          qa: 'sample',
          qaSampling: { aql: 4, lotSize: IMAGES },
          webhooks: [`${ownReceiver.url}/batch`],
        },
      }),
    )
  ).json<Batch>();
  const completed = viewer(`GET /v1/batch/${batch.id}/status`);
  const bodies: object[] = [];
  for (let number = 1; number <= IMAGES; number++) {
    const contentHash = await upload(operator, await randomImage());
    const labels = { service_batch_id: batch.id, sku: `S-${number}` };
    bodies.push({ image: { name: `shoe-${number}.jpg`, contentHash }, labels });
  }
  const made = await ok(
    operator(`POST /v1/workflow/execution/create-many?workflow=${workflow.id}`, { json: bodies }),
  );
  const ids = made.json<{ entries: { id: string }[] }>().entries.map(({ id }) => id);
  assert.equal(new Set(ids).size, IMAGES);

  // The sample enters the queue, and both reviewers work through it at the same time.
  await until(`${SAMPLE} results are in the queue`, WITHIN_MS, async () => {
    const queue = await ok(anna(`GET /v1/qa/queue?batch=${batch.id}&limit=0`));
    return queue.json<Entries<Entry>>().total === SAMPLE;
  });
  // The studio is told once that results wait. If the queue became empty before, the studio would not be told, so
  // the reviewers wait for the message.
  await until('the studio is told that results wait', WITHIN_MS, () =>
    receiver.deliveries.some(({ body }) => (JSON.parse(body) as Message).type === 'qa.waiting'),
  );
  const [annas, bens] = await Promise.all([claim(anna, batch.id), claim(ben, batch.id)]);
  const [redone, rejectedByAnna, leased] = annas as [Entry, Entry, Entry];
  const [rejectedByBen] = bens as [Entry];
  const taken = await ben(`POST /v1/workflow/execution/${leased.execution.id}/approve`, { json: {} });
  assert.equal(taken.status, 409, taken.text);

  const markup = [{ x: 0.1, y: 0.2, width: 0.3, height: 0.4, note: 'Here' }];
  const choices = new Map<Entry, { verb: string; json: object }>([
    [redone, { verb: 'redo', json: { settings: { fit: { width: 16 } }, comment: 'Smaller' } }],
    [rejectedByAnna, { verb: 'reject', json: { reason: 'Soft edge', code: 'cut-out-edge', markup } }],
    [rejectedByBen, { verb: 'reject', json: { reason: 'Too blue', code: 'colour' } }],
  ]);
  const decideAs = (call: Call) => (entry: Entry) => {
    const { verb, json } = choices.get(entry) ?? { verb: 'approve', json: {} };
    return decide(call, entry, verb, json);
  };
  const decided = await Promise.all([
    review(anna, batch.id, annas, decideAs(anna)),
    review(ben, batch.id, bens, decideAs(ben)),
  ]);
  const inSample = new Set(decided.flat());
  // The redone result may have come back while the reviewers were at work, so each result is counted once.
  assert.equal(inSample.size, SAMPLE);
  assert.ok(decided.every((own) => own.length >= 5));

  const again = await until('the redone result was reviewed again', WITHIN_MS, async () => {
    await review(anna, batch.id, await claim(anna, batch.id), decideAs(anna));
    const record = await read(owner, redone.execution.id);
    return record.status === 'COMPLETED' && record;
  });
  const sizeOf = async ({ resultPath }: ExecutionRecord) =>
    (await look((await ok(viewer(`GET ${resultPath}`))).bytes)).width;
  assert.equal(await sizeOf(again), 16);
  const reviewsOf = async ({ execution }: Entry) =>
    (await ok(viewer(`GET /v1/workflow/execution/${execution.id}/reviews`))).json<Entries<object>>().entries;
  assert.partialDeepStrictEqual(await reviewsOf(redone), [
    { decision: 'redo', comment: 'Smaller', reviewer: { id: anna.userId } },
    { decision: 'approve', attempt: 2 },
  ]);
  assert.partialDeepStrictEqual(await reviewsOf(rejectedByAnna), [
    { decision: 'reject', comment: 'Soft edge', code: 'cut-out-edge', markup, reviewer: { id: anna.userId } },
  ]);
  assert.partialDeepStrictEqual(await reviewsOf(rejectedByBen), [
    { decision: 'reject', code: 'colour', reviewer: { id: ben.userId } },
  ]);

  // Three results of the sample were rejected or redone, so the lot is accepted, the rest is approved and the
  // batch is completed.
  assert.match((await completed).text, /event: completed\ndata: .*\n\n$/);
  const done = (await ok(viewer(`GET /v1/batch/${batch.id}`))).json<Batch>();
  assert.partialDeepStrictEqual(done, {
    status: 'completed',
    round: 1,
    progress: 1,
    counts: { COMPLETED, FAILED: REJECTS, IN_QA: 0, CREATED: 0, ACTIVE: 0 },
    chargedCredits: COMPLETED * PRICE,
    heldCredits: 0,
  });
  assert.equal(await balance(viewer), CREDITS - COMPLETED * PRICE);

  // Every event was sent and signed.
  const expected = {
    'batch.completed': 1,
    'credits.low': 1,
    'execution.completed': COMPLETED,
    'execution.failed': REJECTS,
    'execution.in_qa': IMAGES + 1,
  };
  const isExpected = ({ body }: Delivery) => (JSON.parse(body) as Message).type in expected;
  await until('all messages have arrived', WITHIN_MS, () => {
    const arrived = new Set(receiver.deliveries.filter(isExpected).map(({ id }) => id));
    return arrived.size === Object.values(expected).reduce((sum, count) => sum + count, 0);
  });
  const sent = verified(receiver.deliveries, secret);
  // A message for the sample, and one for the redone result if the queue was empty before it came back.
  const { 'qa.waiting': waiting = 0, ...others } = Object.fromEntries(
    [...sent].map(([type, messages]) => [type, messages.length]),
  );
  assert.deepEqual(others, expected);
  assert.ok(waiting === 1 || waiting === 2, `${waiting}`);
  const idsOf = (type: string) => sent.get(type)!.map(({ data }) => data['id']);
  const rejected = [rejectedByAnna, rejectedByBen].map(({ execution }) => execution.id);
  assert.deepEqual(idsOf('execution.failed').sort(), rejected.toSorted());
  assert.deepEqual(
    idsOf('execution.completed').sort(),
    ids.filter((id) => !rejected.includes(id as never)).sort(),
  );
  await ownReceiver.received(1);
  const own = verified(ownReceiver.deliveries, secret);
  assert.deepEqual([...own.keys()], ['batch.completed']);
  assert.partialDeepStrictEqual(own.get('batch.completed')![0]!.data, {
    id: batch.id,
    round: 1,
    counts: { COMPLETED, FAILED: REJECTS },
  });

  // The ZIP file has each completed result, byte for byte, under the name that the template makes.
  const names = encodeURIComponent('{label.sku} {name}');
  const zip = await ok(viewer(`GET /v1/batch/${batch.id}/results.zip?names=${names}`));
  assert.equal(Number(zip.headers.get('content-length')), zip.bytes.length);
  const files = readZip(zip.bytes);
  const records = (
    await ok(
      viewer(`GET /v2/workflow/execution/?batch=${batch.id}&sort=createdAt&status=COMPLETED&limit=1000`),
    )
  ).json<Entries<ExecutionRecord>>();
  assert.equal(records.total, COMPLETED);
  const byName = new Map(files.map(({ name, bytes }) => [name, bytes]));
  for (const { labels, resultPath } of records.entries) {
    const name = `${labels['sku']} ${labels['sku']!.replace('S-', 'shoe-')}.jpg`;
    const { bytes } = await ok(viewer(`GET ${resultPath}`));
    assert.ok(byName.get(name)?.equals(bytes), name);
  }
  assert.equal(files.length, COMPLETED + 1);
  assert.equal(byName.get('manifest.csv')!.toString().trim().split('\r\n').length, IMAGES + 1);

  // The usage report has the executions and their cost.
  const usageBy = async (group: string) =>
    (await ok(admin(`GET ${base}/usage?group=${group}`))).json<Entries<Record<string, unknown>>>();
  const used = { executions: IMAGES, failures: REJECTS, credits: COMPLETED * PRICE };
  await until('the usage is rolled up', WITHIN_MS, async () => {
    const { entries } = await usageBy('batch');
    return entries.reduce((sum, { executions }) => sum + Number(executions), 0) === IMAGES;
  });
  // There are two entries when the test runs over midnight.
  const sumOf = (entries: Record<string, unknown>[], field: string) =>
    entries.reduce((sum, entry) => sum + Number(entry[field]), 0);
  for (const [group, id, name] of [
    ['batch', batch.id, 'Autumn shoes'],
    ['workflow', workflow.id, 'Small'],
  ] as const) {
    const { entries } = await usageBy(group);
    assert.ok(entries.every(({ groupId, groupName }) => groupId === id && groupName === name));
    for (const [field, sum] of Object.entries(used)) assert.equal(sumOf(entries, field), sum, field);
  }
});
