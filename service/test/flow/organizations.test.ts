import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { callAs } from '../support/call.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, balance, create, openTenant, read, untilStatus } from '../support/tenant.ts';
import { until } from '../support/until.ts';

const UNKNOWN_ID = '018f3a5e-7c00-7000-8000-000000000000';
const service = await shareService();
after(() => service.stop());
const { administrator } = service;
type List<Entry> = { entries: Entry[]; total: number };

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

  /** Waits until the key is no longer accepted, and returns the HTTP status of the refusal. */
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

  test('a key needs a name, a role and an expiry in the future, and its role has no more rights than its creator', async () => {
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
