import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join as joinPath } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { safeNext } from '../../src/http/external-sign-in.ts';
import { statement } from '../../src/postgres/database.ts';
import { openBrowser } from '../support/browser.ts';
import { ADMIN, type IdentityService, testService } from '../support/identity-service.ts';
import { administrator } from '../support/people.ts';

const service = testService();
const PUBLIC = 'http://darkroom.test';
const START = '/console/sign-in/oidc';
const ended: (() => void)[] = [];
after(() => {
  for (const end of ended) end();
});

let ready: Promise<IdentityService> | undefined;
/** The service with a real provider beside it. */
const withProvider = () => {
  ready ??= (async () => {
    const script = joinPath(import.meta.dirname, '../support/oidc-provider-process.ts');
    const child = spawn(process.execPath, [script, `${PUBLIC}${START}/callback`], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    ended.push(() => child.kill());
    const [issuer] = (await once(createInterface(child.stdout), 'line')) as [string];
    return service.another({
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

test('someone who is known signs in with a verified e-mail, and is known by the identity afterwards', async () => {
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

test('someone who is invited joins by signing in; an e-mail that is not vouched for does not count', async () => {
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

test('an answer of the provider counts once, in the browser that began', async () => {
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
