import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ExecutionRecord } from '../../../src/domain/executions/execution-record.ts';
import type { Answer, Call } from '../../support/call.ts';
import { shareService } from '../../support/service.ts';
import {
  addWorkflow,
  create,
  openTenant,
  type Tenant,
  upload,
  type WorkflowRecord,
} from '../../support/tenant.ts';

// No worker runs, so new executions stay CREATED.
const service = await shareService('api');
after(() => service.stop());

type List<Entry = ExecutionRecord> = { entries: Entry[]; total: number };
const listOf = async <Entry = ExecutionRecord>(call: Call, line: string): Promise<List<Entry>> => {
  const answer = await call(line);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<List<Entry>>();
};

let tenant: Tenant;
let workflows: [WorkflowRecord, WorkflowRecord];
/** Newest first. */
let ids: string[];
before(async () => {
  tenant = await openTenant(service, 60);
  workflows = [
    await addWorkflow(tenant.owner, { name: 'First' }),
    await addWorkflow(tenant.owner, { name: 'Second' }),
  ];
  const contentHash = await upload(tenant.operator);
  const [first, second] = workflows;
  ids = [];
  // The credits pay for six executions at 10 credits each, and not for the others.
  for (const [workflow, name, labels] of [
    [first, 'a.jpg', { service_batch_id: '1', service_batch_name: 'Autumn' }],
    [first, 'b.jpg', { service_batch_name: 'Autumn' }],
    [first, 'a.jpg', { service_batch_name: 'Winter & more' }],
    [second, 'a.jpg', { service_batch_id: '2' }],
    [second, 'b.jpg', { color: 'red' }],
    [second, 'C.jpg', {}],
    [second, 'a.jpg', { service_batch_name: 'Autumn' }],
    [first, 'a.jpg', {}],
  ] as const)
    ids.unshift(await create(tenant.operator, workflow, { contentHash, name, labels }));
});

describe('The list of executions', () => {
  test('has entries and total and nothing else, newest first', async () => {
    const list = await listOf(tenant.viewer, 'GET /v2/workflow/execution/');
    assert.deepEqual(Object.keys(list), ['entries', 'total']);
    assert.equal(list.total, 8);
    assert.deepEqual(
      list.entries.map(({ id }) => id),
      ids,
    );
  });

  test('has the same records as the details', async () => {
    const { entries } = await listOf(tenant.viewer, 'GET /v2/workflow/execution/');
    for (const entry of entries)
      assert.deepEqual((await tenant.viewer(`GET /v1/workflow/execution/${entry.id}`)).json(), entry);
  });

  test('is the same under v1, v2 and no version', async () => {
    const [v2, ...others] = await Promise.all(
      [
        '/v2/workflow/execution/',
        '/v2/workflow/execution',
        '/v1/workflow/execution',
        '/workflow/execution/',
      ].map((path) => tenant.viewer(`GET ${path}?limit=3`)),
    );
    for (const { status, text } of others) assert.deepEqual([status, text], [200, v2!.text]);
  });

  test('is filtered by workflow under both names of the parameter, on both versions', async () => {
    for (const version of ['v1', 'v2'])
      for (const parameter of ['workflow', 'workflowId'])
        for (const workflow of workflows) {
          const line = `GET /${version}/workflow/execution?${parameter}=${workflow.id}`;
          const { entries, total } = await listOf(tenant.viewer, line);
          assert.equal(total, 4);
          assert.deepEqual([...new Set(entries.map((entry) => entry.workflow))], [workflow.id]);
        }
    const unknown = 'workflowId=018f3a5e-7c00-7000-8000-000000000000';
    assert.deepEqual(await listOf(tenant.viewer, `GET /v2/workflow/execution/?${unknown}`), {
      entries: [],
      total: 0,
    });
  });

  test('total is exact under every filter and every combination of filters', async () => {
    const all = (await listOf(tenant.viewer, 'GET /v2/workflow/execution/')).entries;
    const filters: Record<string, [query: string, keeps: (record: ExecutionRecord) => boolean]> = {
      workflow: [`workflowId=${workflows[0].id}`, (record) => record.workflow === workflows[0].id],
      status: ['status=CREATED', (record) => record.status === 'CREATED'],
      name: ['inputFileName=a.jpg', (record) => record.inputFileName === 'a.jpg'],
      batch: ['batchName=Autumn', ({ labels }) => labels['service_batch_name'] === 'Autumn'],
      noBatch: [
        'noBatch=true',
        ({ labels }) => !('service_batch_id' in labels) && !('service_batch_name' in labels),
      ],
    };
    const names = Object.keys(filters);
    for (let combination = 0; combination < 2 ** names.length; combination += 1) {
      const chosen = names.filter((_, bit) => combination & (1 << bit)).map((name) => filters[name]!);
      const query = chosen.map(([text]) => text).join('&');
      const expected = all.filter((record) => chosen.every(([, keeps]) => keeps(record)));
      const list = await listOf(tenant.viewer, `GET /v2/workflow/execution/?${query}`);
      assert.deepEqual(list, { entries: expected, total: expected.length }, query);
      const { total } = await listOf(tenant.viewer, `GET /v2/workflow/execution/?limit=0&${query}`);
      assert.equal(total, expected.length, query);
    }
  });

  test('filters are exact: case, spaces and parts of a name do not match', async () => {
    for (const [query, total] of [
      ['inputFileName=C.jpg', 1],
      ['inputFileName=c.jpg', 0],
      ['inputFileName=a', 0],
      ['inputFileName=%25', 0],
      ['batchName=Winter%20%26%20more', 1],
      ['batchName=Winter+%26+more', 1],
      ['batchName=winter', 0],
    ] as const)
      assert.equal((await listOf(tenant.viewer, `GET /v2/workflow/execution/?${query}`)).total, total, query);
  });

  test('noBatch=false and empty values restrict nothing', async () => {
    const nothing = 'noBatch=false&status=&batchName=&inputFileName=&workflowId=&limit=&offset=&unknown=1';
    assert.equal((await listOf(tenant.viewer, `GET /v2/workflow/execution/?${nothing}`)).total, 8);
  });

  test('an unknown status, a noBatch other than true and false, and a malformed workflow are 400', async () => {
    for (const query of [
      'status=DONE',
      'status=created',
      'noBatch=1',
      'noBatch=TRUE',
      'noBatch=yes',
      'workflowId=x',
      'workflow=x',
    ])
      assert.equal((await tenant.viewer(`GET /v2/workflow/execution/?${query}`)).status, 400, query);
  });

  test('another organization’s executions are not in it', async () => {
    const stranger = await openTenant(service);
    assert.deepEqual(await listOf(stranger.owner, 'GET /v2/workflow/execution/'), { entries: [], total: 0 });
    const query = `workflowId=${workflows[0].id}`;
    assert.equal((await listOf(stranger.owner, `GET /v2/workflow/execution/?${query}`)).total, 0);
  });
});

describe('Every list', () => {
  const lines = () => [
    'GET /v2/workflow/execution/',
    'GET /v1/workflow/execution',
    'GET /v1/workflow',
    'GET /v1/organization',
    `GET /v1/organization/${tenant.id}/ledger`,
    `GET /v1/organization/${tenant.id}/keys`,
  ];

  test('has entries and total and nothing else', async () => {
    for (const line of lines()) {
      const list = await listOf<unknown>(tenant.owner, line);
      assert.deepEqual(Object.keys(list), ['entries', 'total'], line);
      assert.equal(list.entries.length, list.total, line);
    }
  });

  test('is cut by limit and offset, while total stays exact', async () => {
    for (const line of lines()) {
      const { entries, total } = await listOf<unknown>(tenant.owner, line);
      for (const [query, expected] of [
        ['limit=0', []],
        ['limit=1', entries.slice(0, 1)],
        ['limit=1000', entries],
        ['limit=2&offset=1', entries.slice(1, 3)],
        [`offset=${total - 1}`, entries.slice(-1)],
        [`offset=${total}`, []],
        ['offset=999999999999999', []],
        ['offset=9007199254740992', []],
        ['offset=99999999999999999999', []],
        ['limit=007', entries.slice(0, 7)],
      ] as const)
        assert.deepEqual(
          await listOf<unknown>(tenant.owner, `${line}?${query}`),
          { entries: expected, total },
          `${line} ${query}`,
        );
    }
  });

  test('refuses a limit outside 0 to 1000 and an offset below 0 with 400', async () => {
    const wrong = ['-1', '1.5', '1e2', 'x', '%2B1', '0x1', '1%20', '%00', 'null', '[]'];
    const refused = async (line: string, query: string): Promise<[string, Answer]> => [
      `${line}?${query}`,
      await tenant.owner(`${line}?${query}`),
    ];
    for (const line of lines())
      for (const [asked, answer] of await Promise.all([
        refused(line, 'limit=1001'),
        refused(line, 'limit=99999999999999999999'),
        ...wrong.flatMap((text) => [refused(line, `limit=${text}`), refused(line, `offset=${text}`)]),
      ]))
        assert.equal(answer.status, 400, asked);
  });

  test('defaults to a limit of 50', async () => {
    const busy = await openTenant(service, 0);
    const workflow = await addWorkflow(busy.owner);
    const contentHash = await upload(busy.operator);
    await Promise.all(Array.from({ length: 51 }, () => create(busy.operator, workflow, { contentHash })));
    const { entries, total } = await listOf(busy.viewer, 'GET /v2/workflow/execution/');
    assert.deepEqual([entries.length, total], [50, 51]);
    const order = entries.map(({ createdAt, id }) => `${createdAt} ${id}`);
    assert.deepEqual(order, [...order].sort().reverse());
  });
});
