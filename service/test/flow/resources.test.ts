import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { callAs } from '../support/call.ts';
import { startServer } from '../support/http-server.ts';
import { look, randomImage } from '../support/images.ts';
import { shareService } from '../support/service.ts';
import {
  addWorkflow,
  balance,
  create,
  openTenant,
  read,
  untilStatus,
  upload,
  type WorkflowRecord,
} from '../support/tenant.ts';
import { until } from '../support/until.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN_ID = '018f3a5e-7c00-7000-8000-000000000000';
const HASH = /^[0-9a-f]{64}$/;

const service = await shareService();
after(() => service.stop());
const { administrator } = service;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
type List<Entry> = { entries: Entry[]; total: number };

describe('Upload', () => {
  test('a form with the field file is 201 with the SHA-256 as the whole body, in plain text', async () => {
    const { operator } = await openTenant(service);
    const bytes = await randomImage();
    const answer = await operator('POST /v1/upload', { file: { bytes, name: 'a.jpg' } });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(answer.text, sha256(bytes));
    assert.match(answer.text, HASH);
  });

  test('an image as the whole body is the same, and so is the second upload of the same bytes', async () => {
    const { operator } = await openTenant(service);
    const bytes = await randomImage('png');
    for (const type of ['image/png', 'image/jpeg', 'image/x-unknown; a=b', 'IMAGE/PNG']) {
      const answer = await operator('POST /v1/upload', { body: bytes, headers: { 'content-type': type } });
      assert.deepEqual([answer.status, answer.text], [201, sha256(bytes)], type);
      assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    }
  });

  test('every accepted format is recognised by its bytes', async () => {
    const { operator } = await openTenant(service);
    for (const format of ['jpeg', 'png', 'webp', 'tiff', 'avif', 'gif'] as const) {
      const hash = await upload(operator, await randomImage(format));
      const { headers } = await operator(`GET /image/${hash}/wrong.txt`);
      assert.equal(headers.get('content-type'), `image/${format}`);
    }
  });

  test('URLs are fetched by the service, all or nothing', async () => {
    const { operator } = await openTenant(service);
    const served: Record<string, Buffer> = { '/a': await randomImage(), '/b': await randomImage('png') };
    const server = await startServer((request, response) => {
      const bytes = served[request.url!];
      response.writeHead(bytes ? 200 : 404).end(bytes);
    });
    const urls = { front: `${server.url}/a`, 'the back': `${server.url}/b` };
    const answer = await operator('POST /v1/upload', { json: { urls } });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.json(), {
      urls: { front: sha256(served['/a']!), 'the back': sha256(served['/b']!) },
    });
    served['/c'] = await randomImage();
    const half = { front: `${server.url}/c`, back: `${server.url}/missing` };
    assert.equal((await operator('POST /v1/upload', { json: { urls: half } })).status, 400);
    assert.equal((await operator(`HEAD /v1/upload/${sha256(served['/c']!)}`)).status, 404);
    await server.close();
  });

  test('URLs are at most 50, http or https, and never a private address', async () => {
    const { operator } = await openTenant(service);
    const url = 'http://example.invalid/a.jpg';
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, url]));
    for (const urls of [
      many,
      {},
      [],
      null,
      'x',
      { a: 5 },
      { a: 'ftp://x/' },
      { a: '' },
      { a: 'http://10.0.0.1/' },
      { a: 'http://169.254.169.254/' },
      { a: 'file:///etc/passwd' },
      { a: url },
    ])
      assert.equal(
        (await operator('POST /v1/upload', { json: { urls } })).status,
        400,
        JSON.stringify(urls).slice(0, 80),
      );
  });

  test('HEAD is 200 when the organization holds the bytes, in whatever letters their hash is written, else 404', async () => {
    const [ours, theirs] = [await openTenant(service), await openTenant(service)];
    const hash = await upload(ours.operator);
    for (const written of [hash, hash.toUpperCase()]) {
      assert.equal((await ours.operator(`HEAD /v1/upload/${written}`)).status, 200);
      assert.equal((await ours.operator(`GET /image/${written}/shoe.jpg`)).status, 200);
    }
    assert.equal((await theirs.operator(`HEAD /v1/upload/${hash}`)).status, 404);
    for (const unknown of ['f'.repeat(64), 'nonsense'])
      assert.equal((await ours.operator(`HEAD /v1/upload/${unknown}`)).status, 404, unknown);
  });

  test('an upload without an image is 400, and a Content-Type that is no image type is 415', async () => {
    const { operator } = await openTenant(service);
    assert.equal((await operator('POST /v1/upload')).status, 400);
    assert.equal((await operator('POST /v1/upload', { json: {} })).status, 400);
    const headers = { 'content-type': 'text/plain' };
    assert.equal((await operator('POST /v1/upload', { body: 'x', headers })).status, 415);
  });
});

describe('Workflows', () => {
  test('the seeded ones have QA off, a price of 10 or more, and Packshot on white is listed first', async () => {
    const { entries, total } = (await administrator('GET /v1/workflow')).json<List<WorkflowRecord>>();
    assert.deepEqual(
      entries.map(({ name }) => name),
      [
        'Packshot on white',
        'Ghost on transparent',
        'Social 4:5',
        'Web resize',
        'Logo overlay',
        'Watermark proof',
        'Pass-through',
      ],
    );
    assert.equal(total, 7);
    for (const { qa, executionPrice } of entries) assert.ok(qa === 'off' && executionPrice >= 10);
  });

  test('the seeded ones do what their names say', async () => {
    const { entries } = (await administrator('GET /v1/workflow')).json<List<WorkflowRecord>>();
    const [main, logo] = [
      await upload(administrator, await randomImage('jpeg', { width: 300, height: 200 })),
      await upload(administrator, await randomImage('png')),
    ];
    // The tests of the first workflows run those that cut out.
    const cutOut = ['Packshot on white', 'Ghost on transparent', 'Social 4:5'];
    const expected: Record<string, object> = {
      'Web resize': { format: 'webp', width: 300, height: 200 },
      'Logo overlay': { format: 'jpeg', width: 300, height: 200 },
      'Watermark proof': { format: 'jpeg', width: 300, height: 200 },
      'Pass-through': { format: 'jpeg', width: 300, height: 200 },
    };
    assert.deepEqual(
      new Set(entries.map(({ name }) => name)),
      new Set([...cutOut, ...Object.keys(expected)]),
    );
    const image = (contentHash: string) => ({ name: 'a.jpg', contentHash, contentType: null });
    for (const { id, name, inputs } of entries) {
      if (!expected[name]) continue;
      const json = inputs['1']
        ? { images: { default: image(main), 1: image(logo) } }
        : { image: image(main) };
      const created = await administrator(`POST /v1/workflow/execution/create?workflow=${id}`, { json });
      const result = await administrator(`GET /v1/workflow/execution/${created.text}/result/default`);
      assert.deepEqual(await look(result.bytes), expected[name], name);
    }
  });

  test('a new one is 201 with the workflow, defaults filled in', async () => {
    const { admin, id: organization } = await openTenant(service);
    const json = {
      name: 'Thumbnail',
      workflowComponents: [
        { id: 'small', component: 'resize', params: { width: 100 }, when: { minWidth: 200 } },
      ],
    };
    const answer = await admin('POST /v1/workflow', { json });
    assert.equal(answer.status, 201);
    const workflow = answer.json<WorkflowRecord>();
    assert.deepEqual(Object.keys(workflow).sort(), [
      'author',
      'date',
      'executionPrice',
      'id',
      'inputs',
      'name',
      'qa',
      'version',
      'workflowComponents',
    ]);
    assert.match(workflow.id, UUID_V7);
    assert.match(workflow.version, UUID_V7);
    assert.deepEqual(Object.keys(workflow.author).sort(), ['id', 'name']);
    assert.deepEqual([workflow.name, workflow.qa, workflow.executionPrice], ['Thumbnail', 'off', 10]);
    assert.deepEqual(Object.keys(workflow.inputs), ['default']);
    const [step] = workflow.workflowComponents;
    assert.deepEqual([step!.id, step!.component, step!.when], ['small', 'resize', { minWidth: 200 }]);
    assert.equal(step!.params['width'], 100);
    assert.deepEqual((await admin(`GET /v1/workflow/${workflow.id}`)).json(), workflow);
    assert.equal(
      (await admin(`GET /v1/workflow?organization=${organization}`)).json<List<unknown>>().total,
      1,
    );
  });

  test('every PUT makes a new version, and the old ones never change and stay runnable', async () => {
    const { owner, operator } = await openTenant(service);
    const convert = (format: string) => ({
      name: `To ${format}`,
      workflowComponents: [{ id: 'convert', component: 'convert', params: { format } }],
    });
    const first = await addWorkflow(owner, convert('png'));
    const answer = await owner(`PUT /v1/workflow/${first.id}`, { json: convert('webp') });
    assert.equal(answer.status, 200);
    const second = answer.json<WorkflowRecord>();
    assert.equal(second.id, first.id);
    assert.notEqual(second.version, first.version);
    assert.deepEqual((await owner(`GET /v1/workflow/${first.id}`)).json(), second);
    assert.deepEqual((await owner(`GET /v1/workflow/${first.id}?version=${first.version}`)).json(), first);
    assert.deepEqual((await owner('GET /v1/workflow')).json(), { entries: [second], total: 1 });
    const json = { image: { name: 'a.jpg', contentHash: await upload(operator), contentType: null } };
    for (const [version, type] of [
      [first.version, 'image/png'],
      [second.version, 'image/webp'],
    ]) {
      const line = `POST /v1/workflow/execution/create?workflow=${first.id}&version=${version}`;
      const { text: id } = await operator(line, { json });
      const record = await untilStatus(operator, id, 'COMPLETED');
      assert.deepEqual([record.workflowVersion, record.resultContentType], [version, type]);
    }
  });

  test('an unknown one, an unknown version and a malformed id in the path are 404, a malformed version 400', async () => {
    const { owner } = await openTenant(service);
    const { id } = await addWorkflow(owner);
    const json = { name: 'Any', workflowComponents: [] };
    for (const unknown of [UNKNOWN_ID, 'nonsense', id.toUpperCase()]) {
      assert.equal((await owner(`GET /v1/workflow/${unknown}`)).status, 404);
      assert.equal((await owner(`PUT /v1/workflow/${unknown}`, { json })).status, 404);
      assert.equal((await owner(`DELETE /v1/workflow/${unknown}`)).status, 404);
    }
    assert.equal((await owner(`GET /v1/workflow/${id}?version=${UNKNOWN_ID}`)).status, 404);
    assert.equal((await owner(`GET /v1/workflow/${id}?version=nonsense`)).status, 400);
  });

  test('DELETE archives: no longer listed, create and change are 404, and its executions are still there', async () => {
    const { owner, operator } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const contentHash = await upload(operator);
    const id = await create(operator, workflow, { contentHash });
    assert.equal((await owner(`DELETE /v1/workflow/${workflow.id}`)).status, 204);
    assert.deepEqual((await owner('GET /v1/workflow')).json(), { entries: [], total: 0 });
    const json = { image: { name: 'a.jpg', contentHash, contentType: null } };
    for (const version of ['', `&version=${workflow.version}`]) {
      const line = `POST /v1/workflow/execution/create?workflow=${workflow.id}${version}`;
      assert.equal((await operator(line, { json })).status, 404);
    }
    const draft = { name: 'Any', workflowComponents: [] };
    assert.equal((await owner(`PUT /v1/workflow/${workflow.id}`, { json: draft })).status, 404);
    assert.equal((await untilStatus(operator, id, 'COMPLETED')).workflow, workflow.id);
    const list = await operator(`GET /v2/workflow/execution/?workflowId=${workflow.id}`);
    assert.equal(list.json<List<unknown>>().total, 1);
  });

  test('a workflow that cannot work on any image is 400 when it is saved or previewed, and when settings make it so', async () => {
    const { admin, operator } = await openTenant(service);
    const image = {
      name: 'a.jpg',
      contentHash: await upload(operator, await randomImage('jpeg')),
      contentType: null,
    };
    const steps = (background: string) => [
      { id: 'cut', component: 'remove-background' },
      { id: 'canvas', component: 'canvas', params: { background } },
      { id: 'shadow', component: 'shadow' },
    ];
    const draft = { name: 'Shadow', workflowComponents: steps('#ffffff') };
    const saved = await admin('POST /v1/workflow', {
      json: { ...draft, workflowComponents: steps('#ffffff00') },
    });
    assert.equal(saved.status, 201);
    const { id } = saved.json<WorkflowRecord>();
    const refused = [
      await admin('POST /v1/workflow', { json: draft }),
      await admin(`PUT /v1/workflow/${id}`, { json: draft }),
      await operator('POST /v1/workflow/preview', {
        json: { workflowComponents: draft.workflowComponents, image: image.contentHash },
      }),
      await operator(`POST /v1/workflow/execution/create?workflow=${id}`, {
        json: { image, settings: { canvas: { background: '#ffffff' } } },
      }),
    ];
    for (const answer of refused) {
      assert.equal(answer.status, 400);
      assert.match(
        answer.json<{ message: string }>().message,
        /^workflowComponents\[2\] \(shadow\) needs a transparent background, and the step canvas before it/,
      );
    }
  });

  test('a workflow that cannot run is 400: unknown components and parameters, reserved and repeated ids, undeclared inputs', async () => {
    const { owner } = await openTenant(service);
    const step = { id: 'a', component: 'sharpen', params: {} };
    const workflowComponents = [step];
    for (const json of [
      { workflowComponents },
      { name: '', workflowComponents },
      { name: 'x' },
      { name: 'x', workflowComponents: {} },
      { name: 'x', workflowComponents: [5] },
      { name: 'x', workflowComponents: [{ ...step, component: 'nonsense' }] },
      { name: 'x', workflowComponents: [{ ...step, component: '__proto__' }] },
      { name: 'x', workflowComponents: [{ ...step, params: { nonsense: 1 } }] },
      { name: 'x', workflowComponents: [{ ...step, id: 'input' }] },
      { name: 'x', workflowComponents: [{ ...step, id: '' }] },
      { name: 'x', workflowComponents: [step, step] },
      { name: 'x', workflowComponents: [{ ...step, when: { nonsense: 1 } }] },
      { name: 'x', workflowComponents: [{ id: 'a', component: 'overlay', params: { input: '1' } }] },
      { name: 'x', workflowComponents, inputs: { 2: {} } },
      { name: 'x', workflowComponents, inputs: { default: { required: false } } },
      { name: 'x', workflowComponents, qa: 'sometimes' },
      { name: 'x', workflowComponents, executionPrice: -1 },
      { name: 'x', workflowComponents, executionPrice: 1.5 },
      { name: 'x', workflowComponents, executionPrice: '10' },
      { name: 'x\0', workflowComponents },
      { name: 'x', workflowComponents, inputs: { default: { description: '\0' } } },
      { name: 'x', workflowComponents: Array.from({ length: 51 }, (_, n) => ({ ...step, id: `s${n}` })) },
    ])
      assert.equal(
        (await owner('POST /v1/workflow', { json })).status,
        400,
        JSON.stringify(json).slice(0, 120),
      );
    assert.equal((await owner('GET /v1/workflow?limit=0')).json<List<unknown>>().total, 0);
  });
});

describe('Organizations, credits and keys', () => {
  type Organization = { id: string; version: string; name: string; members: object[] };

  test('the list has the caller’s organizations with their members', async () => {
    const { viewer, id } = await openTenant(service);
    const { entries, total } = (await viewer('GET /v1/organization')).json<List<Organization>>();
    assert.equal(total, 1);
    const [organization] = entries;
    assert.deepEqual(Object.keys(organization!).sort(), ['id', 'members', 'name', 'version']);
    assert.equal(organization!.id, id);
    assert.match(organization!.version, /^[0-9a-f-]{36}$/);
    for (const member of organization!.members)
      assert.deepEqual(Object.keys(member).sort(), ['email', 'name', 'role', 'userId']);
    assert.deepEqual((await viewer(`GET /v1/organization/${id}`)).json(), organization);
  });

  test('one that is not the caller’s, unknown or malformed, is 404', async () => {
    const [ours, theirs] = [await openTenant(service), await openTenant(service)];
    for (const id of [theirs.id, UNKNOWN_ID, 'nonsense'])
      assert.equal((await ours.owner(`GET /v1/organization/${id}`)).status, 404, id);
    assert.equal((await administrator(`GET /v1/organization/${theirs.id}`)).status, 200);
  });

  test('the balance is bare digits: plain text, or JSON when Accept admits JSON but not text', async () => {
    const { viewer } = await openTenant(service, 1_234);
    for (const [accept, type] of [
      [undefined, 'text/plain'],
      ['*/*', 'text/plain'],
      ['text/plain', 'text/plain'],
      ['text/*', 'text/plain'],
      ['text/plain, application/json', 'text/plain'],
      ['application/json', 'application/json'],
      ['application/json;q=0.5, text/plain;q=0', 'application/json'],
      ['image/png', 'text/plain'],
      ['nonsense', 'text/plain'],
    ] as const)
      for (const path of [
        '/v1/organization/balance',
        '/organization/balance',
        '/v1/company/balance',
        '/company/balance/',
      ]) {
        const answer = await viewer(`GET ${path}`, { headers: accept === undefined ? {} : { accept } });
        assert.deepEqual([answer.status, answer.text], [200, '1234'], `${path} ${accept}`);
        assert.match(answer.headers.get('content-type')!, new RegExp(`^${type}`), `${path} ${accept}`);
      }
    assert.equal(await balance((await openTenant(service, 0)).viewer), 0);
  });

  test('a grant is 201 with the ledger entry, and the ledger lists every movement, newest first', async () => {
    const { admin, id } = await openTenant(service, 0);
    const line = `POST /v1/organization/${id}/credits`;
    const granted = await administrator(line, { json: { amount: 500, note: 'To begin with' } });
    const withdrawn = await administrator(line, { json: { amount: -200 } });
    assert.deepEqual([granted.status, withdrawn.status], [201, 201]);
    const entry = granted.json<Record<string, unknown>>();
    assert.deepEqual(
      [entry['kind'], entry['amount'], entry['note'], entry['executionId']],
      ['grant', 500, 'To begin with', null],
    );
    assert.deepEqual((await admin(`GET /v1/organization/${id}/ledger`)).json(), {
      entries: [withdrawn.json(), granted.json()],
      total: 2,
    });
    assert.equal(await balance(admin), 300);
  });

  test('an amount must be a whole number other than 0, and only a platform administrator grants', async () => {
    const { owner, id } = await openTenant(service, 0);
    const line = `POST /v1/organization/${id}/credits`;
    for (const amount of [0, 1.5, '5', null, true, 1e300, [], {}])
      assert.equal((await administrator(line, { json: { amount } })).status, 400, JSON.stringify(amount));
    assert.equal((await administrator(line, { json: { amount: 5, note: '\0' } })).status, 400);
    assert.equal((await administrator(line, { json: { amount: -1 } })).status, 409);
    assert.equal((await owner(line, { json: { amount: 5 } })).status, 403);
    assert.equal(
      (await administrator(`POST /v1/organization/${UNKNOWN_ID}/credits`, { json: { amount: 5 } })).status,
      404,
    );
    assert.equal(await balance(owner), 0);
  });

  test('a key is 201 with its secret, which is shown this once', async () => {
    const { admin, id } = await openTenant(service);
    const line = `/v1/organization/${id}/keys`;
    const json = { name: 'Shop', role: 'viewer', expiresAt: '2099-01-31T12:00:00.000Z' };
    const made = await admin(`POST ${line}`, { json });
    assert.equal(made.status, 201);
    const { key, ...record } = made.json<{ key: string; id: string; expiresAt: string }>();
    assert.match(key, /^[\x21-\x7e]{32,}$/);
    assert.equal(record.expiresAt, json.expiresAt);
    assert.equal((await callAs(service.base, key)('GET /v1/workflow')).status, 200);
    const list = await admin(`GET ${line}`);
    assert.ok(!list.text.includes(key));
    assert.ok(list.json<List<{ id: string }>>().entries.some((entry) => entry.id === record.id));
  });

  /** Waits until the key is no longer accepted, and returns the status that follows. */
  const statusAfterSuccess = (key: string): Promise<number> =>
    until('the key is refused', 5_000, async () => {
      const { status } = await callAs(service.base, key)('GET /v1/workflow');
      return status !== 200 && status;
    });

  test('a revoked key is 401 within seconds', async () => {
    const { admin, id } = await openTenant(service);
    const json = { name: 'Short', role: 'operator' };
    const made = (await admin(`POST /v1/organization/${id}/keys`, { json })).json<{
      key: string;
      id: string;
    }>();
    assert.equal((await callAs(service.base, made.key)('GET /v1/workflow')).status, 200);
    assert.equal((await admin(`DELETE /v1/organization/${id}/keys/${made.id}`)).status, 204);
    assert.equal(await statusAfterSuccess(made.key), 401);
    assert.equal((await admin(`DELETE /v1/organization/${id}/keys/${made.id}`)).status, 404);
  });

  test('an expired key is 401 within seconds', async () => {
    const { admin, id } = await openTenant(service);
    const json = { name: 'Shorter', role: 'viewer', expiresAt: new Date(Date.now() + 3_000).toISOString() };
    const { key } = (await admin(`POST /v1/organization/${id}/keys`, { json })).json<{ key: string }>();
    assert.equal(await statusAfterSuccess(key), 401);
  });

  test('a key needs a name, a role and an expiry in the future, and its role is at most that of its maker', async () => {
    const { owner, admin, id } = await openTenant(service);
    const line = `POST /v1/organization/${id}/keys`;
    for (const json of [
      {},
      { name: 'x' },
      { role: 'viewer' },
      { name: 'x', role: 'emperor' },
      { name: '', role: 'viewer' },
      { name: 'x', role: 'viewer', expiresAt: '2001-01-31T12:00:00.000Z' },
      { name: 'x', role: 'viewer', expiresAt: 'soon' },
      { name: 'x', role: 'viewer', expiresAt: 5 },
      { name: 'x\0', role: 'viewer' },
    ])
      assert.equal((await owner(line, { json })).status, 400, JSON.stringify(json));
    assert.equal((await admin(line, { json: { name: 'x', role: 'owner' } })).status, 403);
    assert.equal((await owner(line, { json: { name: 'x', role: 'owner' } })).status, 201);
  });

  test('userId of an execution made with a key is the user the key belongs to', async () => {
    const { operator, owner, id } = await openTenant(service);
    const record = await read(operator, await create(operator, await addWorkflow(owner)));
    const { entries } = (await owner(`GET /v1/organization/${id}/keys`)).json<List<{ userId: string }>>();
    assert.equal(record.userId, entries[0]!.userId);
    await untilStatus(operator, record.id, 'COMPLETED');
  });
});
