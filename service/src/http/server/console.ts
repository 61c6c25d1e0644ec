import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../domain/errors.ts';
import { openStaticFiles, type StaticFile } from './static-files.ts';

const BUILT_CONSOLE = join(import.meta.dirname, '../../../../console/dist');
const NOT_BUILT = 'The console has not been built. Run "npm run build" in the folder of this project.\n';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page of the console; they restrict what a browser lets the page do. */
export const pageHeaders = (publicUrl: string): Record<string, string> => ({
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
});

/** Serves the console under `/console/`, and redirects `/`, `/activate` and `/docs` to it. */
export const serveConsole = (server: FastifyInstance, publicUrl: () => string, dir = BUILT_CONSOLE): void => {
  const files = openStaticFiles(dir);

  const redirect = (page: string) => (request: FastifyRequest, reply: FastifyReply) => {
    const question = (request.raw.url ?? '').indexOf('?');
    const query = question < 0 ? '' : (request.raw.url ?? '').slice(question);
    return reply.headers(pageHeaders(publicUrl())).redirect(`/console/${page}${query}`, 302);
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.params as { '*'?: string })['*'] ?? '';
    const isAsset = path.startsWith('assets/');
    // Every other path is a page: the console's own router finds it, in the browser.
    const file = (await files.find(path)) ?? (isAsset ? undefined : await files.find('index.html'));
    reply.headers(pageHeaders(publicUrl()));
    if (file) return sendFile(file, isAsset, request, reply);
    if (isAsset) throw notFound('The file');
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(NOT_BUILT);
  };

  const hidden = { hide: true } as object;
  server.get('/', { schema: hidden }, redirect(''));
  server.get('/activate', { schema: hidden }, redirect('activate'));
  server.get('/docs', { schema: hidden }, redirect('docs'));
  server.get('/console', { schema: hidden }, show);
  server.get('/console/*', { schema: hidden }, show);
};

const sendFile = async (
  file: StaticFile,
  immutable: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { encoding, bytes } = await file.encoded(request.headers['accept-encoding']);
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({
    etag,
    vary: 'accept-encoding',
    // The name of an asset changes with its content, so it can be cached for a year; a page is revalidated each time.
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(bytes);
};
