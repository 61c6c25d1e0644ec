import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { openReadThroughCache } from '../../cache/cache.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { ApiKeys } from '../../ports/people/organizations.ts';

/** An authenticated caller. `recheck` returns its current rights, or undefined after the credential was revoked. */
export type Authenticated = Principal & { recheck(): Found | Promise<Found> };
type Found = Authenticated | undefined;

/** Returns the caller, or undefined when the request has no credential of this kind or an invalid one. */
export type Authenticator = (request: FastifyRequest) => Found | Promise<Found>;

/** Tries the authenticators in order and returns the first caller found. */
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
/** Returns the token of an `Authorization: Bearer` header; undefined for any other header. */
export const bearerToken = (authorization: string): string | undefined => BEARER.exec(authorization)?.[1];

/** A revoked credential is refused within two seconds, or sooner where this process is notified of the revocation. */
export const CREDENTIALS_CACHE = { max: 20_000, maxAgeMs: 2_000 };

/**
 * Authenticates API keys in `Authorization: Bearer`. The cache key is the whole header, so a hit needs no
 * parsing and no hashing.
 */
export const apiKeyAuthenticator = (apiKeys: ApiKeys, now?: () => number): Authenticator => {
  const lookUp = async (authorization: string): Promise<Found> => {
    const token = bearerToken(authorization);
    if (token === undefined) return undefined;
    const principal = await apiKeys.authenticate(hash('sha256', token, 'buffer'));
    return principal && { ...principal, recheck: () => known.find(authorization) };
  };
  const known = openReadThroughCache(lookUp, { ...CREDENTIALS_CACHE, ...(now && { now }) });
  return ({ raw: { headers } }) =>
    headers.authorization === undefined ? undefined : known.find(headers.authorization);
};
