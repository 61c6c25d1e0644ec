import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { accessTokens } from '../../src/operations/oauth/access-tokens.ts';
import { openKeyring } from '../../src/operations/oauth/keyring.ts';
import { signingKeysIn } from '../../src/postgres/people/signing-keys.ts';
import { testService } from '../support/people/identity-service.ts';
import { connect } from './connected-device.ts';

const service = testService({ DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000' });

const use = (token: string) =>
  fetch(`${service.base}/v1/workflow`, { headers: { authorization: `Bearer ${token}` } });

const partsOf = (token: string) => token.split('.') as [string, string, string];
const decode = (part: string) =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A good token, and the key that signed it. */
const setUp = async () => {
  const { access_token } = await connect(service);
  const [header, payload, signature] = partsOf(access_token);
  const [stored] = await signingKeysIn(service.foundation.database).list();
  const key = await importJWK(stored!.privateJwk as JWK, 'ES256');
  const sign = (claims: Record<string, unknown>, changes: Record<string, unknown> = {}) =>
    new SignJWT({ ...decode(payload), ...claims })
      .setProtectedHeader({ ...decode(header), ...changes } as never)
      .sign(key);
  return { access_token, header, payload, signature, sign, privateJwk: stored!.privateJwk as JWK };
};

const refused = async (token: string, what: string) => {
  const answer = await use(token);
  assert.equal(answer.status, 401, what);
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
  const body = (await answer.json()) as object;
  assert.deepEqual(Object.keys(body), ['timestamp', 'status', 'error', 'message', 'path'], what);
};

test('an unchanged token is accepted, and so is one that is signed again with the same key', async () => {
  const { access_token, sign } = await setUp();
  assert.equal((await use(access_token)).status, 200);
  assert.equal((await use(await sign({}))).status, 200);
});

test('a token is accepted for a minute after it expires, and no longer', async () => {
  const { sign } = await setUp();
  const now = Math.floor(Date.now() / 1000);
  assert.equal((await use(await sign({ iat: now - 950, exp: now - 50 }))).status, 200);
  await refused(await sign({ iat: now - 961, exp: now - 61 }), 'expired');
});

test('an accepted token is refused once that minute is over', async () => {
  const { access_token } = await connect(service);
  const keyring = openKeyring(signingKeysIn(service.foundation.database));
  const names = { issuer: service.base, namespace: service.base };
  const { verify } = accessTokens(keyring, () => names);
  const now = Date.now();
  assert.ok(await verify(access_token, new Date(now + 950_000)));
  assert.equal(await verify(access_token, new Date(now + 961_000)), undefined);
});

test('a token with a wrong or missing claim is refused', async () => {
  const { sign } = await setUp();
  await refused(await sign({ aud: 'https://elsewhere.example' }), 'audience');
  await refused(await sign({ iss: 'https://elsewhere.example' }), 'issuer');
  await refused(await sign({}, { typ: 'JWT' }), 'type');
  await refused(await sign({ grant_id: undefined }), 'no grant');
  await refused(await sign({ grant_id: 'nonsense' }), 'malformed grant');
  await refused(await sign({ grant_id: '018f0000-0000-7000-8000-000000000001' }), 'unknown grant');
  await refused(await sign({ exp: undefined }), 'no end');
  await refused(await sign({}, { kid: 'unknown' }), 'unknown key');
  await refused(await sign({}, { kid: undefined }), 'no key');
});

test('alg none is refused', async () => {
  const { header, payload } = await setUp();
  for (const alg of ['none', 'None', 'NONE']) {
    const unsigned = `${encode({ ...decode(header), alg })}.${payload}`;
    await refused(`${unsigned}.`, alg);
    await refused(`${unsigned}.AAAA`, alg);
  }
});

test('a token signed by HS256 with the public key is refused', async () => {
  const { header, payload, privateJwk } = await setUp();
  const { d: _, ...publicJwk } = privateJwk;
  const pem = await exportSPKI((await importJWK(publicJwk, 'ES256')) as never);
  for (const secret of [pem, JSON.stringify(publicJwk), Buffer.from(publicJwk.x!, 'base64url')]) {
    const signed = `${encode({ ...decode(header), alg: 'HS256' })}.${payload}`;
    await refused(`${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`, 'HS256');
  }
});

test('a token signed by another key is refused, even if it contains that key', async () => {
  const { header, payload } = await setUp();
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await crypto.subtle.exportKey('jwk', publicKey as never);
  for (const more of [{}, { jwk }, { jku: 'http://127.0.0.1:1/' }])
    await refused(
      await new SignJWT(decode(payload))
        .setProtectedHeader({ ...decode(header), ...more } as never)
        .sign(privateKey),
      Object.keys(more).join(),
    );
});

test('a truncated or changed token is refused', async () => {
  const { access_token, header, payload, signature } = await setUp();
  for (let length = 0; length < access_token.length; length += 37)
    await refused(access_token.slice(0, length), `first ${length}`);
  await refused(access_token.slice(0, -1), 'last character');
  await refused(`${header}.${payload}`, 'no signature');
  await refused(`${header}.${encode({ ...decode(payload), sub: 'x' })}.${signature}`, 'other claims');
  await refused(`${access_token}.${signature}`, 'four parts');
  for (const token of ['..', 'a.b.c', `${header}..${signature}`, encode({}), `${'x'.repeat(20_000)}.y.z`])
    await refused(token, token.slice(0, 20));
});
