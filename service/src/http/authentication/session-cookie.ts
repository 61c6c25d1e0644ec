import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'darkroom_session';

/**
 * The name of the session cookie. Under https it has the prefix `__Host-`: browsers accept such a cookie only from this
 * host and only over https.
 */
const cookieName = (publicUrl: string): string => (isHttps(publicUrl) ? `__Host-${NAME}` : NAME);

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:');

export const sessionToken = (request: FastifyRequest, publicUrl: string): string | undefined =>
  readCookie(request, cookieName(publicUrl));

export const setSessionCookie = (
  reply: FastifyReply,
  publicUrl: string,
  token: string,
  lifetimeSeconds: number,
): void => setCookie(reply, publicUrl, cookieName(publicUrl), token, lifetimeSeconds);

export const clearSessionCookie = (reply: FastifyReply, publicUrl: string): void =>
  setCookie(reply, publicUrl, cookieName(publicUrl), '', 0);

export const setCookie = (
  reply: FastifyReply,
  publicUrl: string,
  name: string,
  value: string,
  lifetimeSeconds: number,
): void => {
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  const cookie = `${name}=${value}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', cookie);
};

export const readCookie = (request: FastifyRequest, name: string): string | undefined => {
  const header = request.raw.headers.cookie;
  if (!header?.includes(name)) return undefined;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name)
      return pair.slice(equals + 1).trim() || undefined;
  }
  return undefined;
};
