import { LRUCache } from 'lru-cache';
import type { AccessTokens, VerifiedToken } from '../../operations/oauth/access-tokens.ts';
import { type Authenticator, bearerToken } from './authenticate.ts';
import type { PrincipalMemory } from './principal-memory.ts';

const MAX_REMEMBERED = 10_000;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Access tokens in the `Authorization: Bearer` header. A token's signature is checked once, its time always. */
export const accessTokenAuthenticator = (
  tokens: AccessTokens,
  rights: PrincipalMemory,
  now: () => Date = () => new Date(),
): { authenticate: Authenticator; forget(): void } => {
  const verified = new LRUCache<string, VerifiedToken>({ max: MAX_REMEMBERED });

  const verify = async (token: string, time: Date) => {
    const claims = await tokens.verify(token, time);
    if (!claims) return undefined;
    verified.set(token, claims);
    return rights.find(claims.grantId);
  };

  return {
    authenticate: (request) => {
      const { authorization } = request.raw.headers;
      // Every token has points, and hardly any API key.
      const token = authorization?.includes('.') ? bearerToken(authorization) : undefined;
      if (token === undefined) return undefined;
      const time = now();
      const known = verified.get(token);
      if (!known) return JWT.test(token) ? verify(token, time) : undefined;
      if (known.honouredUntilMs > time.getTime()) return rights.find(known.grantId);
      verified.delete(token);
      return undefined;
    },
    /** After the keys have changed. */
    forget: () => verified.clear(),
  };
};
