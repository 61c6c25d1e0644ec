import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { randomImage } from '../../support/images.ts';
import { shareService } from '../../support/service.ts';
import { addWorkflow, create, openTenant, read, upload } from '../../support/tenant.ts';

const service = await shareService();
after(() => service.stop());
const imageOf = (contentHash: string, name = 'shoe.jpg') => ({
  name,
  contentHash,
  contentType: 'image/jpeg',
});
const createLine = (workflow: { id: string } | string, query = '') =>
  `POST /v1/workflow/execution/create?workflow=${typeof workflow === 'string' ? workflow : workflow.id}${query}`;

describe('Create: labels', { concurrency: 4 }, () => {
  test('labels are stored unchanged, and are an empty object when there are none', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const contentHash = await upload(operator);
    const labels = { color: 'röd', 'a b': '', service_batch_createdAt: '2026-01-31T12:00:00.000Z' };
    const [some, none, nothing] = [
      await create(operator, workflow, { contentHash, labels }),
      await create(operator, workflow, { contentHash }),
      await create(operator, workflow, { contentHash, labels: null }),
    ];
    assert.deepEqual((await read(operator, some)).labels, labels);
    assert.deepEqual((await read(operator, none)).labels, {});
    assert.deepEqual((await read(operator, nothing)).labels, {});
  });

  test('labels in the query are label[key] or labels[key], brackets encoded or not', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const labels = 'label%5Ba%5D=1&label[b]=2&labels%5bc%20c%5d=%C3%BC+x&labels[d]=4&&label[e]=';
    const file = { bytes: await randomImage(), name: 'a.jpg' };
    const { text: id } = await operator(createLine(workflow, `&${labels}`), { file });
    assert.deepEqual((await read(operator, id)).labels, { a: '1', b: '2', 'c c': 'ü x', d: '4' });
  });

  test('a batch may have the longest name, in any script, and be found by it', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const image = imageOf(await upload(operator));
    // No two characters are alike, so that compression cannot shorten the name.
    const name = String.fromCodePoint(...Array.from({ length: 1024 }, (_, place) => 0x20000 + 37 * place));
    const { status, text } = await operator(createLine(workflow), {
      json: { image, labels: { service_batch_name: name } },
    });
    assert.equal(status, 201, text);
    const found = await operator(`GET /v2/workflow/execution/?batchName=${encodeURIComponent(name)}`);
    assert.deepEqual(
      found.json<{ entries: { id: string }[] }>().entries.map(({ id }) => id),
      [text],
    );
  });

  test('at most 64 labels; keys of 1 to 128 and values of 0 to 1024 characters; otherwise 400', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const image = imageOf(await upload(operator));
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'v']));
    const status = async (labels: unknown) =>
      (await operator(createLine(workflow), { json: { image, labels } })).status;
    for (const labels of [many(64), { ['🧦'.repeat(128)]: '' }, { k: '🧦'.repeat(1024) }])
      assert.equal(await status(labels), 201);
    for (const labels of [
      many(65),
      { '': 'v' },
      { ['k'.repeat(129)]: 'v' },
      { k: '🧦'.repeat(1025) },
      { k: 'a\0b' },
      { k: '\ud800' },
      { 'k\0': 'v' },
      { k: 5 },
      { k: null },
      { k: { deep: 'x' } },
      ['x'],
      'text',
    ])
      assert.equal(await status(labels), 400, JSON.stringify(labels).slice(0, 60));
    const query = Object.keys(many(65)).map((key) => `&label[${key}]=v`);
    const file = { bytes: await randomImage(), name: 'a.jpg' };
    assert.equal((await operator(createLine(workflow, query.slice(1).join('')), { file })).status, 201);
    assert.equal((await operator(createLine(workflow, query.join('')), { file })).status, 400);
  });

  test('service_batch_createdAt must be a UTC timestamp with milliseconds', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const image = imageOf(await upload(operator));
    for (const time of [
      '2026-01-31',
      '2026-01-31T12:00:00Z',
      '2026-02-30T12:00:00.000Z',
      '2026-01-31T12:00:00.000+01:00',
      '',
    ]) {
      const json = { image, labels: { service_batch_createdAt: time } };
      assert.equal((await operator(createLine(workflow), { json })).status, 400, time);
    }
  });
});
