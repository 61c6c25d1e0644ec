import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, malformed, Refusal } from '../../domain/errors.ts';
import { type OAuthError, OAuthRefusal } from '../../domain/people/oauth.ts';
import { callerAddress } from '../requests/caller-address.ts';
import { hasBody } from '../requests/read-body.ts';
import type { ApiPorts } from '../server/api-ports.ts';
import { lingerForBody } from '../server/linger-for-body.ts';
import type { RateLimit } from '../server/rate-limit.ts';

/** The HTTP status of each error code. */
export const STATUS: Record<ErrorCode, number> = {
  malformed: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  unprocessable_image: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

const OAUTH_STATUS: Record<OAuthError, number> = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
};

const MEANT_FOR_SUCCESS = ['connection', 'etag', 'content-disposition', 'accept-ranges'];

/** Builds the JSON body of an API error. */
const errorBody = (status: number, message: string, path: string): string =>
  JSON.stringify({
    timestamp: new Date().toISOString().replace('Z', '+00:00'),
    status,
    error: STATUS_CODES[status] ?? 'Error',
    message,
    path,
  });

/** Responds to every error, expected or not, with the documented error body. */
export const errorReply =
  (reportError: ApiPorts['reportError']) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // The handler may have set headers for a successful response before it failed. The framework sets
    // `connection` when it cannot read a body.
    for (const name of MEANT_FOR_SUCCESS) if (reply.hasHeader(name)) reply.removeHeader(name);
    if (!request.raw.complete && hasBody(request.raw.headers)) lingerForBody(request.raw, reply);
    const oauth = asOAuthRefusal(error, request);
    if (oauth) return oauthReply(oauth, reply);
    const path = pathOf(request.raw);
    const refusal = asRefusal(error);
    if (refusal.code === 'internal')
      reportError(error, { request: request.id, method: request.method, path });
    if (refusal.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
    if (refusal.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(refusal.retryAfterSeconds));
    reply.header('cache-control', 'no-store');
    const status = STATUS[refusal.code];
    if (status >= 500) request.refusal = refusal;
    return reply
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(errorBody(status, refusal.message, path));
  };

const REQUEST_ERRORS: readonly ErrorCode[] = ['malformed', 'too_large', 'unsupported_media_type'];

const asOAuthRefusal = (error: unknown, request: FastifyRequest): OAuthRefusal | undefined => {
  if (error instanceof OAuthRefusal) return error;
  if (!request.routeOptions.config.declaration?.oauth) return undefined;
  const { code, message } = asRefusal(error);
  return REQUEST_ERRORS.includes(code) ? new OAuthRefusal('invalid_request', message) : undefined;
};

const oauthReply = ({ error, message }: OAuthRefusal, reply: FastifyReply): FastifyReply =>
  reply
    .code(OAUTH_STATUS[error])
    .headers({
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    })
    .send(JSON.stringify({ error, error_description: message }));

const asRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal(
      'too_large',
      'The body is larger than this service accepts. Send less in one request; upload images to /v1/upload.',
    );
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal(
      'unsupported_media_type',
      'This Content-Type is not supported here. Send application/json.',
    );
  // The client disconnected before its body ended: nobody reads this response, and the service is not at fault.
  if (statusCode === 400 || code === 'ECONNRESET')
    return malformed(
      'The request body is incomplete, or its length differs from Content-Length. Send the whole body again.',
    );
  return new Refusal(
    'internal',
    'The service failed unexpectedly. Try again later, and contact the administrator if it fails again.',
    {
      cause: error,
    },
  );
};

/** Returns the path as the client sent it, without the query. */
export const pathOf = (request: IncomingMessage & { originalUrl?: string }): string => {
  const url = request.originalUrl ?? request.url ?? '/';
  const question = url.indexOf('?');
  return question < 0 ? url : url.slice(0, question);
};

const CLIENT_ERRORS: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of this request are too large. Send fewer or shorter ones.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive. Send it again.'],
};

/** Responds to an invalid HTTP request. It writes to the socket, because no handler runs for such a request. */
export const answerClientError =
  (limit: RateLimit) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? [
      400,
      'This is not a valid HTTP request. Check its request line and headers.',
    ];
    answerOnSocket(socket, limit, { status, message, path: '/' });
  };

/** Writes an error response to the socket when no handler can respond. Then closes the connection. */
export const answerOnSocket = (
  socket: Socket,
  limit: RateLimit,
  { status, message, path }: { status: number; message: string; path: string },
): void => {
  const body = errorBody(status, message, path);
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  });
  const address = callerAddress({ ip: socket.remoteAddress ?? '' });
  limit.headersOnly({ header: (name, value) => headers.set(name, value) }, address);
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`, () => socket.destroy());
};
