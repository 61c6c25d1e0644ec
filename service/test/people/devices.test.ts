import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { askForCode, redeem } from '../oauth/client.ts';
import { openBrowser } from '../support/people/browser.ts';
import { connectDevice } from '../support/people/device.ts';
import { testService } from '../support/people/identity-service.ts';
import { administrator, join, newOrganization } from '../support/people/people.ts';
import { until } from '../support/until.ts';

const service = testService({ DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000' });
const forgetAttempts = () => service.foundation.database.run(statement('delete from sign_in_attempts'), []);

const setUp = async () => {
  await forgetAttempts();
  const admin = await administrator(service);
  const organizationId = await newOrganization(admin, 'Studio');
  const owner = await join(service, admin, organizationId, 'owner');
  return { admin, organizationId, owner, devices: `/v1/organization/${organizationId}/devices` };
};

test('a person sees which app asks, with any spelling of the code, and confirms it once', async () => {
  const { owner, organizationId } = await setUp();
  const { user_code, device_code } = await askForCode(service.base);
  for (const typed of [user_code, user_code.toLowerCase(), user_code.replace('-', ''), ` ${user_code}`]) {
    const { status, body } = await owner.browser.get(`/v1/device/${encodeURIComponent(typed)}`);
    assert.equal(status, 200, typed);
    assert.deepEqual(Object.keys(body).sort(), [
      ...['clientId', 'clientName', 'expiresAt', 'requestedAt', 'requestedFrom', 'userCode'],
    ]);
    assert.equal(body['userCode'], user_code);
    assert.equal(body['requestedFrom'], '127.0.0.1');
  }
  assert.equal((await redeem(service.base, device_code)).body['error'], 'authorization_pending');
  const confirm = `/v1/device/${user_code}/confirm`;
  assert.equal((await owner.browser.post(confirm, { organizationId })).status, 204);
  assert.equal((await owner.browser.post(confirm, { organizationId })).status, 404);
  assert.equal((await owner.browser.get(`/v1/device/${user_code}`)).status, 404);
  assert.equal((await redeem(service.base, device_code)).status, 200);
});

test('a denied device gets access_denied', async () => {
  const { owner } = await setUp();
  const { user_code, device_code } = await askForCode(service.base);
  assert.equal((await owner.browser.post(`/v1/device/${user_code}/deny`)).status, 204);
  assert.equal((await redeem(service.base, device_code)).body['error'], 'access_denied');
});

test('confirming needs the CSRF token', async () => {
  const { owner, organizationId } = await setUp();
  const { user_code, device_code } = await askForCode(service.base);
  const cross = { method: 'POST', body: { organizationId }, headers: { origin: 'https://evil.example' } };
  assert.equal((await owner.browser.send(`/v1/device/${user_code}/confirm`, cross)).status, 403);
  assert.equal((await redeem(service.base, device_code)).body['error'], 'authorization_pending');
});

test('a device is connected only to an organization of the person', async () => {
  const { owner } = await setUp();
  const { user_code } = await askForCode(service.base);
  const organizationId = service.seeded.organizationId;
  assert.equal((await owner.browser.post(`/v1/device/${user_code}/confirm`, { organizationId })).status, 403);
});

test('after five wrong codes in ten minutes even the right one is refused, for the user and for the address', async () => {
  const { owner, organizationId, admin } = await setUp();
  const { user_code } = await askForCode(service.base);
  const guesses = await Promise.all(
    Array.from({ length: 8 }, () => owner.browser.get('/v1/device/BBBB-BBBB').then(({ status }) => status)),
  );
  assert.deepEqual(guesses.sort(), [404, 404, 404, 404, 404, 429, 429, 429]);
  const refused = await owner.browser.get(`/v1/device/${user_code}`);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 500);
  assert.equal((await owner.browser.post(`/v1/device/${user_code}/confirm`, { organizationId })).status, 429);
  // Another user at the same address is refused as well.
  assert.equal((await admin.get(`/v1/device/${user_code}`)).status, 429);
  await service.foundation.database.run(
    statement(`delete from sign_in_attempts where subject like 'code address %'`),
    [],
  );
  assert.equal((await admin.get(`/v1/device/${user_code}`)).status, 200);
  assert.equal((await owner.browser.get(`/v1/device/${user_code}`)).status, 429);
  await forgetAttempts();
});

test('right codes are not counted as guesses', async () => {
  const { owner } = await setUp();
  const { user_code } = await askForCode(service.base);
  for (let look = 0; look < 8; look += 1)
    assert.equal((await owner.browser.get(`/v1/device/${user_code}`)).status, 200);
});

test('owners and admins see every device, others their own', async () => {
  const { owner, organizationId, devices } = await setUp();
  const kim = await join(service, owner.browser, organizationId, 'viewer');
  await connectDevice(service, owner.browser, organizationId);
  await connectDevice(service, kim.browser, organizationId);
  const all = await owner.browser.get(devices);
  assert.equal(all.body['total'], 2);
  const entries = all.body['entries'] as Record<string, string>[];
  assert.deepEqual(Object.keys(entries[0]!).sort(), [
    ...['clientId', 'clientName', 'createdAt', 'id', 'lastUsedAt', 'userEmail', 'userId'],
  ]);
  const own = await kim.browser.get(devices);
  assert.equal(own.body['total'], 1);
  const owners = entries.find(({ userId }) => userId === owner.userId)!['id'];
  assert.equal((await kim.browser.delete(`${devices}/${owners}`)).status, 404);
  assert.equal((await owner.browser.delete(`${devices}/${owners}`)).status, 204);
  assert.equal((await owner.browser.delete(`${devices}/${owners}`)).status, 404);
});

test('a connected app acts in its organization only, with the role that its user has there now', async () => {
  const { owner, organizationId, admin } = await setUp();
  const kim = await join(service, owner.browser, organizationId, 'operator');
  const { access_token } = await connectDevice(service, kim.browser, organizationId);
  const headers = { authorization: `Bearer ${access_token}` };
  const program = (path: string) => openBrowser(service.base).send(path, { headers });
  assert.equal((await program('/v1/workflow')).status, 200);
  assert.equal((await program(`/v1/workflow?organization=${service.seeded.organizationId}`)).status, 403);
  assert.equal((await program(`/v1/organization/${organizationId}/keys`)).status, 403);
  const second = await newOrganization(admin, 'Second');
  const invited = await admin.post(`/v1/organization/${second}/invitations`, {
    email: kim.email,
    role: 'viewer',
  });
  await kim.browser.post(`/v1/invitation/${String(invited.body['url']).split('/').at(-1)}`, {
    password: 'a password of some length',
  });
  // A grant is for one organization, which is fixed when the grant is confirmed.
  assert.equal((await program(`/v1/workflow?organization=${second}`)).status, 403);
});

test('a revoked credential is refused by every process within five seconds', async () => {
  const { owner, organizationId, devices } = await setUp();
  const other = await service.another({ DARKROOM_PUBLIC_URL: service.base });
  const use = async (base: string, token: string, path = '/v1/workflow') =>
    (await openBrowser(base).send(path, { headers: { authorization: `Bearer ${token}` } })).status;
  const untilItIs = (expected: number, ask: () => Promise<number>) =>
    until(`the answer is ${expected}`, 5_000, async () => (await ask()) === expected);

  const kim = await join(service, owner.browser, organizationId, 'admin');
  const one = await connectDevice(service, kim.browser, organizationId);
  for (const { base } of [service, other]) assert.equal(await use(base, one.access_token), 200);
  const listed = await kim.browser.get(devices);
  await kim.browser.delete(`${devices}/${(listed.body['entries'] as { id: string }[])[0]!.id}`);
  for (const { base } of [service, other]) await untilItIs(401, () => use(base, one.access_token));

  const two = await connectDevice(service, kim.browser, organizationId);
  const keys = `/v1/organization/${organizationId}/keys`;
  for (const { base } of [service, other]) assert.equal(await use(base, two.access_token, keys), 200);
  const member = `/v1/organization/${organizationId}/members/${kim.userId}`;
  await owner.browser.put(member, { role: 'viewer' });
  for (const { base } of [service, other]) await untilItIs(403, () => use(base, two.access_token, keys));
  await owner.browser.delete(member);
  for (const { base } of [service, other]) await untilItIs(401, () => use(base, two.access_token));
});

test('when a notification is lost, the next recheck finds the change', async () => {
  const { owner, organizationId } = await setUp();
  const { database } = service.foundation;
  const { access_token } = await connectDevice(service, owner.browser, organizationId);
  const use = () =>
    openBrowser(service.base).send('/v1/workflow', { headers: { authorization: `Bearer ${access_token}` } });
  assert.equal((await use()).status, 200);
  await database.transaction(async (run) => {
    await run(statement('alter table grants disable trigger grants_tell_access'), []);
    await run(statement('update grants set revoked_at = now() where user_id = $1'), [owner.userId]);
    await run(statement('alter table grants enable trigger grants_tell_access'), []);
  });
  await until('the token is refused', 5_000, async () => (await use()).status === 401);
});
