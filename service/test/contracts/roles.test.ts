import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ROLES, type Role } from '../../src/domain/people/rights.ts';
import { ROUTES } from '../../src/http/server/routes.ts';
import { type Call, type CallOptions, callAs } from '../support/call.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, openTenant, read, type Tenant, upload } from '../support/tenant.ts';

// This file is long on purpose: it has a row for each route.
// No worker runs, so a new execution stays CREATED.
const service = await shareService('api');
after(() => service.stop());

const EVERYONE: Role[] = [...ROLES];
const OPERATORS: Role[] = ['owner', 'admin', 'operator'];
const REVIEWERS: Role[] = ['owner', 'admin', 'reviewer'];
const ADMINS: Role[] = ['owner', 'admin'];
const NOBODY: Role[] = [];
const ALL_BUT_VIEWERS: Role[] = ['owner', 'admin', 'operator', 'reviewer'];

type Row = {
  roles: Role[];
  /** The HTTP status that these roles get. The execution in the fixtures is unpaid. */
  answer: number;
  path(fixtures: Fixtures): string;
  options?: CallOptions;
  /** The HTTP status that the owner of another organization gets; 404 when left out. */
  stranger?: number;
  /** The response is a stream that does not end by itself. */
  endless?: true;
};
type Fixtures = {
  organization: string;
  workflow: string;
  execution: string;
  batch: string;
  hash: string;
  key: string;
  bulk: string;
};
const UNKNOWN = '018f3a5e-7c00-7000-8000-00000000ffff';
const NAMED = { json: { name: 'Any', workflowComponents: [] } };

/** The roles that may call each route, by its method and path. */
const CONTRACT: Record<string, Row> = {
  'POST /upload': { roles: OPERATORS, answer: 400, path: () => '/v1/upload', stranger: 400 },
  'HEAD /upload/:hash': { roles: OPERATORS, answer: 200, path: ({ hash }) => `/v1/upload/${hash}` },
  'POST /upload/known': {
    roles: OPERATORS,
    answer: 200,
    path: () => '/v1/upload/known',
    options: { json: { hashes: [] } },
    stranger: 200,
  },
  'GET /image/:hash/:name': {
    roles: EVERYONE,
    answer: 200,
    path: ({ hash }) => `/image/${hash}/a.jpg`,
    stranger: 403,
  },
  'POST /workflow/execution/create': {
    roles: OPERATORS,
    answer: 404,
    path: ({ workflow }) => `/v1/workflow/execution/create?workflow=${workflow}`,
    options: { json: { image: { name: 'a', contentHash: 'f'.repeat(64), contentType: null } } },
  },
  'POST /workflow/execution/create-many': {
    roles: OPERATORS,
    answer: 201,
    path: ({ workflow }) => `/v1/workflow/execution/create-many?workflow=${workflow}`,
    options: { json: [{ image: { name: 'a', contentHash: 'f'.repeat(64), contentType: null } }] },
  },
  'GET /workflow/execution': {
    roles: EVERYONE,
    answer: 200,
    path: () => '/v2/workflow/execution/',
    stranger: 200,
  },
  'GET /workflow/execution/:id': {
    roles: EVERYONE,
    answer: 200,
    path: ({ execution }) => `/v1/workflow/execution/${execution}`,
  },
  'GET /workflow/execution/:id/status': {
    roles: EVERYONE,
    answer: 200,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/status`,
  },
  'GET /workflow/execution/:id/result/default': {
    roles: EVERYONE,
    answer: 402,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/result/default`,
  },
  'GET /workflow/execution/:id/result/:output': {
    roles: EVERYONE,
    answer: 404,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/result/square`,
  },
  'POST /workflow/execution/:id/retry': {
    roles: OPERATORS,
    answer: 402,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/retry`,
  },
  'POST /workflow/execution/:id/cancel': {
    roles: OPERATORS,
    answer: 409,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/cancel`,
  },
  'POST /workflow/execution/:id/approve': {
    roles: REVIEWERS,
    answer: 409,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/approve`,
  },
  'POST /workflow/execution/:id/reject': {
    roles: REVIEWERS,
    answer: 409,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/reject`,
    options: { json: { reason: 'No' } },
  },
  'POST /workflow/execution/:id/redo': {
    roles: REVIEWERS,
    answer: 409,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/redo`,
    options: { json: { settings: {} } },
  },
  'GET /workflow/execution/:id/reviews': {
    roles: EVERYONE,
    answer: 200,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/reviews`,
  },
  'GET /qa/queue': { roles: EVERYONE, answer: 200, path: () => '/v1/qa/queue', stranger: 200 },
  'POST /qa/claim': {
    roles: REVIEWERS,
    answer: 200,
    path: () => '/v1/qa/claim',
    options: { json: { count: 1 } },
    stranger: 200,
  },
  'POST /qa/renew': { roles: REVIEWERS, answer: 200, path: () => '/v1/qa/renew', stranger: 200 },
  'POST /qa/release': { roles: REVIEWERS, answer: 200, path: () => '/v1/qa/release', stranger: 200 },
  'GET /qa/stream': {
    roles: EVERYONE,
    answer: 200,
    path: () => '/v1/qa/stream',
    stranger: 200,
    endless: true,
  },
  'GET /qa/stats': { roles: EVERYONE, answer: 200, path: () => '/v1/qa/stats', stranger: 200 },
  'GET /batch/:id/qa': { roles: EVERYONE, answer: 404, path: () => `/v1/batch/${UNKNOWN}/qa` },
  'PUT /batch/:id/qa': {
    roles: OPERATORS,
    answer: 404,
    path: () => `/v1/batch/${UNKNOWN}/qa`,
    options: { json: { qa: 'all' } },
  },
  'GET /organization/:id/reject-codes': {
    roles: EVERYONE,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/reject-codes`,
  },
  'PUT /organization/:id/reject-codes': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/reject-codes`,
    options: { json: { entries: ['colour'] } },
  },
  'POST /workflow/execution/:id/feedback': {
    roles: ALL_BUT_VIEWERS,
    answer: 200,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/feedback`,
    options: { json: { thumbsUp: true } },
  },
  'POST /workflow/execution/bulk/retry': {
    roles: OPERATORS,
    answer: 202,
    path: () => '/v1/workflow/execution/bulk/retry?status=FAILED',
    stranger: 202,
  },
  'POST /workflow/execution/bulk/cancel': {
    roles: OPERATORS,
    answer: 202,
    path: () => '/v1/workflow/execution/bulk/cancel?status=CREATED',
    stranger: 202,
  },
  'POST /workflow/execution/bulk/approve': {
    roles: REVIEWERS,
    answer: 202,
    path: () => '/v1/workflow/execution/bulk/approve?status=IN_QA',
    stranger: 202,
  },
  'GET /workflow/execution/bulk/:id': {
    roles: EVERYONE,
    answer: 200,
    path: ({ bulk }) => `/v1/workflow/execution/bulk/${bulk}`,
  },
  'GET /workflow/execution/:id/trace': {
    roles: EVERYONE,
    answer: 200,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/trace`,
  },
  'GET /workflow/execution/:id/trace/:step/preview': {
    roles: EVERYONE,
    answer: 404,
    path: ({ execution }) => `/v1/workflow/execution/${execution}/trace/input/preview`,
  },
  'POST /batch': {
    roles: OPERATORS,
    answer: 201,
    path: () => '/v1/batch',
    options: { json: { name: 'Any' } },
    stranger: 201,
  },
  'GET /batch': { roles: EVERYONE, answer: 200, path: () => '/v1/batch', stranger: 200 },
  'GET /batch/:id': { roles: EVERYONE, answer: 200, path: ({ batch }) => `/v1/batch/${batch}` },
  'PUT /batch/:id': {
    roles: OPERATORS,
    answer: 200,
    path: ({ batch }) => `/v1/batch/${batch}`,
    options: { json: { priority: 5 } },
  },
  // An unknown batch, because the stream of a batch that is not completed would stay open.
  'GET /batch/:id/status': { roles: EVERYONE, answer: 404, path: () => `/v1/batch/${UNKNOWN}/status` },
  'POST /batch/:id/retry': { roles: OPERATORS, answer: 202, path: ({ batch }) => `/v1/batch/${batch}/retry` },
  'POST /batch/:id/cancel': {
    roles: OPERATORS,
    answer: 202,
    path: ({ batch }) => `/v1/batch/${batch}/cancel`,
  },
  'GET /batch/:id/results.zip': {
    roles: EVERYONE,
    answer: 200,
    path: ({ batch }) => `/v1/batch/${batch}/results.zip`,
  },
  'GET /batch/:id/manifest.csv': {
    roles: EVERYONE,
    answer: 200,
    path: ({ batch }) => `/v1/batch/${batch}/manifest.csv`,
  },
  'DELETE /image/:hash': { roles: ADMINS, answer: 404, path: () => `/v1/image/${'f'.repeat(64)}` },
  'DELETE /workflow/execution/:id': {
    roles: ADMINS,
    answer: 404,
    path: () => `/v1/workflow/execution/${UNKNOWN}`,
  },
  'DELETE /batch/:id': { roles: ADMINS, answer: 404, path: () => `/v1/batch/${UNKNOWN}` },
  'DELETE /organization/:id': {
    roles: NOBODY,
    answer: 202,
    path: ({ organization }) => `/v1/organization/${organization}`,
  },
  'POST /batch/:id/hold': { roles: ADMINS, answer: 200, path: ({ batch }) => `/v1/batch/${batch}/hold` },
  'POST /batch/:id/release': {
    roles: ADMINS,
    answer: 200,
    path: ({ batch }) => `/v1/batch/${batch}/release`,
  },
  'POST /batch/:id/close': { roles: OPERATORS, answer: 200, path: ({ batch }) => `/v1/batch/${batch}/close` },
  'POST /batch/:id/pause': { roles: OPERATORS, answer: 200, path: ({ batch }) => `/v1/batch/${batch}/pause` },
  'POST /batch/:id/resume': {
    roles: OPERATORS,
    answer: 200,
    path: ({ batch }) => `/v1/batch/${batch}/resume`,
  },
  'POST /workflow/preview': {
    roles: ALL_BUT_VIEWERS,
    answer: 404,
    path: () => '/v1/workflow/preview',
    options: { json: { workflowComponents: [], image: 'f'.repeat(64) } },
  },
  'GET /workflow': { roles: EVERYONE, answer: 200, path: () => '/v1/workflow', stranger: 200 },
  'POST /workflow': { roles: ADMINS, answer: 201, path: () => '/v1/workflow', options: NAMED, stranger: 201 },
  'GET /workflow/:id': { roles: EVERYONE, answer: 200, path: ({ workflow }) => `/v1/workflow/${workflow}` },
  'PUT /workflow/:id': {
    roles: ADMINS,
    answer: 200,
    path: ({ workflow }) => `/v1/workflow/${workflow}`,
    options: NAMED,
  },
  'DELETE /workflow/:id': { roles: ADMINS, answer: 204, path: ({ workflow }) => `/v1/workflow/${workflow}` },
  'GET /workflow/:id/versions': {
    roles: EVERYONE,
    answer: 200,
    path: ({ workflow }) => `/v1/workflow/${workflow}/versions`,
  },
  'POST /workflow/:id/versions/:version/restore': {
    roles: ADMINS,
    answer: 404,
    path: ({ workflow }) => `/v1/workflow/${workflow}/versions/${UNKNOWN}/restore`,
  },
  'GET /workflow/:id/diff': {
    roles: EVERYONE,
    answer: 404,
    path: ({ workflow }) => `/v1/workflow/${workflow}/diff?from=${UNKNOWN}`,
  },
  'POST /workflow/estimate': {
    roles: EVERYONE,
    answer: 200,
    path: () => '/v1/workflow/estimate',
    options: { json: { workflowComponents: [], count: 1 } },
    stranger: 200,
  },
  'GET /organization/:id/queue': {
    roles: EVERYONE,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/queue`,
  },
  'GET /platform/queue': { roles: NOBODY, answer: 200, path: () => '/v1/platform/queue', stranger: 403 },
  'GET /component': { roles: EVERYONE, answer: 200, path: () => '/v1/component', stranger: 200 },
  'GET /component/:name': {
    roles: EVERYONE,
    answer: 200,
    path: () => '/v1/component/resize',
    stranger: 200,
  },
  'GET /organization': { roles: EVERYONE, answer: 200, path: () => '/v1/organization', stranger: 200 },
  'POST /organization': {
    roles: NOBODY,
    answer: 201,
    path: () => '/v1/organization',
    options: { json: { name: 'Mine' } },
    stranger: 403,
  },
  'GET /organization/balance': {
    roles: EVERYONE,
    answer: 200,
    path: () => '/v1/organization/balance',
    stranger: 200,
  },
  'GET /organization/:id': {
    roles: EVERYONE,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}`,
  },
  'GET /organization/:id/settings': {
    roles: EVERYONE,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/settings`,
  },
  'PUT /organization/:id/settings': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/settings`,
    options: { json: { reuseResults: false } },
  },
  'GET /organization/:id/retention': {
    roles: EVERYONE,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/retention`,
  },
  'PUT /organization/:id/retention': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/retention`,
    options: { json: { inputs: null } },
  },
  'GET /organization/:id/storage': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/storage`,
  },
  'GET /organization/:id/limits': {
    roles: EVERYONE,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/limits`,
  },
  'PUT /organization/:id/limits': {
    roles: NOBODY,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/limits`,
    options: { json: { requestsPerMinute: null } },
  },
  'GET /organization/:id/webhook-secret': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-secret`,
  },
  'POST /organization/:id/webhook-secret/rotate': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-secret/rotate`,
    options: { json: { overlapHours: 1 } },
  },
  'GET /organization/:id/webhook-endpoints': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-endpoints`,
  },
  'POST /organization/:id/webhook-endpoints': {
    roles: ADMINS,
    answer: 400,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-endpoints`,
    options: { json: { url: 'nonsense', events: ['*'] } },
  },
  'GET /organization/:id/webhook-endpoints/:endpointId': {
    roles: ADMINS,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-endpoints/${UNKNOWN}`,
  },
  'PUT /organization/:id/webhook-endpoints/:endpointId': {
    roles: ADMINS,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-endpoints/${UNKNOWN}`,
    options: { json: { paused: true } },
  },
  'DELETE /organization/:id/webhook-endpoints/:endpointId': {
    roles: ADMINS,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-endpoints/${UNKNOWN}`,
  },
  'POST /organization/:id/webhook-endpoints/:endpointId/test': {
    roles: ADMINS,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-endpoints/${UNKNOWN}/test`,
  },
  'GET /organization/:id/webhook-deliveries': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-deliveries`,
  },
  'GET /organization/:id/webhook-deliveries/:deliveryId': {
    roles: ADMINS,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-deliveries/${UNKNOWN}`,
  },
  'POST /organization/:id/webhook-deliveries/:deliveryId/redeliver': {
    roles: ADMINS,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/webhook-deliveries/${UNKNOWN}/redeliver`,
  },
  'POST /organization/:id/webhook-deliveries/redeliver': {
    roles: ADMINS,
    answer: 202,
    path: ({ organization }) =>
      `/v1/organization/${organization}/webhook-deliveries/redeliver?status=gave_up`,
  },
  'GET /organization/:id/credits': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/credits`,
  },
  'POST /organization/:id/credits': {
    roles: NOBODY,
    answer: 201,
    path: ({ organization }) => `/v1/organization/${organization}/credits`,
    options: { json: { amount: 1 } },
  },
  'GET /organization/:id/ledger': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/ledger`,
  },
  'GET /organization/:id/usage': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/usage`,
  },
  'GET /organization/:id/keys': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/keys`,
  },
  'POST /organization/:id/keys': {
    roles: ADMINS,
    answer: 201,
    path: ({ organization }) => `/v1/organization/${organization}/keys`,
    options: { json: { name: 'Mine', role: 'viewer' } },
  },
  'DELETE /organization/:id/keys/:keyId': {
    roles: ADMINS,
    answer: 204,
    path: ({ organization, key }) => `/v1/organization/${organization}/keys/${key}`,
  },
  'PUT /organization/:id': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}`,
    options: { json: { name: 'Another name' } },
  },
  'GET /organization/:id/members': {
    roles: EVERYONE,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/members`,
  },
  'PUT /organization/:id/members/:userId': {
    roles: ADMINS,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/members/${UNKNOWN}`,
    options: { json: { role: 'viewer' } },
  },
  // Every member may leave the organization, so the role is checked only after the member to remove is found.
  'DELETE /organization/:id/members/:userId': {
    roles: EVERYONE,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/members/${UNKNOWN}`,
  },
  'POST /organization/:id/members/:userId/password-reset': {
    roles: ADMINS,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/members/${UNKNOWN}/password-reset`,
  },
  'POST /organization/:id/invitations': {
    roles: ADMINS,
    answer: 201,
    path: ({ organization }) => `/v1/organization/${organization}/invitations`,
    options: { json: { email: 'new@example.com', role: 'viewer' } },
  },
  'GET /organization/:id/invitations': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/invitations`,
  },
  'DELETE /organization/:id/invitations/:invitationId': {
    roles: ADMINS,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/invitations/${UNKNOWN}`,
  },
  'GET /organization/:id/devices': {
    roles: EVERYONE,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/devices`,
  },
  'DELETE /organization/:id/devices/:grantId': {
    roles: EVERYONE,
    answer: 404,
    path: ({ organization }) => `/v1/organization/${organization}/devices/${UNKNOWN}`,
  },
  'GET /organization/:id/audit-log': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/audit-log`,
  },
  'GET /organization/:id/audit-log.csv': {
    roles: ADMINS,
    answer: 200,
    path: ({ organization }) => `/v1/organization/${organization}/audit-log.csv`,
  },
  'GET /oauth-client': { roles: NOBODY, answer: 200, path: () => '/v1/oauth-client', stranger: 403 },
  'POST /oauth-client': {
    roles: NOBODY,
    answer: 201,
    path: () => '/v1/oauth-client',
    options: { json: { clientId: 'a-program', name: 'A program' } },
    stranger: 403,
  },
  'DELETE /oauth-client/:clientId': {
    roles: NOBODY,
    answer: 404,
    path: () => '/v1/oauth-client/nobody',
    stranger: 403,
  },
};

/** The response to a call. Of an endless response only the status is read. */
const answerOf = async (call: Call, line: string, { options, endless }: Row) => {
  if (!endless) return call(line, options);
  const beginning = new AbortController();
  const { status } = await call.open(line, { ...options, signal: beginning.signal });
  beginning.abort();
  return { status, text: '' };
};

let tenant: Tenant;
let stranger: Tenant;
let shared: Fixtures;
/** The resources that a call works on. A DELETE call gets new ones. */
const fixturesFor = async (name: string): Promise<Fixtures> =>
  name.startsWith('DELETE') ? makeFixtures() : shared;
const makeFixtures = async (): Promise<Fixtures> => {
  const workflow = await addWorkflow(tenant.owner);
  const hash = await upload(tenant.operator);
  // The organization has no credits, so that streams and waiting downloads end at once.
  const execution = await create(tenant.operator, workflow, { contentHash: hash });
  const batch = await tenant.operator('POST /v1/batch', { json: { name: 'Shoes' } });
  const json = { name: 'To be revoked', role: 'viewer' };
  const key = await service.administrator(`POST /v1/organization/${tenant.id}/keys`, { json });
  const bulk = await tenant.operator(`POST /v1/workflow/execution/bulk/retry?workflowId=${UNKNOWN}`);
  return {
    organization: tenant.id,
    workflow: workflow.id,
    execution,
    batch: batch.json<{ id: string }>().id,
    hash,
    bulk: bulk.json<{ id: string }>().id,
    key: key.json<{ id: string }>().id,
  };
};
before(async () => {
  tenant = await openTenant(service, 0);
  stranger = await openTenant(service, 0);
  shared = await makeFixtures();
});

const lineOf = (name: string, row: Row, fixtures: Fixtures, query = '') => {
  const path = row.path(fixtures);
  const [method] = name.split(' ');
  return `${method} ${path}${query && (path.includes('?') ? '&' : '?') + query}`;
};

test('every route for programs that needs a credential is in this contract', () => {
  const routes = ROUTES.filter(({ action }) => action !== 'public' && action !== 'person').map(
    ({ method, path }) => `${method} ${path}`,
  );
  assert.deepEqual(routes.sort(), Object.keys(CONTRACT).sort());
});

describe('Roles', () => {
  for (const [name, row] of Object.entries(CONTRACT))
    test(`${name} is for ${row.roles.join(', ') || 'the platform administrator only'}`, async () => {
      for (const role of ROLES) {
        const fixtures = await fixturesFor(name);
        const { status, text } = await answerOf(tenant[role], lineOf(name, row, fixtures), row);
        assert.equal(status, row.roles.includes(role) ? row.answer : 403, `${role}: ${text}`);
      }
      const line = lineOf(name, row, await fixturesFor(name), `organization=${tenant.id}`);
      assert.equal((await answerOf(service.administrator, line, row)).status, row.answer);
    });
});

describe('Another organization', () => {
  for (const [name, row] of Object.entries(CONTRACT)) {
    const expected = row.stranger ?? 404;
    test(`${name} with another organization’s ids or hashes is ${expected}, and acting for it is 403`, async () => {
      const fixtures = shared;
      const before = await read(tenant.owner, fixtures.execution);
      const { status, text } = await answerOf(stranger.owner, lineOf(name, row, fixtures), row);
      assert.equal(status, expected, text);
      const acting = await stranger.owner(
        lineOf(name, row, fixtures, `organization=${tenant.id}`),
        row.options,
      );
      assert.equal(acting.status, 403, acting.text);
      assert.deepEqual(await read(tenant.owner, fixtures.execution), before);
      assert.equal((await tenant.owner(`GET /v1/workflow/${fixtures.workflow}`)).status, 200);
    });
  }

  test('lists show an organization its own entries only', async () => {
    const { execution, workflow, organization } = await makeFixtures();
    for (const line of ['GET /v2/workflow/execution/', 'GET /v1/workflow', 'GET /v1/organization']) {
      const { text } = await stranger.owner(line);
      for (const id of [execution, workflow, organization]) assert.ok(!text.includes(id), line);
    }
  });
});

describe('Credentials', () => {
  test('a missing or invalid credential is 401 on every route that is not public', async () => {
    const fixtures = await makeFixtures();
    for (const [name, row] of Object.entries(CONTRACT)) {
      const answer = await callAs(service.base)(lineOf(name, row, fixtures), row.options);
      assert.equal(answer.status, 401, name);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
    const { key } = tenant.owner;
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${key}`,
      `${key}`,
      `Bearer ${key}x`,
      `Bearer x ${key}`,
      `Bearer ${key?.slice(0, -1)}`,
    ]) {
      const answer = await callAs(service.base)('GET /v1/workflow', { headers: { authorization } });
      assert.equal(answer.status, 401, authorization);
    }
    for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`])
      assert.equal(
        (await callAs(service.base)('GET /v1/workflow', { headers: { authorization } })).status,
        200,
      );
  });

  test('organization may be left out, or be the caller’s own; any other, or a malformed one, is 403', async () => {
    for (const query of ['', 'organization=', `organization=${tenant.id}`])
      assert.equal((await tenant.viewer(`GET /v1/workflow?${query}`)).status, 200, query);
    const unknown = '018f3a5e-7c00-7000-8000-000000000000';
    for (const organization of [stranger.id, unknown, 'nonsense', '%00', tenant.id.toUpperCase()])
      assert.equal(
        (await tenant.viewer(`GET /v1/workflow?organization=${organization}`)).status,
        403,
        organization,
      );
    assert.equal((await service.administrator(`GET /v1/workflow?organization=${unknown}`)).status, 403);
  });
});
