import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { decodeProtectedHeader } from 'jose';
import { openKeyring } from '../../src/operations/oauth/keyring.ts';
import { rotateKeys } from '../../src/operations/oauth/rotate-keys.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { signingKeysIn } from '../../src/postgres/people/signing-keys.ts';
import { openIdentity } from '../../src/programs/serving/identity.ts';
import { testService } from '../support/people/identity-service.ts';
import { until } from '../support/until.ts';
import { refresh } from './client.ts';
import { connect } from './connected-device.ts';

const service = testService();

const use = (base: string, token: string) =>
  fetch(`${base}/v1/workflow`, { headers: { authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
  );
const published = async (base: string) =>
  ((await (await fetch(`${base}/oauth/jwks`)).json()) as { keys: { kid: string }[] }).keys.map(
    ({ kid }) => kid,
  );

test('after a rotation a new key signs, tokens of the old one stay valid, and every process knows both', async () => {
  const other = await service.another({ DARKROOM_PUBLIC_URL: service.base });
  const before = await connect(service);
  const oldKid = decodeProtectedHeader(before.access_token).kid!;
  assert.deepEqual(await published(other.base), [oldKid]);
  const { kid } = await rotateKeys(signingKeysIn(service.foundation.database));
  for (const { base } of [service, other]) {
    await until('the new key is published', 5_000, async () => (await published(base))[0] === kid);
    assert.deepEqual(await published(base), [kid, oldKid]);
  }
  const after = String((await refresh(service.base, before.refresh_token)).body['access_token']);
  assert.equal(decodeProtectedHeader(after).kid, kid);
  for (const { base } of [service, other])
    for (const token of [before.access_token, after]) assert.equal(await use(base, token), 200);
});

test('a retired key is neither published nor honoured', async () => {
  const { database } = service.foundation;
  const { access_token } = await connect(service);
  const { kid } = await rotateKeys(signingKeysIn(database));
  await database.run(
    statement('update signing_keys set retires_at = now() where retires_at is not null'),
    [],
  );
  await until('one key is published', 5_000, async () => (await published(service.base)).join() === kid);
  assert.equal(await use(service.base, access_token), 401);
});

test('after a gap in the notifications, a verified token of a removed key is refused', async () => {
  const { database, config } = service.foundation;
  const { access_token } = await connect(service);
  // This identity service is opened without a listener, so it gets no notifications.
  const identity = openIdentity(database, config, () => service.base);
  const authenticate = identity.ports.authenticators[0]!;
  const request = { raw: { headers: { authorization: `Bearer ${access_token}` } } } as FastifyRequest;
  assert.ok(await authenticate(request));
  await database.run(statement('delete from signing_keys where id = $1'), [
    decodeProtectedHeader(access_token).kid,
  ]);
  assert.ok(await authenticate(request));
  identity.forgetAll();
  assert.equal(await authenticate(request), undefined);
});

test('several processes that start at once agree on the first key', async () => {
  const { database } = service.foundation;
  await database.run(statement('delete from signing_keys'), []);
  const keyrings = [1, 2, 3].map(() => openKeyring(signingKeysIn(database)));
  const signers = await Promise.all(keyrings.map((keyring) => keyring.signer()));
  assert.equal(new Set(signers.map(({ kid }) => kid)).size, 1);
  assert.equal((await signingKeysIn(database).list()).length, 1);
});
