import fastify, { type FastifyInstance } from 'fastify';
import { gatekeeper } from '../authentication/admit.ts';
import { serveExternalSignIn } from '../authentication/external-sign-in.ts';
import { answerClientError, errorReply } from '../replies/error-reply.ts';
import { type EventStreams, eventStreams } from '../replies/event-streams.ts';
import { type HeldCalls, heldCalls } from '../replies/held-calls.ts';
import { parseQuery } from '../requests/parse-query.ts';
import { readBodies } from '../requests/read-body.ts';
import { compileValidator } from '../requests/validate.ts';
import { serveConsole } from './console.ts';
import { describeApi } from './openapi.ts';
import { rateLimit } from './rate-limit.ts';
import { registerRoutes } from './register-routes.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';
import { closeSlowClients } from './slow-clients.ts';
import type { World } from './world.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to close: whatever waits or streams ends then. */
    closing: AbortSignal;
    eventStreams: EventStreams;
    heldCalls: HeldCalls;
  }
}

// 64 labels in a query are longer than Node's 16 KiB of headers.
const MAX_HEADER_BYTES = 128 * 1024;
// Node's own default: it may not exceed its limit on the whole request.
const MAX_HEADERS_MS = 60_000;
const CHECK_HEADERS_EVERY_MS = 5_000;
// The largest file over a slow line.
const REQUEST_TIMEOUT_MS = 30 * 60_000;

export const buildServer = (world: World, routes: readonly Route[] = ROUTES): FastifyInstance => {
  const { config } = world;
  const limit = rateLimit(config, world.organizations);
  const { admit, readmit } = gatekeeper(world, limit);
  const server: FastifyInstance = fastify({
    logger: false,
    bodyLimit: config.maxJsonBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    return503OnClosing: false,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      headersTimeout: Math.min(config.slowAfterMs, MAX_HEADERS_MS),
      connectionsCheckingInterval: CHECK_HEADERS_EVERY_MS,
    },
    clientErrorHandler: answerClientError(limit),
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: MAX_HEADER_BYTES,
      querystringParser: parseQuery,
      // A stray percent sign stands for itself: no name of a picture is a reason to refuse.
      onBadUrl: (_path, request, response) => {
        const url = request.url ?? '/';
        const [path = '', ...query] = url.split('?');
        Object.assign(request, { originalUrl: url, url: [path.replaceAll('%', '%25'), ...query].join('?') });
        server.routing(request, response);
      },
    },
  });

  // What a client expects besides "100-continue" is no reason to refuse, and Node would do so with an empty answer.
  server.server.on('checkExpectation', (request, response) => server.routing(request, response));
  server.decorateRequest('caller', null);
  server.setErrorHandler(errorReply(world.reportError));
  server.setValidatorCompiler(compileValidator);
  // Handlers return exactly what is to be sent, and V8 writes it no slower than a schema would.
  server.setSerializerCompiler(() => JSON.stringify);
  readBodies(server, config.maxJsonBytes);
  closeSlowClients(server, config, limit);
  closeGracefully(server, config.shutdownMs);
  const held = heldCalls(readmit);
  server.decorate('heldCalls', held);
  server.addHook('onClose', async () => held.close());
  describeApi(server);
  server.after(() => {
    serveConsole(server, world.publicUrl);
    serveExternalSignIn(server, world);
    registerRoutes(server, world, admit, routes);
  });
  return server;
};

const CLOSE_IDLE_EVERY_MS = 50;

/** Streams are told to end, answers under way may finish, and what is still open after a while is cut off. */
const closeGracefully = (server: FastifyInstance, patienceMs: number): void => {
  const closing = new AbortController();
  server.decorate('closing', { getter: () => closing.signal });
  server.decorate('eventStreams', eventStreams(closing.signal));
  server.addHook('preClose', async () => {
    closing.abort();
    const { server: http } = server;
    // A connection whose answer was under way is kept alive by Node and would hold the close for a minute.
    const closeIdle = setInterval(() => http.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    const cutOff = setTimeout(() => http.closeAllConnections(), patienceMs);
    http.once('close', () => {
      clearInterval(closeIdle);
      clearTimeout(cutOff);
    });
    // A server that never listened does not close either.
    closeIdle.unref();
    cutOff.unref();
  });
};
