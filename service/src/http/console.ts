import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { notFound } from '../domain/errors.ts';
import { type PageFile, readPageFiles } from './page-files.ts';
import type { World } from './world.ts';

const BUILT_CONSOLE = fileURLToPath(new URL('../../../console/dist/', import.meta.url));
const NOT_BUILT = 'The console is not built. Run "npm run build" in the folder of Darkroom, then reload.\n';

/** Pages load from this service only, run no inline code and stand in no frame. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' blob: data:; style-src 'self'; script-src 'self'; connect-src 'self'; " +
    "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};
const HSTS = 'max-age=31536000';

const REDIRECTS = { '/': '/console/', '/activate': '/console/activate', '/docs': '/console/docs' };

/** The web console under /console/, and the addresses that lead into it. */
export const serveConsole = (
  server: FastifyInstance,
  { publicUrl }: Pick<World, 'publicUrl'>,
  dir = BUILT_CONSOLE,
): void => {
  let files: Map<string, PageFile> | undefined;

  const secured = (reply: FastifyReply): FastifyReply => {
    reply.headers(PAGE_HEADERS);
    return publicUrl().startsWith('https:') ? reply.header('strict-transport-security', HSTS) : reply;
  };

  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    files ??= readPageFiles(dir);
    secured(reply);
    if (!files)
      return reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send(NOT_BUILT);
    const name = (request.params as { '*'?: string })['*'] ?? '';
    // Whatever is not a file is an address inside the console, which the page itself understands.
    const file = files.get(name) ?? (isFileName(name) ? undefined : files.get('index.html'));
    if (!file) throw notFound('The file');
    return sendFile(file, request, reply);
  };

  const schema = { hide: true } as FastifySchema;
  server.get('/console', { schema }, sendPage);
  server.get('/console/*', { schema }, sendPage);
  for (const [from, to] of Object.entries(REDIRECTS))
    server.get(from, { schema }, (request, reply) => secured(reply).redirect(to + queryOf(request.url), 302));
};

const isFileName = (name: string): boolean => name.startsWith('assets/') || /\.\w+$/.test(name);

const queryOf = (url: string): string => {
  const question = url.indexOf('?');
  return question < 0 ? '' : url.slice(question);
};

const sendFile = (file: PageFile, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.headers({
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  reply.type(file.contentType);
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (file.br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.br);
  if (file.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip);
  return reply.send(file.plain);
};
