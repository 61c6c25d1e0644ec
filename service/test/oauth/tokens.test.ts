import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { secretHash } from '../../src/domain/people/secret-hash.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { testService } from '../support/people/identity-service.ts';
import { CLIENT, form, refresh } from './client.ts';
import { connect } from './connected-device.ts';

const ROTATING = [{ clientId: 'careful', name: 'Careful', rotateRefreshTokens: true }, { clientId: 'other' }];
const service = testService({
  DARKROOM_OAUTH_CLIENTS: JSON.stringify(ROTATING),
  DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000',
});

const use = (token: string, base = service.base) =>
  fetch(`${base}/v1/workflow`, { headers: { authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
  );

test('an access token names its user and its organization', async () => {
  const { access_token } = await connect(service);
  const { alg, typ, kid } = decodeProtectedHeader(access_token);
  assert.deepEqual([alg, typ], ['ES256', 'at+jwt']);
  const claims = decodeJwt(access_token);
  assert.equal(claims.iss, service.base);
  assert.equal(claims.aud, service.base);
  assert.equal(claims[`${service.base}/selectedOrganization`], service.seeded.organizationId);
  assert.equal(claims.exp! - claims.iat!, 900);
  const { keys } = (await (await fetch(`${service.base}/oauth/jwks`)).json()) as {
    keys: Record<string, string>[];
  };
  assert.ok(keys.some((key) => key['kid'] === kid));
  for (const key of keys) assert.equal(key['d'], undefined);
  assert.equal(await use(access_token), 200);
});

test('a refresh gives exactly four keys, and no new refresh token', async () => {
  const { refresh_token } = await connect(service);
  const { status, body, headers } = await refresh(service.base, refresh_token);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'scope', 'token_type']);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(await use(String(body['access_token'])), 200);
  assert.equal((await refresh(service.base, refresh_token)).status, 200);
});

test('a refresh token belongs to its client', async () => {
  const { refresh_token } = await connect(service);
  const foreign = await refresh(service.base, refresh_token, 'other');
  assert.deepEqual([foreign.status, foreign.body['error']], [400, 'invalid_grant']);
  const nobody = await refresh(service.base, refresh_token, 'nobody');
  assert.deepEqual([nobody.status, nobody.body['error']], [401, 'invalid_client']);
  assert.equal((await refresh(service.base, refresh_token)).status, 200);
});

test('a refresh token ends when unused for long, and at the latest after its absolute life', async () => {
  const { database } = service.foundation;
  const idle = await connect(service);
  await database.run(statement('update refresh_tokens set expires_at = now() where token_hash = $1'), [
    secretHash(idle.refresh_token),
  ]);
  assert.equal((await refresh(service.base, idle.refresh_token)).body['error'], 'invalid_grant');
  const old = await connect(service);
  await database.run(
    statement(`update grants set expires_at = now() where id =
      (select grant_id from refresh_tokens where token_hash = $1)`),
    [secretHash(old.refresh_token)],
  );
  assert.equal((await refresh(service.base, old.refresh_token)).body['error'], 'invalid_grant');
});

test('a client that rotates gets a new refresh token each time, and reuse of an old one ends the connection', async () => {
  const first = await connect(service, 'careful');
  const second = await refresh(service.base, first.refresh_token, 'careful');
  assert.deepEqual(Object.keys(second.body).sort(), [
    ...['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'],
  ]);
  const third = await refresh(service.base, String(second.body['refresh_token']), 'careful');
  assert.equal(third.status, 200);
  assert.equal((await refresh(service.base, first.refresh_token, 'careful')).body['error'], 'invalid_grant');
  const stolen = await refresh(service.base, String(third.body['refresh_token']), 'careful');
  assert.equal(stolen.body['error'], 'invalid_grant');
  assert.equal(await use(String(third.body['access_token'])), 401);
});

test('when four calls rotate a refresh token at once, at most one succeeds', async () => {
  const { refresh_token } = await connect(service, 'careful');
  const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(service.base, refresh_token, 'careful')));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

test('a revoked token is refused, whether revoked by form or by JSON; revoking an unknown token is 200 as well', async () => {
  const byForm = await connect(service);
  const revoked = await fetch(`${service.base}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: CLIENT, token: byForm.refresh_token }),
  });
  assert.equal(revoked.status, 200);
  assert.equal(await revoked.text(), '');
  assert.equal((await refresh(service.base, byForm.refresh_token)).body['error'], 'invalid_grant');
  assert.equal(await use(byForm.access_token), 401);

  const byJson = await connect(service);
  const answer = await fetch(`${service.base}/oauth/revoke`, {
    method: 'POST',
    body: JSON.stringify({ client_id: CLIENT, token: byJson.access_token }),
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(answer.status, 200);
  assert.equal((await refresh(service.base, byJson.refresh_token)).body['error'], 'invalid_grant');

  assert.equal(
    (await form(service.base, '/oauth/revoke', { client_id: CLIENT, token: 'unknown' })).status,
    200,
  );
});

test('another client cannot revoke a token', async () => {
  const { refresh_token } = await connect(service);
  assert.equal(
    (await form(service.base, '/oauth/revoke', { client_id: 'other', token: refresh_token })).status,
    200,
  );
  assert.equal((await refresh(service.base, refresh_token)).status, 200);
});
