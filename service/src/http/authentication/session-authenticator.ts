import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors.ts';
import { csrfToken } from '../../operations/people/describe-session.ts';
import type { Authenticated, Authenticator } from './authenticate.ts';
import type { PrincipalCache } from './principal-cache.ts';
import { isCrossOrigin, isSameOrigin } from './same-origin.ts';
import { sessionToken } from './session-cookie.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Authenticates the console's session cookie, unless there is an Authorization header. Methods other than GET, HEAD and
 * OPTIONS also need the CSRF token.
 */
export const sessionAuthenticator =
  (rights: PrincipalCache, publicUrl: () => string): Authenticator =>
  (request) => {
    if (request.raw.headers.authorization !== undefined) return undefined;
    const token = sessionToken(request, publicUrl());
    if (token === undefined) return undefined;
    const safe = SAFE_METHODS.includes(request.method);
    // Another site may link to this service, but must not embed content that only this person may see.
    if (safe && isCrossOrigin(request, publicUrl()) && !isNavigation(request)) return undefined;
    const found = rights.find(hash('sha256', token, 'hex'));
    return safe ? found : checked(found, request, token, publicUrl());
  };

const isNavigation = ({ raw: { headers } }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

const checked = async (
  found: ReturnType<Authenticator>,
  request: FastifyRequest,
  token: string,
  publicUrl: string,
): Promise<Authenticated | undefined> => {
  const principal = await found;
  if (!principal) return undefined;
  if (!isSameOrigin(request, publicUrl) || !isSameText(request.headers['x-csrf-token'], csrfToken(token)))
    throw new Refusal(
      'forbidden',
      `A call with a session cookie must come from a page of ${publicUrl} and have the session's X-CSRF-Token header. Reload the page, or use an API key.`,
    );
  return principal;
};

const isSameText = (given: string | string[] | undefined, expected: string): boolean => {
  const [one, other] = [Buffer.from(String(given ?? '')), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};
