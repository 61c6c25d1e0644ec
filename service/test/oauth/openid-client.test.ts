import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from 'openid-client';
import { testService } from '../support/people/identity-service.ts';
import { administrator } from '../support/people/people.ts';
import { until } from '../support/until.ts';

const service = testService();

// The tests use plain http on the loopback interface; nothing else about the client is changed.
const insecure = { algorithm: 'oauth2' as const, execute: [client.allowInsecureRequests] };

test('an independent client finds the service, connects, refreshes and revokes', async () => {
  const config = await client.discovery(
    new URL(service.base),
    'darkroom-cli',
    undefined,
    client.None(),
    insecure,
  );
  assert.equal(config.serverMetadata().issuer, service.base);
  const device = await client.initiateDeviceAuthorization(config, { scope: 'api offline_access' });
  assert.equal(device.interval, 5);
  const polling = client.pollDeviceAuthorizationGrant(config, device);
  const admin = await administrator(service);
  const { organizationId } = service.seeded;
  const confirmed = await admin.post(`/v1/device/${device.user_code}/confirm`, { organizationId });
  assert.equal(confirmed.status, 204);
  const tokens = await polling;
  assert.equal(tokens.expires_in, 900);
  const use = async (token: string) =>
    (await client.fetchProtectedResource(config, token, new URL(`${service.base}/v1/workflow`), 'GET'))
      .status;
  assert.equal(await use(tokens.access_token), 200);
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token!);
  assert.equal(await use(renewed.access_token), 200);
  await client.tokenRevocation(config, tokens.refresh_token!);
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token!), { error: 'invalid_grant' });
  const isRefused = () =>
    use(renewed.access_token).then(
      (status) => status === 401,
      () => true,
    );
  await until('the token is refused', 5_000, isRefused);
});

test('an independent client understands a denial and an unknown client', async () => {
  const config = await client.discovery(
    new URL(service.base),
    'darkroom-cli',
    undefined,
    client.None(),
    insecure,
  );
  const device = await client.initiateDeviceAuthorization(config, {});
  const admin = await administrator(service);
  assert.equal((await admin.post(`/v1/device/${device.user_code}/deny`)).status, 204);
  await assert.rejects(client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.1 }), {
    error: 'access_denied',
  });
  const unknown = await client.discovery(new URL(service.base), 'nobody', undefined, client.None(), insecure);
  await assert.rejects(client.initiateDeviceAuthorization(unknown, {}), {
    error: 'invalid_client',
    status: 401,
  });
});
