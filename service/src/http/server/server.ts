import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serveExternalSignIn } from '../authentication/external-sign-in.ts';
import { gatekeeper } from '../authentication/gatekeeper.ts';
import { answerClientError, errorReply } from '../replies/error-reply.ts';
import { type EventStreams, eventStreams } from '../replies/event-streams.ts';
import { type LongCalls, longCalls } from '../replies/long-calls.ts';
import { parseQuery } from '../requests/parse-query.ts';
import { readBodies } from '../requests/read-body.ts';
import { compileValidator } from '../requests/validate.ts';
import type { ApiPorts } from './api-ports.ts';
import { serveConsole } from './console.ts';
import { describeApi } from './describe-api.ts';
import { observeRequests, requestId } from './observe-requests.ts';
import { rateLimit } from './rate-limit.ts';
import { registerRoutes } from './register-routes.ts';
import type { Route } from './route.ts';
import { MAX_HEADER_BYTES, ROUTER_OPTIONS } from './router-options.ts';
import { ROUTES } from './routes.ts';
import { closeSlowClients } from './slow-clients.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to close; waiting and streaming calls then end. */
    closing: AbortSignal;
    eventStreams: EventStreams;
    longCalls: LongCalls;
  }
}

// Node's own default. It must be at most REQUEST_TIMEOUT_MS; otherwise Node refuses it.
const MAX_HEADERS_MS = 60_000;
const CHECK_HEADERS_EVERY_MS = 5_000;
// Long enough for the largest file over a slow connection.
const REQUEST_TIMEOUT_MS = 30 * 60_000;

/**
 * With its own validator and serializer set, the framework does not load its defaults, which takes a twentieth of the
 * start-up time. The cast is needed because the framework's types only allow the framework's own packages.
 */
const COMPILERS = {
  buildValidator: () => compileValidator,
  // Handlers return exactly the fields to send, and JSON.stringify is no slower than a serializer made from the schema.
  buildSerializer: () => () => JSON.stringify,
} as unknown as NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** Builds the HTTP server with all routes, the console and external sign-in. It does not listen yet. */
export const buildServer = (ports: ApiPorts, routes: readonly Route[] = ROUTES): FastifyInstance => {
  const { config } = ports;
  const limit = rateLimit(config, ports.organizations);
  const { admit, recheckAccess } = gatekeeper(ports, limit);
  const server: FastifyInstance = fastify({
    logger: false,
    genReqId: requestId,
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
    schemaController: { compilersFactory: COMPILERS },
    routerOptions: {
      ...ROUTER_OPTIONS,
      querystringParser: parseQuery,
      // Treats an invalid percent escape as a literal percent sign, so that any image name works in a path.
      onBadUrl: (_path, request, response) => {
        const url = request.url ?? '/';
        const [path = '', ...query] = url.split('?');
        Object.assign(request, { originalUrl: url, url: [path.replaceAll('%', '%25'), ...query].join('?') });
        server.routing(request, response);
      },
    },
  });

  // Ignores an Expect header other than "100-continue", which Node would refuse with an empty response.
  server.server.on('checkExpectation', (request, response) => server.routing(request, response));
  server.decorateRequest('caller', null);
  observeRequests(server, ports.reportRequest);
  server.setErrorHandler(errorReply(ports.reportError));
  readBodies(server, config.maxJsonBytes);
  closeSlowClients(server, config, limit);
  closeGracefully(server, config.shutdownMs);
  const calls = longCalls(recheckAccess);
  server.decorate('longCalls', calls);
  server.addHook('onClose', async () => calls.close());
  describeApi(server);
  server.after(() => {
    serveConsole(server, ports.publicUrl);
    serveExternalSignIn(server, ports);
    registerRoutes(server, ports, admit, routes);
  });
  return server;
};

const CLOSE_IDLE_EVERY_MS = 50;

/**
 * On close: ends the streams, lets responses in progress finish, and closes all remaining
 * connections after `patienceMs`.
 */
const closeGracefully = (server: FastifyInstance, patienceMs: number): void => {
  const closing = new AbortController();
  server.decorate('closing', { getter: () => closing.signal });
  server.decorate('eventStreams', eventStreams(closing.signal));
  const { server: http } = server;
  const connections = new Set<Socket>();
  http.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.addHook('preClose', async () => {
    closing.abort();
    const closeIdle = setInterval(() => {
      // Node keeps a connection open after its response, which would delay the close by up to a minute.
      http.closeIdleConnections();
      // Clients also open connections in advance, which Node does not count as idle before their first request.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    }, CLOSE_IDLE_EVERY_MS);
    const cutOff = setTimeout(() => http.closeAllConnections(), patienceMs);
    http.once('close', () => {
      clearInterval(closeIdle);
      clearTimeout(cutOff);
    });
    // A server that never listened emits no close event to clear the timers, so they must not keep the process alive.
    closeIdle.unref();
    cutOff.unref();
  });
};
