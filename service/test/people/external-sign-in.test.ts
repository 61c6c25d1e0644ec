import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join as joinPath } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import type { UserId } from '../../src/domain/ids.ts';
import { secretHash } from '../../src/domain/people/secret-hash.ts';
import { safeNext } from '../../src/http/authentication/external-sign-in.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { administratorsIn } from '../../src/postgres/people/administrators.ts';
import { addAdministratorKey } from '../../src/postgres/people/api-keys.ts';
import { identitiesIn } from '../../src/postgres/people/identities.ts';
import { askForCode, refresh } from '../oauth/client.ts';
import { untilALockIsWaitedFor } from '../support/database/until-a-lock-is-waited-for.ts';
import { ADMIN, openBrowser, type Reply } from '../support/people/browser.ts';
import { connectDevice } from '../support/people/device.ts';
import { type IdentityService, testService } from '../support/people/identity-service.ts';
import { mailServer } from '../support/people/mail-server.ts';
import { administrator, newOrganization, PASSWORD } from '../support/people/people.ts';
import { until } from '../support/until.ts';

// This file is long on purpose: its tests share a service with a real provider beside it.

const service = testService();
const PUBLIC = 'http://darkroom.test';
const START = '/console/sign-in/oidc';
const ended: (() => void)[] = [];
after(() => {
  for (const end of ended) end();
});

let ready: Promise<IdentityService> | undefined;
let firstMail: Promise<string> | undefined;
/** The service with a real provider beside it. */
const withProvider = () => {
  ready ??= (async () => {
    const script = joinPath(import.meta.dirname, '../support/people/oidc-provider-process.ts');
    const child = spawn(process.execPath, [script, `${PUBLIC}${START}/callback`], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    ended.push(() => child.kill());
    const [issuer] = (await once(createInterface(child.stdout), 'line')) as [string];
    const mail = await mailServer();
    ended.push(mail.close);
    firstMail = mail.received(1).then(([text = '']) => text);
    return service.another({
      DARKROOM_SMTP_URL: mail.url,
      DARKROOM_PUBLIC_URL: PUBLIC,
      DARKROOM_OIDC_ISSUER: issuer,
      DARKROOM_OIDC_CLIENT_ID: 'darkroom',
      DARKROOM_OIDC_CLIENT_SECRET: 'secret-of-darkroom',
      DARKROOM_OIDC_NAME: 'Test provider',
    });
  })();
  return ready;
};

/** Goes through the pages of the provider as a person would; gives the address that it sends the browser back to. */
const signInAtProvider = async (start: string, email: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let url = start;
  let init: RequestInit = {};
  for (let step = 0; step < 20; step += 1) {
    if (url.startsWith(PUBLIC)) return new URL(url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string];
      cookies.set(name, value);
    }
    init = {};
    const location = answer.headers.get('location');
    if (location) {
      url = new URL(location, url).href;
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    assert.ok(action && prompt, page);
    url = new URL(action, url).href;
    init = { method: 'POST', body: new URLSearchParams({ prompt, login: email, password: 'any' }) };
  }
  throw new Error('The provider did not send the browser back.');
};

const signIn = async (email: string, query = '') => {
  const { base } = await withProvider();
  const browser = openBrowser(base);
  const begun = await browser.send(`${START}${query}`);
  assert.equal(begun.status, 302);
  const back = await signInAtProvider(begun.headers.get('location')!, email);
  const finished = await browser.send(back.pathname + back.search);
  assert.equal(finished.status, 302);
  return { browser, location: finished.headers.get('location'), back };
};

test('it is off unless configured', async () => {
  const browser = openBrowser(service.base);
  assert.deepEqual((await browser.get('/v1/session/providers')).body, { providers: [] });
  assert.notEqual((await browser.send(START)).status, 302);
});

test("a known person signs in with a verified e-mail, and is recognised by the provider's identity afterwards", async () => {
  const { base } = await withProvider();
  const providers = await openBrowser(base).get('/v1/session/providers');
  assert.deepEqual(providers.body, { providers: [{ id: 'oidc', name: 'Test provider' }] });
  const next = encodeURIComponent('/console/activate?user_code=BCDF-GHJK');
  const { browser, location } = await signIn(ADMIN.email, `?next=${next}`);
  assert.equal(location, `${PUBLIC}/console/activate?user_code=BCDF-GHJK`);
  const session = await browser.send('/v1/session');
  assert.equal((session.body['user'] as { email: string }).email, ADMIN.email);
  const { database } = service.foundation;
  await database.run(statement(`update users set email = 'renamed@example.com' where email = $1`), [
    ADMIN.email,
  ]);
  assert.equal((await (await signIn(ADMIN.email)).browser.send('/v1/session')).status, 200);
  await database.run(statement(`update users set email = $1 where email = 'renamed@example.com'`), [
    ADMIN.email,
  ]);
});

test('someone who is neither known nor invited is not let in', async () => {
  const { browser, location } = await signIn('stranger@example.com');
  assert.equal(location, `${PUBLIC}/console/sign-in?error=not_invited`);
  assert.equal((await browser.send('/v1/session')).status, 401);
});

test('an invited person joins by signing in; an unverified e-mail does not count', async () => {
  const admin = await administrator(service);
  const { organizationId } = service.seeded;
  for (const email of ['invited@example.com', 'unverified@example.com'])
    await admin.post(`/v1/organization/${organizationId}/invitations`, { email, role: 'operator' });
  const { browser } = await signIn('invited@example.com');
  const session = await browser.send('/v1/session');
  assert.deepEqual(session.body['organization'], { id: organizationId, name: 'Studio', role: 'operator' });
  assert.equal((session.body['user'] as { name: string }).name, 'Name of invited@example.com');
  assert.equal(
    (await signIn('unverified@example.com')).location,
    `${PUBLIC}/console/sign-in?error=not_invited`,
  );
});

/**
 * Someone who was invited with an e-mail address that is a stranger's, and has accepted with a password of their
 * own.
 */
const squat = async (email: string) => {
  const admin = await administrator(service);
  const organizationId = await newOrganization(admin, 'Studio of a test');
  const path = `/v1/organization/${organizationId}`;
  const invited = await admin.post(`${path}/invitations`, { email, role: 'admin' });
  const browser = openBrowser(service.base);
  const token = String(invited.body['url']).split('/').at(-1);
  const accepted = await browser.post(`/v1/invitation/${token}`, { name: 'Squatter', password: PASSWORD });
  assert.equal(accepted.status, 200, accepted.text);
  const { id: userId } = accepted.body['user'] as { id: UserId };
  return { admin, organizationId, path, browser, userId };
};

const callWith = async (key: unknown): Promise<number> => {
  const headers = { authorization: `Bearer ${key}` };
  return (await openBrowser(service.base).send('/v1/workflow', { headers })).status;
};
/** A process caches a key for two seconds. */
const untilRefused = (key: unknown) =>
  until('the key is refused', 5_000, async () => (await callWith(key)) === 401);

test('the first verification of an address ends the password, sessions, connected apps and keys, and the person is told', async () => {
  const email = 'victim@example.com';
  const { admin, organizationId, path, browser, userId } = await squat(email);
  const key = await browser.post(`${path}/keys`, { name: 'Kept', role: 'admin' });
  assert.equal(await callWith(key.body['key']), 200);
  const tokens = await connectDevice(service, browser, organizationId);
  const link = await admin.post(`${path}/members/${userId}/password-reset`);

  const next = encodeURIComponent('/console/account?a=b');
  const { browser: victim, location } = await signIn(email, `?next=${next}`);
  const told = `${PUBLIC}/console/access-ended?next=${encodeURIComponent('/account?a=b')}`;
  assert.equal(location, told);
  assert.equal((await victim.send('/v1/session')).status, 200);
  assert.match(
    await firstMail!,
    /RCPT TO:<victim@example\.com>.*Your old Darkroom password no longer works/s,
  );

  assert.equal((await openBrowser(service.base).signIn(email, PASSWORD)).status, 401);
  assert.equal((await browser.get('/v1/session')).status, 401);
  assert.equal((await refresh(service.base, tokens.refresh_token)).body['error'], 'invalid_grant');
  await untilRefused(key.body['key']);
  const token = String(link.body['url']).split('/').at(-1);
  assert.equal((await openBrowser(service.base).get(`/v1/password-reset/${token}`)).status, 404);
  const log = await admin.get(`${path}/audit-log?limit=2`);
  const lines = (log.body['entries'] as Record<string, unknown>[]).map(({ action, subject, detail }) => [
    action,
    subject,
    detail,
  ]);
  assert.deepEqual(
    lines.sort(([one], [other]) => String(one).localeCompare(String(other))),
    [
      ['address.prove', userId, { email }],
      ['key.revoke', key.body['id'], { name: 'Kept' }],
    ],
  );
});

test('a password that was set after the address was verified stays, however often the provider verifies it again', async () => {
  const email = 'proven@example.com';
  const { admin, path, userId } = await squat(email);
  await signIn(email);
  const link = await admin.post(`${path}/members/${userId}/password-reset`);
  const password = 'set after the proof';
  const token = String(link.body['url']).split('/').at(-1);
  assert.equal(
    (await openBrowser(service.base).post(`/v1/password-reset/${token}`, { password })).status,
    204,
  );
  assert.equal((await signIn(email)).location, `${PUBLIC}/console/`);
  assert.equal((await openBrowser(service.base).signIn(email, password)).status, 200);
});

test('the administrator of the settings and the keys of the installation are exempt from the first verification', async () => {
  const { seeded, foundation } = service;
  assert.equal((await signIn(ADMIN.email)).location, `${PUBLIC}/console/`);
  assert.equal((await openBrowser(service.base).signIn()).status, 200);
  assert.equal(await callWith(seeded.apiKey), 200);

  const email = 'second-administrator@example.com';
  const { organizationId, path, browser, userId } = await squat(email);
  const own = await browser.post(`${path}/keys`, { name: 'Own', role: 'viewer' });
  assert.equal(await callWith(own.body['key']), 200);
  await administratorsIn(foundation.database).add(email);
  const ofInstallation = 'i'.repeat(32);
  await addAdministratorKey(foundation.database.run)(
    { organizationId, userId, name: 'From the settings', secretHash: secretHash(ofInstallation) },
    [],
  );
  assert.match((await signIn(email)).location!, /access-ended/);
  await untilRefused(own.body['key']);
  assert.equal(await callWith(ofInstallation), 200);
  await administratorsIn(foundation.database).remove(email);
});

test('a sign-in with the password, or a change of it, that is in progress at the first verification is refused', async () => {
  const email = 'hammered@example.com';
  const { browser, userId } = await squat(email);
  const { database } = service.foundation;
  const identity = { issuer: 'https://provider.test', subject: email, verifiedEmail: email, name: undefined };
  let underWay: Promise<Reply[]> | undefined;
  await database.transaction(async (run) => {
    const signedIn = await identitiesIn({ transaction: (work) => work(run) }).signIn(identity);
    assert.deepEqual(signedIn, { userId, accessEnded: true });
    const wish = { currentPassword: PASSWORD, newPassword: 'another password' };
    underWay = Promise.all([
      openBrowser(service.base).signIn(email, PASSWORD),
      browser.put('/v1/account/password', wish),
    ]);
    await untilALockIsWaitedFor(run, 2);
  });
  assert.deepEqual(
    (await underWay!).map(({ status }) => status),
    [401, 403],
  );
  for (const password of [PASSWORD, 'another password'])
    assert.equal((await openBrowser(service.base).signIn(email, password)).status, 401);
});

test('a key that is made, or a device that is confirmed, during the first verification is refused', async () => {
  const email = 'quick@example.com';
  const { browser, path, organizationId, userId } = await squat(email);
  const { database } = service.foundation;
  const identity = { issuer: 'https://provider.test', subject: email, verifiedEmail: email, name: undefined };
  const code = await askForCode(service.base);
  let underWay: Promise<Reply[]> | undefined;
  await database.transaction(async (run) => {
    await identitiesIn({ transaction: (work) => work(run) }).signIn(identity);
    underWay = Promise.all([
      browser.post(`${path}/keys`, { name: 'Late', role: 'viewer' }),
      browser.post(`/v1/device/${code.user_code}/confirm`, { organizationId }),
    ]);
    await untilALockIsWaitedFor(run, 2);
  });
  assert.deepEqual(
    (await underWay!).map(({ status }) => status),
    [401, 404],
  );
  const left = statement<{ keys: number; codes: number }>(`
    select (select count(*)::integer from api_keys where user_id = $1 and revoked_at is null) as keys,
      (select count(*)::integer from device_codes where user_id = $1 and decision = 'approved') as codes`);
  assert.deepEqual(await database.run(left, [userId]), [{ keys: 0, codes: 0 }]);
});

test('an answer of the provider counts once, and only in the browser that began the sign-in', async () => {
  const { base } = await withProvider();
  const { browser, back } = await signIn(ADMIN.email);
  const path = back.pathname + back.search;
  const location = async (sender: typeof browser) => (await sender.send(path)).headers.get('location');
  assert.equal(await location(browser), `${PUBLIC}/console/sign-in?error=sign_in_expired`);
  const victim = openBrowser(base);
  assert.equal(await location(victim), `${PUBLIC}/console/sign-in?error=sign_in_expired`);
  await victim.send(START);
  assert.equal(await location(victim), `${PUBLIC}/console/sign-in?error=provider_refused`);
  assert.equal((await victim.send('/v1/session')).status, 401);
});

test('a sign-in leads nowhere but into the console', async () => {
  for (const next of [
    'https://evil.example/console/',
    '//evil.example/console/',
    '/console/../evil',
    '/console/..//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/v1/session',
    '',
  ])
    assert.equal(safeNext(next, PUBLIC), '/console/', next);
  assert.equal(safeNext('/console/a?b=c', PUBLIC), '/console/a?b=c');
});
