import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { METRICS } from '../../metrics/metrics.ts';
import type { Caller } from './route.ts';
import type { World } from './world.ts';

/** Accepted from a caller; anything else could put other text into the log. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The id of a request: the caller's own, or a new one. */
export const requestId = (request: { headers: Record<string, unknown> }): string => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
};

/** Answers every request with its id, counts it, and writes a line about it to the log. */
export const observeRequests = (server: FastifyInstance, report: World['reportRequest']): void => {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const status = String(reply.statusCode);
    METRICS.requests.inc({ method, route, status });
    METRICS.requestSeconds.observe({ route }, reply.elapsedTime / 1000);
    report({
      request: request.id,
      method,
      // The route and not the address, whose query or path may have a token. The log leaves the token out of the parameters.
      route,
      params: request.params,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      organization: (request as { caller?: Caller }).caller?.organizationId,
    });
    done();
  });
};
