import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signInThroughProvider } from '../../operations/people/sign-in-through-provider.ts';
import type { PendingSignIn } from '../../ports/people/external-sign-in.ts';
import { openSession } from '../routes/session/record.ts';
import type { ApiPorts } from '../server/api-ports.ts';
import { pageHeaders } from '../server/console.ts';
import { readCookie, setCookie } from './session-cookie.ts';

const COOKIE = 'darkroom_sign_in';
const LIFETIME_SECONDS = 600;

type Request = FastifyRequest<{ Params: { provider: string }; Querystring: { next?: string } }>;

/** Serves the two addresses of external sign-in: one redirects to the provider, the other receives its callback. */
export const serveExternalSignIn = (server: FastifyInstance, ports: ApiPorts): void => {
  const { externalSignIn, publicUrl } = ports;
  if (!externalSignIn) return;
  const cookieName = () => (publicUrl().startsWith('https:') ? `__Host-${COOKIE}` : COOKIE);

  const goTo = (reply: FastifyReply, path: string) =>
    reply
      .headers({ ...pageHeaders(publicUrl()), 'cache-control': 'no-store' })
      .redirect(`${publicUrl()}${path}`, 302);

  const fail = (reply: FastifyReply, request: FastifyRequest, code: string, error?: unknown) => {
    if (error !== undefined)
      ports.reportError(error, {
        request: request.id,
        method: request.method,
        path: '/console/sign-in/:provider',
      });
    return goTo(reply, `/console/sign-in?error=${code}`);
  };

  const begin = async (request: Request, reply: FastifyReply) => {
    if (request.params.provider !== externalSignIn.provider.id)
      return fail(reply, request, 'unknown_provider');
    try {
      const next = safeNext(request.query.next, publicUrl());
      const { url, pending } = await externalSignIn.begin(next);
      setCookie(reply, publicUrl(), cookieName(), encode(pending), LIFETIME_SECONDS);
      return reply.header('cache-control', 'no-store').redirect(url, 302);
    } catch (error) {
      return fail(reply, request, 'provider_unavailable', error);
    }
  };

  const finish = async (request: Request, reply: FastifyReply) => {
    const pending = decode(readCookie(request, cookieName()));
    setCookie(reply, publicUrl(), cookieName(), '', 0);
    if (!pending || request.params.provider !== externalSignIn.provider.id)
      return fail(reply, request, 'sign_in_expired');
    const url = request.raw.url ?? '';
    const identity = await externalSignIn
      .finish(url.includes('?') ? url.slice(url.indexOf('?')) : '', pending)
      .catch(() => undefined);
    if (!identity) return fail(reply, request, 'provider_refused');
    const signedIn = await signInThroughProvider(ports, identity);
    if (!signedIn) return fail(reply, request, 'not_invited');
    ports.forgetRights(signedIn.userId);
    try {
      await openSession(ports, { id: signedIn.userId }, request, reply);
    } catch {
      return fail(reply, request, 'not_invited');
    }
    const next = safeNext(pending.next, publicUrl());
    return goTo(reply, signedIn.accessEnded ? accessEndedPage(next) : next);
  };

  const options = { schema: { hide: true } as object, exposeHeadRoute: false };
  server.get('/console/sign-in/:provider', options, begin);
  server.get('/console/sign-in/:provider/callback', options, finish);
};

/** Returns `next` if it is a page of this console, otherwise the console's first page. Prevents an open redirect. */
export const safeNext = (next: string | undefined, publicUrl: string): string => {
  const home = '/console/';
  if (!next?.startsWith(home) || !URL.canParse(next, publicUrl)) return home;
  const { origin, pathname, search } = new URL(next, publicUrl);
  return origin === new URL(publicUrl).origin && pathname.startsWith(home) ? pathname + search : home;
};

/** The path of the console page that says which access has ended and then continues to `next`. */
const accessEndedPage = (next: string): string =>
  `/console/access-ended?next=${encodeURIComponent(next.slice('/console'.length))}`;

const encode = (pending: PendingSignIn): string => Buffer.from(JSON.stringify(pending)).toString('base64url');

const decode = (text: string | undefined): PendingSignIn | undefined => {
  try {
    const pending = JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as PendingSignIn;
    const texts = [pending.state, pending.nonce, pending.verifier, pending.next];
    return texts.every((one) => typeof one === 'string' && one !== '') ? pending : undefined;
  } catch {
    return undefined;
  }
};
