import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { openCache } from '../../cache/cache.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { ApiKeys } from '../../ports/organizations.ts';

/** The caller, and what the same credential allows at a later time: undefined once it was revoked. */
export type Authenticated = Principal & { recheck(): Found | Promise<Found> };
type Found = Authenticated | undefined;

/** Who is calling, or undefined when this way of proving it was not used or does not hold. */
export type Authenticator = (request: FastifyRequest) => Found | Promise<Found>;

/** Asks one after another; the first that knows the caller decides. */
export const firstOf =
  (authenticators: readonly Authenticator[]) =>
  async (request: FastifyRequest): Promise<Found> => {
    for (const authenticate of authenticators) {
      const found = authenticate(request);
      const principal = found instanceof Promise ? await found : found;
      if (principal) return principal;
    }
    return undefined;
  };

const BEARER = /^bearer +(\S+) *$/i;
export const bearerToken = (authorization: string): string | undefined => BEARER.exec(authorization)?.[1];

// A revoked key is refused after two seconds at the latest.
const REMEMBERED = { max: 10_000, maxAgeMs: 2_000 };

/** API keys in the `Authorization: Bearer` header. The hot path knows the whole header, and reads nothing of it. */
export const apiKeyAuthenticator = (apiKeys: ApiKeys, now?: () => number): Authenticator => {
  const lookUp = async (authorization: string): Promise<Found> => {
    const token = bearerToken(authorization);
    if (token === undefined) return undefined;
    const principal = await apiKeys.authenticate(hash('sha256', token, 'buffer'));
    return principal && { ...principal, recheck: () => known.find(authorization) };
  };
  const known = openCache(lookUp, REMEMBERED, now);
  return ({ raw: { headers } }) =>
    headers.authorization === undefined ? undefined : known.find(headers.authorization);
};
