import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { csvColumns } from '../../../src/http/replies/csv-list.ts';
import type { Route } from '../../../src/http/server/route.ts';
import { ROUTES } from '../../../src/http/server/routes.ts';
import { shareService } from '../../support/service.ts';
import { addWorkflow, create, ok, openTenant, type Tenant } from '../../support/tenant.ts';

// No worker runs, so new executions stay CREATED.
const service = await shareService('api');
after(() => service.stop());

const LIST = '/v2/workflow/execution/';
let tenant: Tenant;
let workflow: { id: string };
/** The ids of the executions, oldest first. */
const ids: string[] = [];

before(async () => {
  tenant = await openTenant(service);
  workflow = await addWorkflow(tenant.owner);
  for (const [number, name] of ['Shoe 50%.jpg', 'IMG.JPG', 'ФОТО-é.png', 'x', 'y', '=cmd().jpg'].entries())
    ids.push(await create(tenant.operator, workflow, { name, labels: { sku: `sku-${number % 3}` } }));
});

describe('Any list as CSV', () => {
  const csv = (path: string, accept = 'text/csv') => tenant.owner(`GET ${path}`, { headers: { accept } });

  test('has a header row, quotes cells by RFC 4180, and starts no formula', async () => {
    const { status, headers, text } = await csv(`${LIST}?sort=createdAt`);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(headers.get('vary') ?? '', /accept/i);
    const lines = text.split('\r\n');
    assert.equal(lines.at(-1), '');
    assert.equal(lines.length, 8);
    assert.match(lines[0]!, /^id,workflow,.*,error\.code,error\.message,error\.component,reused$/);
    assert.ok(lines[1]!.includes('"{""sku"":""sku-0""}"'), lines[1]);
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
      ids.toReversed().slice(3, 5),
    );
    assert.match(headers.get('link') ?? '', /rel="next"/);
  });

  test('is there for every list, and only when it is asked for', async () => {
    const starts: Record<string, string> = {
      '/organization/:id/': `/v1/organization/${tenant.id}/`,
      '/workflow/:id/': `/v1/workflow/${workflow.id}/`,
      '/workflow/execution/:id/': `/v1/workflow/execution/${ids[0]}/`,
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
