import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serversForTests } from './start-server.ts';

const { openSharedServer } = serversForTests();

const BODY = {
  name: 'Packshot on white',
  workflowComponents: [{ id: 'turn', component: 'rotate', params: { angle: 90, background: '#ffffff' } }],
};
const send = (method: string, body: unknown) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

test('a workflow record has exactly the documented fields', async () => {
  const { call, ownerId } = await openSharedServer();
  const created = await call('/v1/workflow', send('POST', { ...BODY, qa: 'all', executionPrice: 25 }));
  assert.equal(created.status, 201);
  const { id, version, date, ...rest } = (await created.json()) as Record<string, unknown>;
  assert.match(String(date), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.notEqual(id, version);
  assert.deepEqual(rest, {
    name: BODY.name,
    author: { id: ownerId, name: 'Kim' },
    workflowComponents: BODY.workflowComponents,
    executionPrice: 25,
    inputs: { default: { required: true, description: 'The image.' } },
    qa: 'all',
  });
  const listed = await (await call('/workflow')).json();
  assert.deepEqual(listed, { entries: [{ id, version, date, ...rest }], total: 1 });
});

/** A workflow that costs at least 12 credits when `times` is 2: a base of 10, and 1 for each sharpening. */
const sharpened = (times: number) => ({
  name: 'Sharpened',
  workflowComponents: Array.from({ length: times }, (_, step) => ({ id: `s${step}`, component: 'sharpen' })),
});

test('a price below base plus components is 403 unless the platform administrator has allowed it', async () => {
  const { call, organizationId, as } = await openSharedServer();
  const limits = `/v1/organization/${organizationId}/limits`;
  const allow = (belowCost: boolean, who: 'owner' | 'platform' = 'platform') => {
    const { headers, ...init } = send('PUT', { belowCost });
    return call(limits, { ...init, headers: { ...headers, ...as(who) } });
  };
  const create = (executionPrice: number) =>
    call('/v1/workflow', send('POST', { ...sharpened(2), executionPrice }));
  assert.equal((await create(12)).status, 201);
  const refused = await create(11);
  assert.equal(refused.status, 403);
  assert.equal(
    ((await refused.json()) as { message: string }).message,
    'The field executionPrice must be at least 12 credits: a base of 10 and 2 for the components. Leave it out to get this price, or ask a platform administrator to allow a lower one.',
  );
  assert.equal((await allow(true, 'owner')).status, 403);
  const allowed = await allow(true);
  assert.deepEqual(await allowed.json(), { requestsPerMinute: null, belowCost: true });
  assert.deepEqual(await (await call(limits)).json(), { requestsPerMinute: null, belowCost: true });
  assert.equal((await create(0)).status, 201);
  await allow(false);
  assert.equal((await create(0)).status, 403);
});

test('limits that a change leaves out stay as they are', async () => {
  const { call, organizationId, as } = await openSharedServer();
  const change = async (body: object) => {
    const { headers, ...init } = send('PUT', body);
    const headersOfPlatform = { ...headers, ...as('platform') };
    return (
      await call(`/v1/organization/${organizationId}/limits`, { ...init, headers: headersOfPlatform })
    ).json();
  };
  assert.deepEqual(await change({ belowCost: true }), { requestsPerMinute: null, belowCost: true });
  assert.deepEqual(await change({ requestsPerMinute: 600 }), { requestsPerMinute: 600, belowCost: true });
  assert.deepEqual(await change({ belowCost: false }), { requestsPerMinute: 600, belowCost: false });
  assert.deepEqual(await change({ requestsPerMinute: null }), { requestsPerMinute: null, belowCost: false });
});

test('a price below cost may be saved again, but neither be changed nor cover dearer steps', async () => {
  const { call, organizationId, services, ownerId } = await openSharedServer();
  await services.organizations.changeLimits(organizationId, { belowCost: true }, ownerId);
  const created = await call('/v1/workflow', send('POST', { ...sharpened(1), executionPrice: 5 }));
  await services.organizations.changeLimits(organizationId, { belowCost: false }, ownerId);
  const { id } = (await created.json()) as { id: string };
  const save = async (body: object) => (await call(`/v1/workflow/${id}`, send('PUT', body))).status;
  assert.equal(await save({ ...sharpened(1), name: 'Renamed', executionPrice: 5 }), 200);
  assert.equal(await save({ ...sharpened(1), executionPrice: 6 }), 403);
  assert.equal(await save({ ...sharpened(2), executionPrice: 5 }), 403);
  assert.equal(await save(sharpened(2)), 200);
  assert.equal(await save({ ...sharpened(1), executionPrice: 5 }), 403);
});

test('every PUT makes a new version, and the old one is still there', async () => {
  const { call } = await openSharedServer();
  const first = (await (await call('/v1/workflow', send('POST', BODY))).json()) as Record<string, string>;
  const path = `/v1/workflow/${first['id']}`;
  // A client may send back all fields that it has read.
  const changed = await call(path, send('PUT', { ...first, name: 'Second' }));
  assert.equal(changed.status, 200);
  const second = (await changed.json()) as Record<string, string>;
  assert.equal(second['id'], first['id']);
  assert.notEqual(second['version'], first['version']);
  const nameOf = async (query: string) =>
    ((await (await call(`${path}${query}`)).json()) as { name: string }).name;
  assert.equal(await nameOf(''), 'Second');
  assert.equal(await nameOf(`?version=${first['version']}`), BODY.name);
  assert.equal((await call(`${path}?version=nonsense`)).status, 400);
  assert.equal((await call(`${path}?version=018f0000-0000-7000-8000-00000000ffff`)).status, 404);
});

test('an archived workflow is no longer listed and cannot be changed', async () => {
  const { call } = await openSharedServer();
  const { id } = (await (await call('/v1/workflow', send('POST', BODY))).json()) as { id: string };
  assert.equal((await call(`/v1/workflow/${id}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual(await (await call('/v1/workflow')).json(), { entries: [], total: 0 });
  assert.equal((await call(`/v1/workflow/${id}`, { method: 'DELETE' })).status, 404);
  assert.equal((await call(`/v1/workflow/${id}`, send('PUT', BODY))).status, 404);
});

test('a workflow that is unknown, malformed or another organization’s is 404', async () => {
  const { call, keyOf } = await openSharedServer();
  const { id } = (await (await call('/v1/workflow', send('POST', BODY))).json()) as { id: string };
  for (const unknown of [
    'nonsense',
    '018f0000-0000-7000-8000-00000000ffff',
    id.toUpperCase(),
    `${id}x`,
    '%00',
    '%',
  ])
    for (const init of [{}, send('PUT', BODY), { method: 'DELETE' }])
      assert.equal((await call(`/v1/workflow/${unknown}`, init)).status, 404, unknown);
  const stranger = { headers: { authorization: `Bearer ${keyOf('stranger')}` } };
  assert.equal((await call(`/v1/workflow/${id}`, stranger)).status, 404);
});

test('a workflow of the wrong shape is 400 and names the field', async () => {
  const { call } = await openSharedServer();
  const wrong: [unknown, string][] = [
    [{}, 'The field name is required.'],
    [{ name: 'x' }, 'The field workflowComponents is required.'],
    [{ ...BODY, workflowComponents: [{ id: 'a' }] }, 'The field workflowComponents.0.component is required.'],
    [{ ...BODY, workflowComponents: {} }, 'The field workflowComponents must be an array.'],
    [{ ...BODY, qa: 'sometimes' }, 'The field qa must be one of off, unsure, sample, all.'],
    [
      { ...BODY, executionPrice: 1.5 },
      'The field executionPrice must be a whole number from 0 to 1000000000.',
    ],
    [{ ...BODY, inputs: [] }, 'The field inputs must be an object.'],
    [
      { ...BODY, inputs: { default: { sentence: 'The shoe.' } } },
      'The field inputs.default.sentence is not known. Known here: required, description.',
    ],
    [
      { ...BODY, workflowComponents: [{ id: 'a', component: 'rotate', prams: { angle: 90 } }] },
      'The field workflowComponents.0.prams is not known. Known here: id, component, params, when, output.',
    ],
    [
      { ...BODY, workflowComponents: [{ id: 'input', component: 'rotate' }] },
      'workflowComponents[0].id must not be input: that id is reserved.',
    ],
    [
      { ...BODY, workflowComponents: [{ id: 'a', component: 'b', params: { deep: ['\0'] } }] },
      'The workflow contains a NUL character or half of a surrogate pair. Remove it.',
    ],
  ];
  for (const [body, message] of wrong) {
    const answer = await call('/v1/workflow', send('POST', body));
    assert.equal(answer.status, 400, message);
    assert.equal(((await answer.json()) as { message: string }).message, message);
  }
});
