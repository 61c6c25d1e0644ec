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
export const bearerToken = (authorization: string): string | undefined => BEARER.exec(authorization)?.[1];

// A revoked key is refused after two seconds at the latest; under load it is looked up once a second, aside.
const MAX_AGE_MS = 2_000;
const REFRESH_AFTER_MS = 1_000;
const MAX_REMEMBERED = 10_000;

type Remembered = { principal: Principal; since: number };

/** API keys in the `Authorization: Bearer` header. The hot path knows the whole header, and reads nothing of it. */
export const apiKeyAuthenticator = (apiKeys: ApiKeys, now = () => performance.now()): Authenticator => {
  const remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
  const underWay = new Map<string, Promise<Found>>();

  const lookUp = (authorization: string): Found | Promise<Found> => {
    const sameQuestion = underWay.get(authorization);
    if (sameQuestion) return sameQuestion;
    const token = bearerToken(authorization);
    if (token === undefined) return undefined;
    const since = now();
    const answer = apiKeys
      .authenticate(hash('sha256', token, 'buffer'))
      .then((principal) => {
        if (principal) remembered.set(authorization, { principal, since });
        else remembered.delete(authorization);
        return principal;
      })
      .finally(() => underWay.delete(authorization));
    underWay.set(authorization, answer);
    return answer;
  };

  return (request) => {
    const { authorization } = request.raw.headers;
    if (authorization === undefined) return undefined;
    const known = remembered.get(authorization);
    const age = known ? now() - known.since : Number.POSITIVE_INFINITY;
    if (!known || age > MAX_AGE_MS) return lookUp(authorization);
    // When this fails, what is remembered runs out and the next caller is told why.
    if (age > REFRESH_AFTER_MS) Promise.resolve(lookUp(authorization)).catch(() => {});
    return known.principal;
  };
};
