import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '../support/people/browser.ts';
import { connectDevice } from '../support/people/device.ts';
import { testService } from '../support/people/identity-service.ts';
import { administrator, join, newOrganization, PASSWORD } from '../support/people/people.ts';
import { until } from '../support/until.ts';

const service = testService({ DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000' });

const setUp = async () => {
  const admin = await administrator(service);
  const organizationId = await newOrganization(admin, 'Studio of a test');
  const owner = await join(service, admin, organizationId, 'owner');
  const path = `/v1/organization/${organizationId}`;
  await owner.browser.delete(`${path}/members/${await admin.userId()}`);
  return { admin, organizationId, owner, path };
};

test('an invitation makes a new user a member, once', async () => {
  const { owner, path } = await setUp();
  const invited = await owner.browser.post(`${path}/invitations`, {
    email: 'New@Example.com',
    role: 'operator',
  });
  assert.equal(invited.status, 201);
  assert.deepEqual(Object.keys(invited.body).sort(), [
    'createdAt',
    'email',
    'expiresAt',
    'id',
    'role',
    'url',
  ]);
  assert.match(String(invited.body['url']), new RegExp(`^${service.base}/console/invitation/[\\w-]{43}$`));
  const listed = await owner.browser.get(`${path}/invitations`);
  assert.deepEqual([listed.body['total'], listed.text.includes('url')], [1, false]);

  const token = String(invited.body['url']).split('/').at(-1);
  const known = {
    organizationName: 'Studio of a test',
    email: 'New@Example.com',
    role: 'operator',
    hasAccount: false,
  };
  const anyone = openBrowser(service.base);
  assert.deepEqual((await anyone.get(`/v1/invitation/${token}`)).body, known);
  const body = { name: 'New', password: PASSWORD };
  const accepted = await anyone.post(`/v1/invitation/${token}`, body);
  assert.equal(accepted.status, 200);
  assert.equal((accepted.body['organization'] as { role: string }).role, 'operator');
  assert.equal((await openBrowser(service.base).post(`/v1/invitation/${token}`, body)).status, 404);
  assert.equal((await anyone.get(`/v1/invitation/${token}`)).status, 404);
  assert.equal((await owner.browser.get(`${path}/invitations`)).body['total'], 0);
  assert.equal((await anyone.get(`${path}/members`)).body['total'], 2);
});

test('when an invitation is accepted several times at once, one call succeeds', async () => {
  const { owner, path } = await setUp();
  const invited = await owner.browser.post(`${path}/invitations`, {
    email: 'twice@example.com',
    role: 'viewer',
  });
  const token = String(invited.body['url']).split('/').at(-1);
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      openBrowser(service.base).post(`/v1/invitation/${token}`, { name: 'T', password: PASSWORD }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404]);
});

test('someone who has an account joins with its password', async () => {
  const [one, other] = [await setUp(), await setUp()];
  const invited = await other.owner.browser.post(`${other.path}/invitations`, {
    email: one.owner.email.toUpperCase(),
    role: 'viewer',
  });
  const token = String(invited.body['url']).split('/').at(-1);
  const browser = openBrowser(service.base);
  assert.equal((await browser.get(`/v1/invitation/${token}`)).body['hasAccount'], true);
  assert.equal(
    (await browser.post(`/v1/invitation/${token}`, { password: 'some other password' })).status,
    401,
  );
  const accepted = await browser.post(`/v1/invitation/${token}`, { password: PASSWORD });
  assert.equal(accepted.status, 200);
  assert.equal((accepted.body['organizations'] as unknown[]).length, 2);
  assert.equal((accepted.body['organization'] as { id: string }).id, other.organizationId);
});

test('a withdrawn invitation and a replaced one are not valid', async () => {
  const { owner, path } = await setUp();
  const first = await owner.browser.post(`${path}/invitations`, { email: 'kim@example.com', role: 'viewer' });
  const second = await owner.browser.post(`${path}/invitations`, {
    email: 'KIM@example.com',
    role: 'viewer',
  });
  const look = async (url: unknown) =>
    (await openBrowser(service.base).get(`/v1/invitation/${String(url).split('/').at(-1)}`)).status;
  assert.deepEqual([await look(first.body['url']), await look(second.body['url'])], [404, 200]);
  assert.equal((await owner.browser.delete(`${path}/invitations/${second.body['id']}`)).status, 204);
  assert.equal((await owner.browser.delete(`${path}/invitations/${second.body['id']}`)).status, 404);
  assert.equal(await look(second.body['url']), 404);
});

test('when several invitations to one address are made at once, the last one counts', async () => {
  const { owner, path } = await setUp();
  const email = 'clicked@example.com';
  const made = await Promise.all(
    [1, 2, 3].map(() => owner.browser.post(`${path}/invitations`, { email, role: 'viewer' })),
  );
  assert.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201],
  );
  assert.equal((await owner.browser.get(`${path}/invitations`)).body['total'], 1);
});

test('a member is not invited again, and a malformed address is refused', async () => {
  const { owner, path } = await setUp();
  const again = await owner.browser.post(`${path}/invitations`, { email: owner.email, role: 'viewer' });
  assert.equal(again.status, 409);
  for (const email of ['', 'nobody', 'a b@c', 'a@b\n', 'a@@b', `${'x'.repeat(260)}@b`, '\ud800@b'])
    assert.equal(
      (await owner.browser.post(`${path}/invitations`, { email, role: 'viewer' })).status,
      400,
      email,
    );
});

test('a changed role takes effect at once', async () => {
  const { owner, path, organizationId } = await setUp();
  const kim = await join(service, owner.browser, organizationId, 'viewer');
  assert.equal((await kim.browser.get(`${path}/keys`)).status, 403);
  assert.equal((await owner.browser.put(`${path}/members/${kim.userId}`, { role: 'admin' })).status, 204);
  assert.equal((await kim.browser.get(`${path}/keys`)).status, 200);
  assert.equal((await owner.browser.put(`${path}/members/${kim.userId}`, { role: 'viewer' })).status, 204);
  assert.equal((await kim.browser.get(`${path}/keys`)).status, 403);
});

test('nobody gives or takes rights that they do not have', async () => {
  const { owner, path, organizationId } = await setUp();
  const admin = await join(service, owner.browser, organizationId, 'admin');
  const viewer = await join(service, owner.browser, organizationId, 'viewer');
  const { browser } = admin;
  assert.equal((await browser.put(`${path}/members/${viewer.userId}`, { role: 'owner' })).status, 403);
  assert.equal((await browser.put(`${path}/members/${owner.userId}`, { role: 'viewer' })).status, 403);
  assert.equal((await browser.delete(`${path}/members/${owner.userId}`)).status, 403);
  assert.equal((await browser.put(`${path}/members/${admin.userId}`, { role: 'owner' })).status, 403);
  assert.equal((await browser.post(`${path}/invitations`, { email: 'x@y', role: 'owner' })).status, 403);
  assert.equal((await viewer.browser.delete(`${path}/members/${admin.userId}`)).status, 403);
});

test('the last owner can neither leave nor get a lower role', async () => {
  const { owner, path, organizationId } = await setUp();
  assert.equal((await owner.browser.delete(`${path}/members/${owner.userId}`)).status, 409);
  assert.equal((await owner.browser.put(`${path}/members/${owner.userId}`, { role: 'admin' })).status, 409);
  const second = await join(service, owner.browser, organizationId, 'owner');
  const [one, two] = await Promise.all([
    owner.browser.delete(`${path}/members/${owner.userId}`),
    second.browser.delete(`${path}/members/${second.userId}`),
  ]);
  assert.deepEqual([one.status, two.status].sort(), [204, 409]);
});

test('everyone may leave, and loses what they had there', async () => {
  const { owner, path, organizationId } = await setUp();
  const kim = await join(service, owner.browser, organizationId, 'admin');
  const key = await kim.browser.post(`${path}/keys`, { name: 'mine', role: 'admin' });
  const authorization = `Bearer ${key.body['key']}`;
  const withKey = () => openBrowser(service.base).send('/v1/workflow', { headers: { authorization } });
  assert.equal((await withKey()).status, 200);
  assert.equal((await kim.browser.delete(`${path}/members/${kim.userId}`)).status, 204);
  assert.equal((await kim.browser.get(path)).status, 401);
  const gone = await openBrowser(service.base).signIn(kim.email, PASSWORD);
  assert.equal(gone.status, 403);
  assert.match(String(gone.body['message']), /invitation/);
  await until('the key is refused', 5_000, async () => (await withKey()).status === 401);
});

test('leaving is done in person: an API key or a connected app cannot remove the user that it acts for', async () => {
  const { owner, path, organizationId } = await setUp();
  const kim = await join(service, owner.browser, organizationId, 'owner');
  const key = await kim.browser.post(`${path}/keys`, { name: 'mine', role: 'viewer' });
  const { access_token } = await connectDevice(service, kim.browser, organizationId);
  for (const credential of [key.body['key'], access_token]) {
    const headers = { authorization: `Bearer ${credential}` };
    const init = { method: 'DELETE', headers };
    const refused = await openBrowser(service.base).send(`${path}/members/${kim.userId}`, init);
    assert.equal(refused.status, 403);
    assert.match(String(refused.body['message']), /Sign in to the console and leave there\.$/);
  }
  assert.equal((await owner.browser.get(`${path}/members`)).body['total'], 2);
  assert.equal((await kim.browser.delete(`${path}/members/${kim.userId}`)).status, 204);
});

test('an organization is renamed, and gets a new version', async () => {
  const { owner, path } = await setUp();
  const before = await owner.browser.get(path);
  const renamed = await owner.browser.put(path, { name: 'Another name' });
  assert.equal(renamed.status, 200);
  assert.equal(renamed.body['name'], 'Another name');
  assert.notEqual(renamed.body['version'], before.body['version']);
});

test('only a platform administrator creates organizations', async () => {
  const { owner } = await setUp();
  assert.equal((await owner.browser.post('/v1/organization', { name: 'Mine' })).status, 403);
});
