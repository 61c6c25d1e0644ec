import { openCache } from '../../cache/cache.ts';
import type { AccessTokens, VerifiedToken } from '../../operations/oauth/access-tokens.ts';
import { type Authenticator, bearerToken } from './authenticate.ts';
import type { PrincipalCache } from './principal-cache.ts';

const CACHE = { max: 10_000 };
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Authenticates access tokens in `Authorization: Bearer`. Checks a token's signature once and its expiry each time. */
export const accessTokenAuthenticator = (
  tokens: AccessTokens,
  rights: PrincipalCache,
  now: () => Date = () => new Date(),
): { authenticate: Authenticator; forget(): void } => {
  const verified = openCache<string, VerifiedToken>(CACHE);

  const verify = async (token: string, time: Date) => {
    const claims = await tokens.verify(token, time);
    if (!claims) return undefined;
    verified.set(token, claims);
    return rights.find(claims.grantId);
  };

  return {
    authenticate: (request) => {
      const { authorization } = request.raw.headers;
      // Every access token contains dots and hardly any API key does, so this check skips most API keys cheaply.
      const token = authorization?.includes('.') ? bearerToken(authorization) : undefined;
      if (token === undefined) return undefined;
      const time = now();
      const known = verified.get(token);
      if (!known) return JWT.test(token) ? verify(token, time) : undefined;
      if (known.acceptedUntilMs > time.getTime()) return rights.find(known.grantId);
      verified.forget(token);
      return undefined;
    },
    /** Drops the cached tokens; call it after the signing keys have changed. */
    forget: () => verified.forgetWhere(() => true),
  };
};
