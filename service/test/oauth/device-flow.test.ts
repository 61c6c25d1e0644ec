import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { deviceCodesIn } from '../../src/postgres/people/device-codes.ts';
import { testService } from '../support/people/identity-service.ts';
import { answerOf, askForCode, CLIENT, DEVICE_GRANT, form, redeem } from './client.ts';
import { userCodeHash } from './connected-device.ts';

const service = testService({
  DARKROOM_OAUTH_CLIENTS: 'other-client, Any text (even this)',
  DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000',
});

const approve = async (userCode: string) => {
  const { foundation, seeded } = service;
  const organization = await foundation.organizations.find(seeded.organizationId);
  const { userId } = organization!.members[0]!;
  return deviceCodesIn(foundation.database).approve(userCodeHash(userCode), userId, seeded.organizationId);
};

test('the answer with a device code has exactly six keys, and URLs under the public address', async () => {
  const parameters = {
    client_id: CLIENT,
    scope: 'openid api unknown',
    audience: 'https://elsewhere.example',
  };
  const { status, body, headers } = await form(service.base, '/oauth/device/code', parameters);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), [
    ...[
      'device_code',
      'expires_in',
      'interval',
      'user_code',
      'verification_uri',
      'verification_uri_complete',
    ],
  ]);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(body['expires_in'], 900);
  assert.equal(body['interval'], 5);
  assert.match(String(body['user_code']), /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.match(String(body['device_code']), /^[\w-]{43,}$/);
  assert.equal(body['verification_uri'], `${service.base}/activate`);
  assert.equal(body['verification_uri_complete'], `${service.base}/activate?user_code=${body['user_code']}`);
});

test('the Host header does not affect the URLs', async () => {
  const answer = await answerOf(
    await fetch(`${service.base}/oauth/device/code`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: CLIENT }),
      headers: { 'x-forwarded-host': 'evil.example', host: 'evil.example' },
    }),
  );
  assert.equal(answer.body['verification_uri'], `${service.base}/activate`);
});

test('an unknown client is 401 invalid_client, and a client id may be any text', async () => {
  const unknown = await form(service.base, '/oauth/device/code', { client_id: 'nobody' });
  assert.equal(unknown.status, 401);
  assert.deepEqual(Object.keys(unknown.body), ['error', 'error_description']);
  assert.equal(unknown.body['error'], 'invalid_client');
  assert.equal((await redeem(service.base, 'x', 'nobody')).body['error'], 'invalid_client');
  const any = await form(service.base, '/oauth/device/code', { client_id: 'Any text (even this)' });
  assert.equal(any.status, 200);
});

test('missing and repeated parameters are invalid_request', async () => {
  const missing = await form(service.base, '/oauth/device/code', {});
  assert.deepEqual([missing.status, missing.body['error']], [400, 'invalid_request']);
  for (const path of ['/oauth/device/code', '/oauth/token', '/oauth/revoke']) {
    const twice = await form(service.base, path, [
      ['client_id', CLIENT],
      ['client_id', CLIENT],
      ['token', 'x'],
    ]);
    assert.deepEqual([twice.status, twice.body['error']], [400, 'invalid_request'], path);
    assert.equal(twice.headers.get('cache-control'), 'no-store');
  }
  const empty = await form(service.base, '/oauth/token', {
    grant_type: DEVICE_GRANT,
    client_id: CLIENT,
    device_code: '',
  });
  assert.equal(empty.body['error'], 'invalid_request');
});

test('a body that is neither a form nor a JSON object is invalid_request, as OAuth defines it', async () => {
  for (const [type, body] of [
    ['application/json', '{'],
    ['application/json', '[]'],
    ['application/json', '{"client_id": 7}'],
    ['application/x-www-form-urlencoded', 'client_id=%00'],
    ['application/x-www-form-urlencoded', `client_id=${'x'.repeat(100_000)}`],
    ['image/png', 'x'],
  ] as const) {
    const answer = await answerOf(
      await fetch(`${service.base}/oauth/token`, { method: 'POST', body, headers: { 'content-type': type } }),
    );
    assert.deepEqual(
      [answer.status, answer.body['error']],
      [400, 'invalid_request'],
      `${type} ${body.slice(0, 30)}`,
    );
  }
});

test('an unknown grant type is unsupported_grant_type', async () => {
  const answer = await form(service.base, '/oauth/token', { grant_type: 'password', client_id: CLIENT });
  assert.deepEqual([answer.status, answer.body['error']], [400, 'unsupported_grant_type']);
});

test('a device waits, is told to slow down, and gets its tokens once, however fast it asks', async () => {
  const code = await askForCode(service.base);
  const pending = await redeem(service.base, code.device_code);
  assert.deepEqual([pending.status, pending.body['error']], [400, 'authorization_pending']);
  const fast = await redeem(service.base, code.device_code);
  assert.deepEqual([fast.status, fast.body['error']], [400, 'slow_down']);
  assert.equal(await approve(code.user_code), true);
  const tokens = await redeem(service.base, code.device_code);
  assert.equal(tokens.status, 200);
  assert.deepEqual(Object.keys(tokens.body).sort(), [
    ...['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'],
  ]);
  assert.equal(tokens.body['expires_in'], 900);
  assert.equal(tokens.body['token_type'], 'Bearer');
  assert.equal(tokens.headers.get('cache-control'), 'no-store');
  const again = await redeem(service.base, code.device_code);
  assert.deepEqual([again.status, again.body['error']], [400, 'invalid_grant']);
});

test('polling every five seconds, or up to a second early, is not too fast', async () => {
  const { database } = service.foundation;
  const code = await askForCode(service.base);
  await redeem(service.base, code.device_code);
  const earlier = statement(`update device_codes set polled_at = polled_at - $2 * interval '1 second'
    where user_code_hash = $1`);
  await database.run(earlier, [userCodeHash(code.user_code), 4]);
  assert.equal((await redeem(service.base, code.device_code)).body['error'], 'authorization_pending');
  await database.run(earlier, [userCodeHash(code.user_code), 3]);
  assert.equal((await redeem(service.base, code.device_code)).body['error'], 'slow_down');
});

test('when four calls redeem a device code at once, one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const code = await askForCode(service.base);
    await approve(code.user_code);
    const answers = await Promise.all([1, 2, 3, 4].map(() => redeem(service.base, code.device_code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
    for (const { status, body } of answers) if (status === 400) assert.equal(body['error'], 'invalid_grant');
  }
});

test('a device code belongs to its client', async () => {
  const code = await askForCode(service.base);
  await approve(code.user_code);
  const foreign = await redeem(service.base, code.device_code, 'other-client');
  assert.deepEqual([foreign.status, foreign.body['error']], [400, 'invalid_grant']);
  assert.equal((await redeem(service.base, code.device_code)).status, 200);
});

test('an unknown or expired device code is invalid_grant', async () => {
  assert.equal((await redeem(service.base, 'guessed')).body['error'], 'invalid_grant');
  const code = await askForCode(service.base);
  await service.foundation.database.run(
    statement('update device_codes set expires_at = now() where user_code_hash = $1'),
    [userCodeHash(code.user_code)],
  );
  assert.equal((await redeem(service.base, code.device_code)).body['error'], 'invalid_grant');
  assert.equal(await approve(code.user_code), false);
});

test('a denial is access_denied', async () => {
  const { foundation, seeded } = service;
  const code = await askForCode(service.base);
  const { userId } = (await foundation.organizations.find(seeded.organizationId))!.members[0]!;
  await deviceCodesIn(foundation.database).deny(userCodeHash(code.user_code), userId);
  const denied = await redeem(service.base, code.device_code);
  assert.deepEqual([denied.status, denied.body['error']], [400, 'access_denied']);
  assert.equal(await approve(code.user_code), false);
});

test('codes and tokens are stored as hashes only', async () => {
  const code = await askForCode(service.base);
  await approve(code.user_code);
  const { body } = await redeem(service.base, code.device_code);
  const [{ text }] = (await service.foundation.database.run(
    statement<{ text: string }>(`
      select (select coalesce(string_agg(d::text, ''), '') from device_codes d) ||
        (select coalesce(string_agg(r::text, ''), '') from refresh_tokens r) || 
        (select coalesce(string_agg(g::text, ''), '') from grants g) as text`),
    [],
  )) as [{ text: string }];
  for (const secret of [
    code.device_code,
    code.user_code,
    code.user_code.replace('-', ''),
    body['refresh_token'],
  ])
    assert.ok(!text.includes(String(secret)));
});
