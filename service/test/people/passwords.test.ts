import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refresh } from '../oauth/client.ts';
import { ADMIN, openBrowser } from '../support/people/browser.ts';
import { connectDevice } from '../support/people/device.ts';
import { testService } from '../support/people/identity-service.ts';
import {
  administrator,
  join,
  newOrganization,
  PASSWORD,
  type Person,
  signedIn,
} from '../support/people/people.ts';
import { until } from '../support/until.ts';

const service = testService({ DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000' });

const setUp = async () => {
  const admin = await administrator(service);
  const organizationId = await newOrganization(admin, 'Studio');
  const owner = await join(service, admin, organizationId, 'owner');
  const kim = await join(service, owner.browser, organizationId, 'operator');
  return { admin, organizationId, owner, kim, members: `/v1/organization/${organizationId}/members` };
};

test('a new password ends every other session and every connected app', async () => {
  const { kim, organizationId } = await setUp();
  const elsewhere = await signedIn(service, kim.userId);
  const tokens = await connectDevice(service, kim.browser, organizationId);
  const wrong = { currentPassword: 'not this one', newPassword: 'another password' };
  assert.equal((await kim.browser.put('/v1/account/password', wrong)).status, 403);
  const short = { currentPassword: PASSWORD, newPassword: 'short' };
  assert.equal((await kim.browser.put('/v1/account/password', short)).status, 400);
  const right = { currentPassword: PASSWORD, newPassword: 'another password' };
  assert.equal((await kim.browser.put('/v1/account/password', right)).status, 204);
  assert.equal((await kim.browser.get('/v1/session')).status, 200);
  assert.equal((await elsewhere.get('/v1/session')).status, 401);
  assert.equal((await refresh(service.base, tokens.refresh_token)).body['error'], 'invalid_grant');
  const authorization = `Bearer ${tokens.access_token}`;
  assert.equal((await elsewhere.send('/v1/workflow', { headers: { authorization } })).status, 401);
  assert.equal((await openBrowser(service.base).signIn(kim.email, PASSWORD)).status, 401);
  assert.equal((await openBrowser(service.base).signIn(kim.email, 'another password')).status, 200);
});

const newKey = async ({ browser }: Person, organizationId: string) => {
  const made = await browser.post(`/v1/organization/${organizationId}/keys`, { name: 'Key', role: 'viewer' });
  assert.equal(made.status, 201, made.text);
  return { authorization: `Bearer ${made.body['key']}` };
};
const use = async (headers: { authorization: string }) =>
  (await openBrowser(service.base).send('/v1/workflow', { headers })).status;
/** A revoked key is refused after two seconds at the latest. */
const isRevoked = (headers: { authorization: string }) =>
  until('the key is refused', 5_000, async () => (await use(headers)) === 401);

test('changing the password ends the API keys of the person when that is asked for, and not otherwise', async () => {
  const { owner, organizationId } = await setUp();
  const key = await newKey(owner, organizationId);
  const change = (currentPassword: string, newPassword: string, more = {}) =>
    owner.browser.put('/v1/account/password', { currentPassword, newPassword, ...more });
  assert.equal((await change(PASSWORD, 'another password')).status, 204);
  assert.equal(await use(key), 200);
  const later = await newKey(owner, organizationId);
  assert.equal((await change('another password', PASSWORD, { revokeApiKeys: true })).status, 204);
  await isRevoked(key);
  await isRevoked(later);
  const log = await owner.browser.get(`/v1/organization/${organizationId}/audit-log`);
  const actions = (log.body['entries'] as { action: string }[]).map(({ action }) => action);
  assert.equal(actions.filter((action) => action === 'key.revoke').length, 2);
});

test("a reset by someone else revokes the person's API keys; a reset by the person only on request", async () => {
  const { owner, organizationId, members } = await setUp();
  const helper = await join(service, owner.browser, organizationId, 'owner');
  const reset = async (by: Person, body: object) => {
    const made = await by.browser.post(`${members}/${helper.userId}/password-reset`);
    const token = String(made.body['url']).split('/').at(-1);
    const answer = await openBrowser(service.base).post(`/v1/password-reset/${token}`, {
      password: PASSWORD,
      ...body,
    });
    assert.equal(answer.status, 204);
    helper.browser = await signedIn(service, helper.userId);
  };
  const [first, ownersKey] = [await newKey(helper, organizationId), await newKey(owner, organizationId)];
  await reset(helper, {});
  assert.equal(await use(first), 200);
  const second = await newKey(helper, organizationId);
  await reset(helper, { revokeApiKeys: true });
  await isRevoked(first);
  await isRevoked(second);
  const third = await newKey(helper, organizationId);
  await reset(owner, {});
  await isRevoked(third);
  assert.equal(await use(ownersKey), 200);
});

test("the installation's own keys outlive every change of the administrator's password", async () => {
  const admin = await administrator(service);
  const installation = { authorization: `Bearer ${service.seeded.apiKey}` };
  const change = (currentPassword: string, newPassword: string) =>
    admin.put('/v1/account/password', { currentPassword, newPassword, revokeApiKeys: true });
  assert.equal((await change(ADMIN.password, PASSWORD)).status, 204);
  assert.equal((await change(PASSWORD, ADMIN.password)).status, 204);
  const { entries } = (await admin.get(`/v1/organization/${service.seeded.organizationId}/keys`)).body;
  assert.ok((entries as { name: string }[]).some(({ name }) => name === 'From the data folder'));
  assert.equal(await use(installation), 200);
});

test('a new password has 8 to 128 characters, wherever it is set', async () => {
  const { owner, kim, members, organizationId } = await setUp();
  const email = 'new-person@example.com';
  const invited = await owner.browser.post(`/v1/organization/${organizationId}/invitations`, {
    email,
    role: 'viewer',
  });
  const made = await owner.browser.post(`${members}/${kim.userId}/password-reset`);
  const token = (answer: typeof made) => String(answer.body['url']).split('/').at(-1);
  const anyone = openBrowser(service.base);
  for (const password of ['1234567', 'e\u0301'.repeat(7), 'x'.repeat(129)]) {
    const change = { currentPassword: PASSWORD, newPassword: password };
    for (const [answer, field] of [
      [await kim.browser.put('/v1/account/password', change), 'newPassword'],
      [await anyone.post(`/v1/password-reset/${token(made)}`, { password }), 'password'],
      [await anyone.post(`/v1/invitation/${token(invited)}`, { password }), 'password'],
    ] as const) {
      const sentence = `The field ${field} must be 8 to 128 characters, spaces allowed.`;
      assert.deepEqual([answer.status, answer.body['message']], [400, sentence]);
    }
  }
  const longest = '\u{1f511} '.repeat(64);
  assert.equal((await anyone.post(`/v1/invitation/${token(invited)}`, { password: longest })).status, 200);
  assert.equal((await openBrowser(service.base).signIn(email, longest)).status, 200);
});

test('a reset link sets a password once, and ends every session', async () => {
  const { owner, kim, members } = await setUp();
  const made = await owner.browser.post(`${members}/${kim.userId}/password-reset`);
  assert.equal(made.status, 201);
  assert.deepEqual(Object.keys(made.body), ['url', 'expiresAt']);
  assert.match(String(made.body['url']), new RegExp(`^${service.base}/console/reset/[\\w-]{43}$`));
  const token = String(made.body['url']).split('/').at(-1);
  const anyone = openBrowser(service.base);
  assert.equal((await anyone.get(`/v1/password-reset/${token}`)).status, 204);
  const password = 'set by the link';
  assert.equal((await anyone.post(`/v1/password-reset/${token}`, { password: 'short' })).status, 400);
  assert.equal((await anyone.post(`/v1/password-reset/${token}`, { password })).status, 204);
  assert.equal((await anyone.post(`/v1/password-reset/${token}`, { password })).status, 404);
  assert.equal((await anyone.get(`/v1/password-reset/${token}`)).status, 404);
  assert.equal((await kim.browser.get('/v1/session')).status, 401);
  assert.equal((await anyone.signIn(kim.email, password)).status, 200);
});

test('a second reset link replaces the first', async () => {
  const { owner, kim, members } = await setUp();
  const first = await owner.browser.post(`${members}/${kim.userId}/password-reset`);
  await owner.browser.post(`${members}/${kim.userId}/password-reset`);
  const token = String(first.body['url']).split('/').at(-1);
  assert.equal((await openBrowser(service.base).get(`/v1/password-reset/${token}`)).status, 404);
});

test('nobody gains rights by resetting a password', async () => {
  const { admin, owner, kim, members, organizationId } = await setUp();
  const helper = await join(service, owner.browser, organizationId, 'admin');
  const reset = async (by: typeof owner.browser, userId: unknown) =>
    (await by.post(`${members}/${userId}/password-reset`)).status;
  assert.equal(await reset(helper.browser, owner.userId), 403);
  assert.equal(await reset(owner.browser, await admin.userId()), 403);
  assert.equal(await reset(helper.browser, kim.userId), 201);
  const elsewhere = await newOrganization(admin, 'Elsewhere');
  const invited = await admin.post(`/v1/organization/${elsewhere}/invitations`, {
    email: kim.email,
    role: 'owner',
  });
  const token = String(invited.body['url']).split('/').at(-1);
  assert.equal(
    (await openBrowser(service.base).post(`/v1/invitation/${token}`, { password: PASSWORD })).status,
    200,
  );
  assert.equal(await reset(helper.browser, kim.userId), 403);
  assert.equal(await reset(admin, kim.userId), 201);
});
