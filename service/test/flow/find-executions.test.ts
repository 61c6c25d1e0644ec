import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import { searchGrams } from '../../src/domain/executions/search-name.ts';
import { csvColumns } from '../../src/http/replies/csv-list.ts';
import type { Route } from '../../src/http/server/route.ts';
import { ROUTES } from '../../src/http/server/routes.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import type { Answer } from '../support/call.ts';
import { sendRaw } from '../support/raw-http.ts';
import { addPerson } from '../support/reviewers.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, ok, openTenant, type Tenant, upload } from '../support/tenant.ts';

// No worker runs, so new executions stay CREATED, or PAYMENT_REQUIRED when the credits are short.
const service = await shareService('api');
after(() => service.stop());

const LIST = '/v2/workflow/execution/';
// Unpaid executions, for totals that a test cannot create one by one.
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

  test('pages by cursor meet every execution once, with the filter and the sort of the first page', async () => {
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

  test('beyond 10,000 the total is 10000 with a header, except for filters of the contract', async () => {
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
      [`workflow=${BATCH}&workflowId=${all[0]!.workflow}`, 'workflowId and workflow name different'],
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

describe('Any list as CSV', () => {
  const csv = (path: string, accept = 'text/csv') => tenant.owner(`GET ${path}`, { headers: { accept } });

  test('has a header row, quotes cells by RFC 4180, and starts no formula', async () => {
    const { status, headers, text } = await csv(`${LIST}?limit=12&sort=createdAt`);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(headers.get('vary') ?? '', /accept/i);
    const lines = text.split('\r\n');
    assert.equal(lines.at(-1), '');
    assert.equal(lines.length, 14);
    assert.match(lines[0]!, /^id,workflow,.*,error\.code,error\.message,error\.component,reused$/);
    assert.ok(lines[1]!.includes('"{""sku"":""sku-0"",'), lines[1]);
    assert.ok(lines[6]!.includes(",'=cmd().jpg,"), lines[6]);
  });

  test('is the same page of the list, with its Link header', async () => {
    const { headers, text } = await csv(`${LIST}?limit=2&offset=3`);
    assert.deepEqual(
      text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
      idsOf(all).slice(3, 5),
    );
    assert.match(headers.get('link') ?? '', /rel="next"/);
  });

  test('is there for every list, and only when it is asked for', async () => {
    const starts: Record<string, string> = {
      '/organization/:id/': `/v1/organization/${tenant.id}/`,
      '/workflow/:id/': `/v1/workflow/${all[0]!.workflow}/`,
      '/workflow/execution/:id/': `/v1/workflow/execution/${all[0]!.id}/`,
    };
    const isList = ({ method, schema }: Route) => method === 'GET' && csvColumns(schema.response?.[200]);
    const lists = ROUTES.filter(isList).map(({ path }) => {
      const [start] = /^.*:id\//.exec(path) ?? [];
      return start ? `${starts[start]}${path.slice(start.length)}` : `/v1${path}`;
    });
    assert.ok(lists.length >= 20, lists.join());
    for (const path of lists) {
      // The administrator of the platform may read every list.
      const ask = async (accept: string) => {
        const line = `GET ${path}?organization=${tenant.id}`;
        return (await ok(service.administrator(line, { headers: { accept } }))).text;
      };
      const [header] = (await ask('text/csv')).split('\r\n');
      assert.match(header!, /^[\w.]+(,[\w.]+)*$/, path);
      for (const accept of [
        '*/*',
        'application/json',
        'text/csv;q=0',
        'application/json, text/csv;q=0.5',
        'text/*',
      ])
        assert.deepEqual(
          Object.keys(JSON.parse(await ask(accept))),
          ['entries', 'total'],
          `${path} ${accept}`,
        );
    }
    assert.match((await csv(`${LIST}?status=FAILED`)).text, /^id,[\w.,]+\r\n$/);
  });

  test('errors stay JSON', async () => {
    const { status, headers } = await csv(`${LIST}?limit=-1`);
    assert.deepEqual([status, headers.get('content-type')], [400, 'application/json; charset=utf-8']);
  });
});

describe('Create-many', () => {
  const MANY = 'POST /v1/workflow/execution/create-many';
  type Outcomes = { entries: { id?: string; error?: { status: number; message: string } }[] };

  test('answers ids or errors in the same order, and creates those without errors', async () => {
    const own = await openTenant(service, 20);
    const workflow = await addWorkflow(own.owner);
    const contentHash = await upload(own.operator);
    const image = (name: string) => ({ image: { name, contentHash, contentType: null } });
    const json = [
      image('a.jpg'),
      { image: { name: 'x', contentHash: 'f'.repeat(64), contentType: null } },
      image('b.jpg'),
      { image: { name: 5 } },
      null,
      {},
      { ...image('c.jpg'), labels: { sku: '1', service_batch_name: 'Many' } },
      { ...image('d.jpg'), webhooks: ['ftp://x'] },
    ];
    const answer = await own.operator(`${MANY}?workflow=${workflow.id}&label[from]=test`, { json });
    assert.equal(answer.status, 201, answer.text);
    const { entries } = answer.json<Outcomes>();
    assert.deepEqual(
      entries.map(({ id, error }) => error?.status ?? typeof id),
      ['string', 404, 'string', 400, 400, 400, 'string', 400],
    );
    assert.match(entries[3]!.error!.message, /image\.contentHash is required/);
    const list = (await own.viewer(`GET ${LIST}?sort=createdAt`)).json<List>();
    assert.deepEqual(new Set(idsOf(list.entries)), new Set([entries[0]!.id, entries[2]!.id, entries[6]!.id]));
    assert.ok(list.entries.every(({ labels }) => labels['from'] === 'test'));
    assert.equal(new Set(list.entries.map(({ createdAt }) => createdAt)).size, 1, 'one commit');
    const byName = Object.fromEntries(list.entries.map((one) => [one.inputFileName, one.status]));
    assert.deepEqual(byName, { 'a.jpg': 'CREATED', 'b.jpg': 'CREATED', 'c.jpg': 'PAYMENT_REQUIRED' });
  });

  test('takes 1 to 500 bodies, of a workflow that exists', async () => {
    const workflow = await addWorkflow(tenant.owner);
    const contentHash = await upload(tenant.operator);
    const body = { image: { name: 'a.jpg', contentHash, contentType: null } };
    const unknown = '018f3a5e-7c00-7000-8000-000000000000';
    for (const [query, json, status] of [
      [`workflow=${workflow.id}`, [], 400],
      [`workflow=${workflow.id}`, {}, 400],
      [`workflow=${workflow.id}`, Array(501).fill(body), 400],
      [`workflow=${unknown}`, [body], 404],
      ['', [body], 400],
    ] as const)
      assert.equal((await tenant.operator(`${MANY}?${query}`, { json })).status, status);
    const own = await openTenant(service, 0);
    const theirs = await addWorkflow(own.owner);
    const many = Array(500).fill({ image: { ...body.image, contentHash: await upload(own.operator) } });
    const { entries } = (
      await ok(own.operator(`${MANY}?workflow=${theirs.id}`, { json: many }))
    ).json<Outcomes>();
    assert.equal(new Set(entries.map(({ id }) => id)).size, 500);
  });

  test('with an Idempotency-Key is repeated without creating anything', async () => {
    const own = await openTenant(service, 1_000);
    const workflow = await addWorkflow(own.owner);
    const contentHash = await upload(own.operator);
    const image = (name: string) => ({ image: { name, contentHash, contentType: null } });
    const call = (json: unknown) =>
      own.operator(`${MANY}?workflow=${workflow.id}`, { json, headers: { 'idempotency-key': 'k' } });
    const [first, second] = await Promise.all([
      call([image('a'), image('b')]),
      call([image('a'), image('b')]),
    ]);
    assert.equal(first.text, second.text);
    assert.equal((await call([image('a'), image('b')])).text, first.text);
    const { entries } = (await call([image('a'), image('other')])).json<Outcomes>();
    assert.equal(entries[0]!.id, first.json<Outcomes>().entries[0]!.id);
    assert.equal(entries[1]!.error?.status, 409);
    assert.equal((await own.viewer(`GET ${LIST}`)).json<List>().total, 2);
  });
});

describe('Known uploads', () => {
  test('are those that the organization holds, in the order of the question', async () => {
    const own = await openTenant(service);
    const [held, other] = [await upload(own.operator), await upload(own.operator)];
    const theirs = await upload(tenant.operator);
    const ask = (json: unknown) => own.operator('POST /v1/upload/known', { json });
    const hashes = [other, 'f'.repeat(64), theirs, held];
    assert.deepEqual((await ask({ hashes })).json(), { known: [other, held] });
    assert.deepEqual((await ask({ hashes: [] })).json(), { known: [] });
    for (const wrong of [{}, { hashes: ['x'] }, { hashes: Array(1001).fill(held) }, { hashes: held }])
      assert.equal((await ask(wrong)).status, 400);
    await create(own.operator, await addWorkflow(own.owner), { contentHash: held });
  });
});
