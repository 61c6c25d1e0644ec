import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Refusal } from '../../domain/errors.ts';
import { METRICS } from '../../metrics/metrics.ts';
import { type Span, startSpan } from '../../tracing/spans.ts';
import type { ApiPorts } from './api-ports.ts';
import type { Caller } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request in a distributed trace; undefined where traces are off. */
    span: Span | undefined;
    /** Why the request was answered with 5xx. */
    refusal: Refusal | undefined;
  }
}

/** The form of a request id that a caller may choose. Any other characters could put forged text into the log. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The id of a request: the caller's own, or a new one. */
export const requestId = (request: { headers: Record<string, unknown> }): string => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
};

/** Counts, times, traces and logs every request, and sends its id in the response. */
export const observeRequests = (server: FastifyInstance, report: ApiPorts['reportRequest']): void => {
  server.decorateRequest('span', undefined);
  server.decorateRequest('refusal', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    request.span = startSpan(`${request.method} ${request.routeOptions.url ?? 'unknown'}`, {
      kind: 'server',
      parent: request.headers['traceparent'] as string | undefined,
    });
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const status = String(reply.statusCode);
    METRICS.requests.inc({ method, route, status });
    request.span?.end({
      ...(reply.statusCode >= 500 && { error: new Error(`status ${status}`) }),
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'darkroom.request': request.id,
      },
    });
    METRICS.requestSeconds.observe({ route }, reply.elapsedTime / 1000);
    report({
      request: request.id,
      method,
      // Logs the route instead of the URL, because the query or path of a URL may contain a token. The log also
      // leaves the token out of the parameters.
      route,
      params: request.params,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      reason: request.refusal && reasonOf(request.refusal),
      organization: (request as { caller?: Caller }).caller?.organizationId,
    });
    done();
  });
};

/** Returns the message of a refusal and of its cause, for example of an error of the database, the disk or S3. */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message} (${cause.message || (cause as { code?: string }).code})` : message;
