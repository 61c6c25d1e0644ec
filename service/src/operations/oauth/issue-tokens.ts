import {
  ACCESS_TOKEN_SECONDS,
  OAuthRefusal,
  POLL_SECONDS,
  POLL_TOLERANCE_SECONDS,
} from '../../domain/people/oauth.ts';
import { secretHash } from '../../domain/people/secret-hash.ts';
import type { DeviceCodes, Grant, Grants, OAuthClients, RefreshLifetimes } from '../../ports/people/oauth.ts';
import { newSecret } from '../people/new-secret.ts';
import type { AccessTokens } from './access-tokens.ts';
import { unknownClient } from './request-device-code.ts';

type Ports = {
  deviceCodes: DeviceCodes;
  oauthClients: OAuthClients;
  grants: Grants;
  accessTokens: AccessTokens;
  refreshLifetimes: RefreshLifetimes;
};

/**
 * Exchanges an approved device code for tokens. It checks the approval before the polling rate, because no known client
 * slows down when it gets `slow_down`.
 */
export const redeemDeviceCode = async (ports: Ports, clientId: string, deviceCode: string) => {
  const { deviceCodes, refreshLifetimes } = ports;
  const codeHash = secretHash(deviceCode);
  const { secret, hash } = newSecret();
  const grant = await deviceCodes.redeem(codeHash, clientId, hash, refreshLifetimes);
  if (!grant) throw await whyNotRedeemed(ports, clientId, codeHash);
  const { access_token, ...rest } = await tokenAnswer(ports, grant);
  return { access_token, refresh_token: secret, ...rest };
};

const whyNotRedeemed = async (
  { deviceCodes, oauthClients }: Ports,
  clientId: string,
  codeHash: Buffer,
): Promise<OAuthRefusal> => {
  if (!(await oauthClients.find(clientId))) return unknownClient();
  const poll = await deviceCodes.poll(codeHash, clientId);
  if (!poll || poll.over)
    return new OAuthRefusal(
      'invalid_grant',
      'The device code is invalid, expired or used. Ask for a new one.',
    );
  if (poll.decision === 'denied') return new OAuthRefusal('access_denied', 'The user denied this device.');
  const pause = poll.secondsSincePoll ?? Number.POSITIVE_INFINITY;
  return pause < POLL_SECONDS - POLL_TOLERANCE_SECONDS
    ? new OAuthRefusal('slow_down', `Poll at most every ${POLL_SECONDS} seconds.`)
    : new OAuthRefusal('authorization_pending', 'The user has not confirmed this device yet. Keep polling.');
};

/** Issues a new access token, and a new refresh token when the client rotates them. */
export const refreshAccessToken = async (ports: Ports, clientId: string, refreshToken: string) => {
  const { grants, oauthClients, refreshLifetimes } = ports;
  const tokenHash = secretHash(refreshToken);
  const grant = await grants.findByRefreshToken(tokenHash);
  if (!grant?.valid || grant.clientId !== clientId)
    throw (await oauthClients.find(clientId)) ? invalidRefreshToken() : unknownClient();
  if (grant.used) {
    await grants.revoke(grant.id);
    throw invalidRefreshToken();
  }
  if (grant.rotates) {
    const { secret, hash } = newSecret();
    if (!(await grants.rotate(tokenHash, hash, refreshLifetimes))) {
      // Two callers used the same refresh token at once, so one of them is not the client: end the grant.
      await grants.revoke(grant.id);
      throw invalidRefreshToken();
    }
    return { ...(await tokenAnswer(ports, grant)), refresh_token: secret };
  }
  if (grant.useIsDue) grants.recordUse(grant, tokenHash, refreshLifetimes);
  return tokenAnswer(ports, grant);
};

const invalidRefreshToken = () =>
  new OAuthRefusal(
    'invalid_grant',
    'The refresh token is invalid, expired or revoked. Connect the device again.',
  );

const tokenAnswer = async ({ accessTokens }: Ports, grant: Grant) => ({
  access_token: await accessTokens.sign(grant, new Date()),
  scope: grant.scope,
  expires_in: ACCESS_TOKEN_SECONDS,
  token_type: 'Bearer',
});
