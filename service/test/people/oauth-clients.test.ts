import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretHash } from '../../src/domain/people/secret-hash.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { deviceCodesIn } from '../../src/postgres/people/device-codes.ts';
import { askForCode, form, refresh } from '../oauth/client.ts';
import { connect } from '../oauth/connected-device.ts';
import { ADMIN } from '../support/people/browser.ts';
import { testService } from '../support/people/identity-service.ts';
import { administrator, newOrganization } from '../support/people/people.ts';
import { until } from '../support/until.ts';

const service = testService({ DARKROOM_OAUTH_CLIENTS: 'from-settings' });

test('an administrator registers and removes clients', async () => {
  const admin = await administrator(service);
  const clientId = 'Desktop tool / Ä';
  const created = await admin.post('/v1/oauth-client', { clientId, name: 'Desktop tool' });
  assert.equal(created.status, 201);
  assert.deepEqual([created.body['clientId'], created.body['rotateRefreshTokens']], [clientId, false]);
  assert.equal((await admin.post('/v1/oauth-client', { clientId, name: 'Again' })).status, 409);
  const listed = await admin.get('/v1/oauth-client');
  const ids = (listed.body['entries'] as { clientId: string }[]).map((client) => client.clientId);
  assert.deepEqual(ids.sort(), ['Desktop tool / Ä', 'darkroom-cli', 'from-settings']);
  const tokens = await connect(service, clientId);
  assert.equal((await refresh(service.base, tokens.refresh_token, clientId)).status, 200);
  assert.equal((await admin.delete(`/v1/oauth-client/${encodeURIComponent(clientId)}`)).status, 204);
  assert.equal((await refresh(service.base, tokens.refresh_token, clientId)).body['error'], 'invalid_client');
  assert.equal((await form(service.base, '/oauth/device/code', { client_id: clientId })).status, 401);
  const use = () =>
    fetch(`${service.base}/v1/workflow`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  await until('the token is refused', 5_000, async () => (await use()).status === 401);
  assert.equal((await admin.post('/v1/oauth-client', { clientId, name: 'Back again' })).status, 201);
  assert.equal((await refresh(service.base, tokens.refresh_token, clientId)).body['error'], 'invalid_grant');
});

test('registering and removing a client is in the audit log of the organization that the person acted for', async () => {
  const admin = await administrator(service);
  const organizationId = await newOrganization(admin, 'Head office');
  const acting = `?organization=${organizationId}`;
  await admin.post(`/v1/oauth-client${acting}`, { clientId: 'capture', name: 'Capture' });
  assert.equal(
    (await admin.post(`/v1/oauth-client${acting}`, { clientId: 'capture', name: 'X' })).status,
    409,
  );
  await admin.delete(`/v1/oauth-client/capture${acting}`);
  assert.equal((await admin.delete(`/v1/oauth-client/capture${acting}`)).status, 404);
  const log = await admin.get(`/v1/organization/${organizationId}/audit-log`);
  const entries = log.body['entries'] as Record<string, unknown>[];
  const seen = entries.map(({ action, subject, detail, userEmail }) => ({
    ...{ action, subject, detail, userEmail },
  }));
  const each = { subject: 'capture', detail: { name: 'Capture' }, userEmail: ADMIN.email };
  assert.deepEqual(seen, [
    { action: 'oauth-client.remove', ...each },
    { action: 'oauth-client.register', ...each },
  ]);
});

test('a code that was approved before its client was removed is worth nothing', async () => {
  const admin = await administrator(service);
  const client = { clientId: 'leaving', name: 'Leaving' };
  await admin.post('/v1/oauth-client', client);
  const code = await askForCode(service.base, client.clientId);
  const { organizationId } = service.seeded;
  await admin.post(`/v1/device/${code.user_code}/confirm`, { organizationId });
  await admin.delete(`/v1/oauth-client/${client.clientId}`);
  const grants = statement<{ id: string }>('select id from grants where client_id = $1');
  const deviceCodes = deviceCodesIn(service.foundation.database);
  const lifetimes = { idleSeconds: 60, absoluteSeconds: 60 };
  const codeHash = secretHash(code.device_code);
  assert.equal(
    await deviceCodes.redeem(codeHash, client.clientId, secretHash('token'), lifetimes),
    undefined,
  );
  assert.deepEqual(await service.foundation.database.run(grants, [client.clientId]), []);
});

test('the built-in client cannot be removed', async () => {
  const admin = await administrator(service);
  assert.equal((await admin.delete('/v1/oauth-client/darkroom-cli')).status, 404);
  assert.ok((await askForCode(service.base)).device_code);
});
