import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../domain/principal.ts';
import type { ApiKeys } from '../ports/organizations.ts';

type Found = Principal | undefined;

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
export const bearerToken = (request: FastifyRequest): string | undefined =>
  BEARER.exec(request.raw.headers.authorization ?? '')?.[1];

// A revoked key is refused after two seconds at the latest; under load it is looked up once a second, aside.
const MAX_AGE_MS = 2_000;
const REFRESH_AFTER_MS = 1_000;
const MAX_REMEMBERED = 10_000;

type Remembered = { principal: Principal; since: number };

/** API keys in the `Authorization: Bearer` header. The hot path makes no query, and hashes nothing. */
export const apiKeyAuthenticator = (apiKeys: ApiKeys, now: () => number = Date.now): Authenticator => {
  const remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
  const underWay = new Map<string, Promise<Found>>();

  const lookUp = (token: string): Promise<Found> => {
    const sameQuestion = underWay.get(token);
    if (sameQuestion) return sameQuestion;
    const since = now();
    const answer = apiKeys
      .authenticate(hash('sha256', token, 'buffer'))
      .then((principal) => {
        if (principal) remembered.set(token, { principal, since });
        else remembered.delete(token);
        return principal;
      })
      .finally(() => underWay.delete(token));
    underWay.set(token, answer);
    return answer;
  };

  return (request) => {
    const token = bearerToken(request);
    if (token === undefined) return undefined;
    const known = remembered.get(token);
    const age = known ? now() - known.since : Number.POSITIVE_INFINITY;
    if (!known || age > MAX_AGE_MS) return lookUp(token);
    // When this fails, what is remembered runs out and the next caller is told why.
    if (age > REFRESH_AFTER_MS) lookUp(token).catch(() => {});
    return known.principal;
  };
};
