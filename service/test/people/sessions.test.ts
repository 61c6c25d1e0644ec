import assert from 'node:assert/strict';
import { argon2Sync, randomBytes } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { ADMIN, openBrowser } from '../support/people/browser.ts';
import { testService } from '../support/people/identity-service.ts';
import { administrator, join, newOrganization, PASSWORD } from '../support/people/people.ts';

const service = testService({ DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000' });
const forgetAttempts = () => service.foundation.database.run(statement('delete from sign_in_attempts'), []);
beforeEach(forgetAttempts);

test('signing in gives the session and a cookie that no script can read', async () => {
  const browser = openBrowser(service.base);
  const { status, body, headers } = await browser.signIn();
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['user', 'organization', 'organizations', 'csrfToken', 'publicUrl']);
  assert.deepEqual(Object.keys(body['user'] as object), ['id', 'email', 'name', 'platformAdministrator']);
  assert.equal((body['organization'] as { role: string }).role, 'owner');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.match(
    headers.get('set-cookie')!,
    /^darkroom_session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  );
  const again = await browser.get('/v1/session');
  assert.deepEqual([again.status, again.body], [200, body]);
});

test('under https the cookie is bound to the host and to https', async () => {
  const { base } = await service.another({ DARKROOM_PUBLIC_URL: 'https://darkroom.example/' });
  const browser = openBrowser(base);
  const { headers, body } = await browser.call('/v1/session', {
    method: 'POST',
    body: ADMIN,
    headers: { origin: 'https://darkroom.example' },
  });
  assert.match(headers.get('set-cookie')!, /^__Host-darkroom_session=[\w-]+; Path=\/; .*; Secure$/);
  assert.equal(body['publicUrl'], 'https://darkroom.example');
});

test('the e-mail is accepted in upper and lower case', async () => {
  assert.equal((await openBrowser(service.base).signIn(ADMIN.email.toUpperCase())).status, 200);
});

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const wrong = await openBrowser(service.base).signIn(ADMIN.email, 'wrong password');
  const unknown = await openBrowser(service.base).signIn('nobody@example.com', 'wrong password');
  assert.deepEqual([wrong.status, unknown.status], [401, 401]);
  assert.equal(wrong.body['message'], unknown.body['message']);
  assert.deepEqual(Object.keys(wrong.body), Object.keys(unknown.body));
  assert.equal(wrong.headers.get('set-cookie'), null);
});

test('an unknown e-mail takes as long as a wrong password', async () => {
  // If no password were hashed for an unknown e-mail, the response would take a tenth of the time. A busy machine
  // may need several measurements.
  const fastest = async (email: string) => {
    let ms = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3; round += 1) {
      await forgetAttempts();
      const start = performance.now();
      assert.equal((await openBrowser(service.base).signIn(email, 'wrong password')).status, 401);
      ms = Math.min(ms, performance.now() - start);
    }
    return ms;
  };
  const ratios: number[] = [];
  do ratios.push((await fastest('nobody@example.com')) / (await fastest(ADMIN.email)));
  while (ratios.length < 10 && (ratios.at(-1)! < 0.6 || ratios.at(-1)! > 1.67));
  assert.ok(ratios.at(-1)! > 0.6 && ratios.at(-1)! < 1.67, ratios.join());
});

test('wrong passwords delay the next attempt, but never for long, and parallel attempts are delayed too', async () => {
  const email = 'guessed@example.com';
  const since = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => openBrowser(service.base).signIn(email, 'guess')),
  );
  // Five attempts are allowed, and on a slow machine one more after a second, another two seconds later, and so on.
  const most = 5 + Math.floor(Math.log2(1 + (performance.now() - since) / 1_000));
  const tried = answers.filter(({ status }) => status === 401).length;
  assert.ok(tried >= 5 && tried <= most, `${tried} of at most ${most}`);
  const held = answers.find(({ status }) => status === 429)!;
  assert.ok(Number(held.headers.get('retry-after')) <= 15);
  await service.foundation.database.run(
    statement(
      `update sign_in_attempts set recent = array(select time - interval '20 seconds' from unnest(recent) time)`,
    ),
    [],
  );
  assert.equal((await openBrowser(service.base).signIn(email, 'guess')).status, 401);
});

test('wrong guesses of others do not delay a sign-in from an address that the owner of the account has used before', async () => {
  const { database } = service.foundation;
  await administrator(service);
  await database.run(
    statement(`insert into sign_in_attempts (subject, recent)
      select 'password account ' || $1, array(select now() from generate_series(1, 50))`),
    [ADMIN.email],
  );
  assert.equal((await openBrowser(service.base).signIn()).status, 200);
  await database.run(statement(`update sessions set address = 'elsewhere'`), []);
  assert.equal((await openBrowser(service.base).signIn()).status, 429);
});

test('guesses at many accounts from one address make that address wait', async () => {
  const { database } = service.foundation;
  assert.equal((await openBrowser(service.base).signIn('someone@example.com', 'guess')).status, 401);
  const more =
    statement(`update sign_in_attempts set recent = array(select clock_timestamp() from generate_series(1, 20))
    where subject like 'password address %'`);
  await database.run(more, []);
  assert.equal((await openBrowser(service.base).signIn('someone-else@example.com', 'guess')).status, 429);
});

test('a session that was planted before the sign-in is worth nothing after it', async () => {
  const attacker = await administrator(service);
  const planted = attacker.cookies.get('darkroom_session')!;
  const victim = openBrowser(service.base);
  victim.cookies.set('darkroom_session', planted);
  await victim.signIn();
  assert.notEqual(victim.cookies.get('darkroom_session'), planted);
  assert.equal((await attacker.get('/v1/workflow')).status, 401);
  assert.equal((await attacker.get('/v1/session')).status, 401);
  assert.equal((await victim.get('/v1/session')).status, 200);

  const invented = openBrowser(service.base);
  invented.cookies.set('darkroom_session', 'x'.repeat(43));
  await invented.signIn();
  assert.notEqual(invented.cookies.get('darkroom_session'), 'x'.repeat(43));
});

test('the cookie authenticates the API, and a Bearer header wins over it', async () => {
  const browser = await administrator(service);
  assert.equal((await browser.send('/v1/workflow')).status, 200);
  const wrong = { headers: { authorization: 'Bearer wrong' } };
  assert.equal((await browser.send('/v1/workflow', wrong)).status, 401);
});

test('a request that changes something needs the CSRF token and the same origin', async () => {
  const browser = await administrator(service);
  const token = browser.csrfToken();
  const rename = (headers: Record<string, string>) =>
    browser
      .send('/v1/account', { method: 'PUT', body: { name: 'Ada' }, headers })
      .then(({ status }) => status);
  const here = { origin: service.base };
  assert.equal(await rename({ ...here, 'x-csrf-token': token }), 200);
  assert.equal(await rename({ 'sec-fetch-site': 'same-origin', 'x-csrf-token': token }), 200);
  assert.equal(await rename({}), 403);
  assert.equal(await rename(here), 403);
  assert.equal(await rename({ ...here, 'x-csrf-token': `${token.slice(0, -1)}_` }), 403);
  assert.equal(await rename({ 'x-csrf-token': token }), 403);
  for (const origin of ['https://evil.example', 'null', `${service.base}.evil.example`])
    assert.equal(await rename({ origin, 'x-csrf-token': token }), 403, origin);
  for (const site of ['cross-site', 'same-site', 'none'])
    assert.equal(await rename({ ...here, 'sec-fetch-site': site, 'x-csrf-token': token }), 403, site);
});

test('another session’s CSRF token does not count', async () => {
  const [one, other] = [await administrator(service), await administrator(service)];
  const headers = { origin: service.base, 'x-csrf-token': other.csrfToken() };
  assert.equal(
    (await one.send('/v1/account', { method: 'PUT', body: { name: 'Ada' }, headers })).status,
    403,
  );
});

test('a page of someone else can neither sign a person in nor read with the cookie', async () => {
  const browser = openBrowser(service.base);
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    assert.equal((await browser.send('/v1/session', { method: 'POST', body: ADMIN, headers })).status, 403);
  const signedIn = await administrator(service);
  const embedded = { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } };
  assert.equal((await signedIn.send('/v1/session', embedded)).status, 401);
});

test('signing out ends this session, or all of them', async () => {
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => administrator(service)));
  const cookie = one!.cookies.get('darkroom_session')!;
  assert.equal((await one!.delete('/v1/session')).status, 204);
  assert.equal(one!.cookies.size, 0);
  one!.cookies.set('darkroom_session', cookie);
  assert.equal((await one!.get('/v1/session')).status, 401);
  assert.equal((await two!.get('/v1/session')).status, 200);
  assert.equal((await two!.delete('/v1/session?everywhere=true')).status, 204);
  assert.equal((await three!.get('/v1/session')).status, 401);
});

test('a session ends when unused for long, and at the latest after its absolute life', async () => {
  const { database } = service.foundation;
  const { base } = await service.another();
  for (const change of [`last_used_at = now() - interval '8 days'`, 'expires_at = now()']) {
    const browser = await administrator(service);
    assert.equal((await browser.get('/v1/session')).status, 200);
    await database.run(statement(`update sessions set ${change}`), []);
    // This process still has the session in its cache as valid, but this route reads the database.
    assert.equal((await browser.get('/v1/session')).status, 401, change);
    const elsewhere = openBrowser(base);
    elsewhere.cookies.set('darkroom_session', browser.cookies.get('darkroom_session')!);
    assert.equal((await elsewhere.get('/v1/session')).status, 401, change);
  }
});

test('sessions are stored hashed', async () => {
  const browser = await administrator(service);
  const rows = await service.foundation.database.run(
    statement('select sessions::text as row from sessions'),
    [],
  );
  assert.ok(!JSON.stringify(rows).includes(browser.cookies.get('darkroom_session')!));
});

test('an API key or an app cannot do what only a person may', async () => {
  const headers = { authorization: `Bearer ${service.seeded.apiKey}` };
  const browser = openBrowser(service.base);
  for (const [method, path] of [
    ['GET', '/v1/session'],
    ['GET', '/v1/device/BCDF-GHJK'],
    ['POST', '/v1/device/BCDF-GHJK/confirm'],
    ['PUT', '/v1/account/password'],
  ] as const)
    assert.equal((await browser.send(path, { method, headers })).status, 403, path);
});

test('the selected organization can be switched, and applies when a request names none', async () => {
  const admin = await administrator(service);
  const second = await newOrganization(admin, 'Second');
  const third = await newOrganization(admin, 'Third');
  const kim = await join(service, admin, second, 'viewer');
  const switched = await admin.put('/v1/session/organization', { organizationId: second });
  assert.equal((switched.body['organization'] as { name: string }).name, 'Second');
  assert.equal((await admin.get('/v1/workflow')).body['total'], 0);
  assert.equal((await kim.browser.put('/v1/session/organization', { organizationId: third })).status, 403);
  assert.equal((await kim.browser.get(`/v1/workflow?organization=${third}`)).status, 403);
  await admin.put('/v1/session/organization', { organizationId: service.seeded.organizationId });
});

/** Stores a password as an earlier version did: hashed as it was typed. */
const storeAsTyped = async (userId: string, password: string, cost = { memory: 19_456, passes: 2 }) => {
  const salt = randomBytes(16);
  const options = { message: password, nonce: salt, tagLength: 32, parallelism: 1, ...cost };
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const hash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${text(salt)}$${text(argon2Sync('argon2id', options))}`;
  const store = statement('update users set password_hash = $2 where id = $1');
  await service.foundation.database.run(store, [userId, hash]);
};

test('a password that earlier versions accepted still works, whatever its length and Unicode form', async () => {
  const admin = await administrator(service);
  const kim = await join(service, admin, service.seeded.organizationId, 'viewer');
  for (const password of ['short', 'x'.repeat(1024), 'cafe\u0301 cre\u0300me']) {
    await storeAsTyped(kim.userId, password);
    assert.equal((await openBrowser(service.base).signIn(kim.email, password)).status, 200, password);
  }
  // Signing in has stored the last password again, in its normalized form.
  assert.equal((await openBrowser(service.base).signIn(kim.email, 'caf\u00e9 cr\u00e8me')).status, 200);
});

test('a password that was hashed with less work is hashed again at the sign-in', async () => {
  const { database } = service.foundation;
  const admin = await administrator(service);
  const kim = await join(service, admin, service.seeded.organizationId, 'viewer');
  await storeAsTyped(kim.userId, PASSWORD, { memory: 1024, passes: 1 });
  assert.equal((await openBrowser(service.base).signIn(kim.email, PASSWORD)).status, 200);
  const hash = statement<{ hash: string }>('select password_hash as hash from users where id = $1');
  assert.match((await database.run(hash, [kim.userId]))[0]!.hash, /m=19456,t=2,p=1/);
  assert.equal((await openBrowser(service.base).signIn(kim.email, PASSWORD)).status, 200);
});
