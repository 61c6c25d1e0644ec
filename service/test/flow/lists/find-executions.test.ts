import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ExecutionRecord } from '../../../src/domain/executions/execution-record.ts';
import { searchGrams } from '../../../src/domain/executions/search-name.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import type { Answer } from '../../support/call.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { addPerson } from '../../support/reviewers.ts';
import { shareService } from '../../support/service.ts';
import { addWorkflow, ok, openTenant, type Tenant, upload } from '../../support/tenant.ts';

// No worker runs, so new executions stay CREATED, or PAYMENT_REQUIRED when the credits are short.
const service = await shareService('api');
after(() => service.stop());

const LIST = '/v2/workflow/execution/';
// Inserts many unpaid executions, for totals that a test cannot create one by one.
const FILL = statement(`
  insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id, created_at,
    queued_at, input_file_name, search_name, search_grams, inputs, settings, labels, webhooks, price, holds, error)
  select gen_random_uuid(), $1, $1, $1, 'Any', 'PAYMENT_REQUIRED', $1, now(), now(), 'shoe.jpg', 'shoe.jpg',
    '{${searchGrams('shoe.jpg').join()}}', '{}', '{}', '{}', '{}', 1, 0,
    '{"code": "credits_short", "message": "", "component": null}'
  from generate_series(1, $2::integer) n`);
const BATCH = '018f3a5e-7c00-7000-8000-00000000ba7c';
type List = { entries: ExecutionRecord[]; total: number };
let tenant: Tenant;
/** Newest first. */
let all: ExecutionRecord[];

const listOf = async (query: string): Promise<List & { headers: Headers }> => {
  const answer = await tenant.viewer(`GET ${LIST}?${query}`);
  assert.equal(answer.status, 200, `${query} ${answer.text}`);
  const list = answer.json<List>();
  assert.deepEqual(Object.keys(list), ['entries', 'total']);
  return { ...list, headers: answer.headers };
};
const idsOf = (records: ExecutionRecord[]) => records.map(({ id }) => id);

before(async () => {
  // The credits pay for five executions at 10 credits each.
  tenant = await openTenant(service, 50);
  const first = await addWorkflow(tenant.owner, { name: 'First' });
  const changed = await ok(
    tenant.owner(`PUT /v1/workflow/${first.id}`, { json: { name: 'First', workflowComponents: [] } }),
  );
  const versions = [first.version, changed.json<{ version: string }>().version];
  const hashes = [await upload(tenant.operator), await upload(tenant.operator)];
  const other = await addPerson(service, tenant, 'operator');
  const names = ['Shoe 50%.jpg', 'IMG_0001.JPG', 'ФОТО-é.png', 'x', 'shoe_50.jpg', '=cmd().jpg'];
  for (let number = 0; number < 12; number += 1) {
    const call = number % 3 === 0 ? other : tenant.operator;
    const json = {
      image: { name: names[number % names.length], contentHash: hashes[number % 2], contentType: null },
      labels: {
        sku: `sku-${number % 3}`,
        ...(number % 4 === 0 && { colour: 'red', ['a=b&"c']: 'ü, "quoted"' }),
        ...(number % 5 === 0 && { service_batch_id: BATCH, service_batch_name: 'Autumn' }),
        ...(number % 5 === 1 && { service_batch_name: 'Autumn' }),
      },
    };
    const version = versions[number % 2];
    await ok(call(`POST /v1/workflow/execution/create?workflow=${first.id}&version=${version}`, { json }));
  }
  all = (await listOf('limit=1000')).entries;
  assert.equal(all.length, 12);
  assert.equal(all.filter(({ userId }) => userId === other.userId).length, 4);
  assert.equal(all.filter(({ status }) => status === 'PAYMENT_REQUIRED').length, 7);
});

describe('The list of executions', () => {
  test('is filtered by every parameter, alone, with a status, with several, and in both orders', async () => {
    const any = all[0]!;
    const filters: [query: string, keeps: (record: ExecutionRecord) => boolean][] = [
      [`workflowVersion=${any.workflowVersion}`, (one) => one.workflowVersion === any.workflowVersion],
      [`inputContentHash=${any.inputContentHash}`, (one) => one.inputContentHash === any.inputContentHash],
      [`user=${any.userId}`, (one) => one.userId === any.userId],
      [`batch=${BATCH}`, ({ labels }) => labels['service_batch_id'] === BATCH],
      ['batchName=Autumn', ({ labels }) => labels['service_batch_name'] === 'Autumn'],
      ['label[sku]=sku-1', ({ labels }) => labels['sku'] === 'sku-1'],
      ['labels%5Bsku%5D=sku-1', ({ labels }) => labels['sku'] === 'sku-1'],
      ['label[sku]=sku-0&label[colour]=red', ({ labels }) => labels['sku'] === 'sku-0' && 'colour' in labels],
      [
        `label[${encodeURIComponent('a=b&"c')}]=${encodeURIComponent('ü, "quoted"')}`,
        (one) => 'colour' in one.labels,
      ],
      ['label[service_batch_name]=Autumn', ({ labels }) => labels['service_batch_name'] === 'Autumn'],
      [`label[service_batch_id]=${BATCH}`, ({ labels }) => labels['service_batch_id'] === BATCH],
      ['label[sku]=other', () => false],
      ['errorCode=canceled', () => false],
      ['errorCode=credits_short', ({ error }) => error?.code === 'credits_short'],
      ['search=shoe', (one) => /shoe/i.test(one.inputFileName)],
      [
        'search=SHOE&label[sku]=sku-0',
        (one) => /shoe/i.test(one.inputFileName) && one.labels['sku'] === 'sku-0',
      ],
      [`createdAfter=${any.createdAt}`, (one) => one.createdAt >= any.createdAt],
      [`createdBefore=${any.createdAt}`, (one) => one.createdAt < any.createdAt],
      [
        `createdAfter=${all[8]!.createdAt}&createdBefore=${all[2]!.createdAt}`,
        (one) => one.createdAt >= all[8]!.createdAt && one.createdAt < all[2]!.createdAt,
      ],
      ['createdAfter=2020-01-01', () => true],
      ['createdBefore=2020-01-01T00:00:00%2B02:00', () => false],
      ['noBatch=true&search=x', (one) => one.inputFileName === 'x' && !('service_batch_name' in one.labels)],
    ];
    const statuses: [query: string, statuses: string[]][] = [
      ['', ['CREATED', 'PAYMENT_REQUIRED']],
      ['&status=CREATED', ['CREATED']],
      ['&status=PAYMENT_REQUIRED', ['PAYMENT_REQUIRED']],
      ['&status=PAYMENT_REQUIRED&status=FAILED', ['PAYMENT_REQUIRED']],
      ['&status=CREATED&status=PAYMENT_REQUIRED&status=CREATED', ['CREATED', 'PAYMENT_REQUIRED']],
    ];
    for (const [query, keeps] of filters)
      for (const [more, kept] of statuses) {
        const expected = all.filter((record) => kept.includes(record.status) && keeps(record));
        const { entries, total } = await listOf(query + more);
        assert.deepEqual([idsOf(entries), total], [idsOf(expected), expected.length], query + more);
        const ascending = await listOf(`${query}${more}&sort=createdAt`);
        assert.deepEqual(idsOf(ascending.entries), idsOf(expected).toReversed(), query + more);
      }
  });

  test('a search is a literal part of the name, without case, and a short one its beginning', async () => {
    for (const [search, names] of [
      ['50%', ['Shoe 50%.jpg']],
      ['e_5', ['shoe_50.jpg']],
      ['0001.jpg', ['IMG_0001.JPG']],
      ['img_', ['IMG_0001.JPG']],
      ['фото', ['ФОТО-é.png']],
      ['ТО-É', ['ФОТО-é.png']],
      ['-e\u0301.P', ['ФОТО-é.png']],
      ['ф', ['ФОТО-é.png']],
      ['фо', ['ФОТО-é.png']],
      ['от', []],
      ['s', ['Shoe 50%.jpg', 'shoe_50.jpg']],
      ['X', ['x']],
      ['%', []],
      ['_', []],
      ['%%%', []],
      ['___', []],
      ['\\', []],
      ['=c', ['=cmd().jpg']],
    ] as const) {
      const { entries, total } = await listOf(`search=${encodeURIComponent(search)}`);
      const found = [...new Set(entries.map(({ inputFileName }) => inputFileName))].sort();
      assert.deepEqual(found, [...names].sort(), search);
      assert.equal(total, 2 * names.length, search);
    }
  });

  test('pages by cursor list every execution once, with the filter and sort of the first page', async () => {
    for (const query of [
      '',
      'status=PAYMENT_REQUIRED',
      'label[sku]=sku-1&sort=createdAt',
      'sort=createdAt',
      'search=shoe',
    ])
      for (const limit of [1, 5, 7]) {
        const expected = (await listOf(query)).entries;
        const seen: string[] = [];
        let next: string | undefined = `${service.base}${LIST}?limit=${limit}&${query}`;
        while (next) {
          assert.ok(next.startsWith(`${service.base}${LIST}?`), next);
          const answer: Answer = await tenant.viewer(`GET ${next.slice(service.base.length)}`);
          assert.equal(answer.status, 200, answer.text);
          const { entries, total } = answer.json<List>();
          assert.equal(total, expected.length);
          assert.ok(entries.length > 0);
          seen.push(...idsOf(entries));
          next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
        }
        assert.deepEqual(seen, idsOf(expected), query);
      }
  });

  test('the Link header is there only when more follow', async () => {
    for (const [query, follows] of [
      ['limit=11', true],
      ['limit=12', false],
      ['limit=5&offset=6', true],
      ['limit=5&offset=7', false],
      ['limit=0', false],
      ['offset=100', false],
    ] as const)
      assert.equal((await listOf(query)).headers.has('link'), follows, query);
  });

  test('the Link header has the public address, whatever host the request names', async () => {
    const { port } = new URL(service.base);
    const { status, headers } = await sendRaw(
      Number(port),
      `GET ${LIST}?limit=1 HTTP/1.1\r\nHost: other.example\r\nAuthorization: Bearer ${tenant.viewer.key}\r\nConnection: close\r\n\r\n`,
    );
    assert.equal(status, 200);
    assert.ok(headers['link']?.startsWith(`<${service.base}${LIST}?`), headers['link']);
  });

  test('beyond 10,000 the total is 10000 with a header, except for filters whose total is exact', async () => {
    const own = await openTenant(service, 0);
    await service.database.database.run(FILL, [own.id, 10_001]);
    const totalOf = async (query: string) => {
      const answer = await ok(own.viewer(`GET ${LIST}?limit=0&${query}`));
      return [answer.json<List>().total, answer.headers.get('x-total-exceeded')];
    };
    assert.deepEqual(await totalOf('search=shoe'), [10_000, 'true']);
    assert.deepEqual(await totalOf('search=other'), [0, null]);
    assert.deepEqual(await totalOf('status=PAYMENT_REQUIRED&status=FAILED'), [10_001, null]);
    assert.deepEqual(await totalOf(''), [10_001, null]);
  });

  test('a cursor that is malformed, of another filter or sort, or beside an offset is 400', async () => {
    const { headers } = await listOf('limit=2&status=CREATED');
    const cursor = new URL(headers.get('link')!.slice(1).split('>')[0]!).searchParams.get('cursor')!;
    for (const query of [`cursor=${cursor}`, `cursor=${cursor}&status=CREATED`, `cursor=${cursor}&limit=1`])
      assert.equal((await tenant.viewer(`GET ${LIST}?${query}`)).status, 200, query);
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [fixed, createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    for (const query of [
      `cursor=${cursor}&offset=0`,
      `cursor=${cursor}&offset=5`,
      `cursor=${cursor}&status=FAILED`,
      `cursor=${cursor}&status=CREATED&status=FAILED`,
      `cursor=${cursor}&sort=createdAt`,
      `cursor=${cursor}&search=x`,
      `cursor=${cursor.slice(0, -5)}`,
      'cursor=x',
      'cursor=%00',
      `cursor=${made(null)}`,
      `cursor=${made({})}`,
      `cursor=${made([fixed, createdAt])}`,
      `cursor=${made([fixed, 'yesterday', id])}`,
      `cursor=${made([fixed, createdAt, 'x'])}`,
      `cursor=${made([{ ...fixed, status: ["' or true --"] }, createdAt, id])}`,
      `cursor=${made([{ ...fixed, search: '\0' }, createdAt, id])}`,
      `cursor=${made([{ ...fixed, more: 1 }, createdAt, id])}`,
      `cursor=${made([{ ...fixed, createdAfter: '2026-99-99' }, createdAt, id])}`,
      `cursor=${made([{ ...fixed, status: [] }, createdAt, id])}`,
      `cursor=${made([fixed, '2026-02-31T12:00:00.000Z', id])}`,
      `cursor=${made([fixed, '0000-01-01T12:00:00.000Z', id])}`,
    ]) {
      const { status, text } = await tenant.viewer(`GET ${LIST}?${query}`);
      assert.equal(status, 400, `${query} ${text}`);
      assert.match(text, /cursor|createdAfter/);
    }
  });

  test('malformed filters are 400 with the name of the parameter', async () => {
    for (const [query, name] of [
      ['batch=x', 'batch'],
      ['workflowVersion=x', 'workflowVersion'],
      ['user=x', 'user'],
      ['inputContentHash=x', 'inputContentHash'],
      ['createdAfter=x', 'createdAfter'],
      ['createdBefore=2026-02-30', 'createdBefore'],
      ['createdBefore=0000-01-01', 'createdBefore'],
      ['createdBefore=0001-01-01T00:00:00%2B23:59', 'createdBefore'],
      ['createdAfter=9999-12-31T23:59:59-23:59', 'createdAfter'],
      [`workflow=${BATCH}&workflowId=${all[0]!.workflow}`, 'have different values'],
      ['status=CREATED&status=x', 'status'],
      ['sort=id', 'sort'],
      ['search=%00', 'search contains a NUL character'],
      ['label[a]=%00', 'label'],
    ] as const) {
      const { status, text } = await tenant.viewer(`GET ${LIST}?${query}`);
      assert.equal(status, 400, query);
      assert.ok(text.includes(name), text);
    }
  });
});
