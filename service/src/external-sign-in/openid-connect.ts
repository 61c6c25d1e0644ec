import type { Configuration } from 'openid-client';
import { Refusal } from '../domain/errors.ts';
import type { ExternalSignIn } from '../ports/people/external-sign-in.ts';

type Settings = {
  oidcIssuer: string | undefined;
  oidcClientId: string | undefined;
  oidcClientSecret: string | undefined;
  oidcName: string;
};

// Loaded only when a provider is configured, to keep it out of the start-up time.
const openidClient = () => import('openid-client');

const PROVIDER_ID = 'oidc';
const TIMEOUT_SECONDS = 10;

/** Opens sign-in through an OpenID Connect provider (code flow with PKCE). Undefined unless one is configured. */
export const openExternalSignIn = (
  settings: Settings,
  publicUrl: () => string,
): ExternalSignIn | undefined => {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcName } = settings;
  if (!oidcIssuer || !oidcClientId) return undefined;
  const redirectUri = () => `${publicUrl()}/console/sign-in/${PROVIDER_ID}/callback`;

  let found: Promise<Configuration> | undefined;
  const configuration = (): Promise<Configuration> => {
    found ??= discover(oidcIssuer, oidcClientId, oidcClientSecret).catch((cause) => {
      found = undefined;
      throw new Refusal('unavailable', `${oidcName} cannot be reached at the moment. Try again later.`, {
        cause,
      });
    });
    return found;
  };

  return {
    provider: { id: PROVIDER_ID, name: oidcName },
    begin: async (next) => {
      const oidc = await openidClient();
      const [state, nonce, verifier] = [
        oidc.randomState(),
        oidc.randomNonce(),
        oidc.randomPKCECodeVerifier(),
      ];
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, pending: { state, nonce, verifier, next } };
    },
    finish: async (query, { state, nonce, verifier }) => {
      const oidc = await openidClient();
      const config = await configuration();
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri()}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { iss: issuer, sub: subject, ...claims } = tokens.claims()!;
      const person = claims['email']
        ? claims
        : await oidc.fetchUserInfo(config, tokens.access_token, subject);
      const { email, email_verified: verified, name } = person as Record<string, unknown>;
      return {
        issuer,
        subject,
        verifiedEmail: typeof email === 'string' && verified === true ? email : undefined,
        name: typeof name === 'string' && name !== '' ? name.slice(0, 200) : undefined,
      };
    },
  };
};

const discover = async (
  issuer: string,
  clientId: string,
  secret: string | undefined,
): Promise<Configuration> => {
  const oidc = await openidClient();
  return oidc.discovery(new URL(issuer), clientId, secret, secret ? undefined : oidc.None(), {
    timeout: TIMEOUT_SECONDS,
    // Plain http is allowed only when the operator configured it, for a provider on the same machine or network.
    execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
  });
};
