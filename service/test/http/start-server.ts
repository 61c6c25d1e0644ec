import type { AddressInfo } from 'node:net';
import { after, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../src/http/server/route.ts';
import { ROUTES } from '../../src/http/server/routes.ts';
import { buildServer } from '../../src/http/server/server.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type TestWorld, testWorlds, type Who } from './test-world.ts';

/** Enough routes to test what all routes share. A server with all routes takes much longer to build. */
export const WORKFLOW_ROUTES = ROUTES.filter(({ path }) =>
  ['/health', '/workflow', '/workflow/:id'].includes(path),
);

const listen = async (studio: TestWorld, routes?: readonly Route[]): Promise<FastifyInstance> => {
  const server: FastifyInstance = buildServer(studio.world, routes);
  await server.listen({ host: '127.0.0.1', port: 0 });
  return server;
};

/** A server on a free port of the loopback, closed when the test ends. */
export const startServer = async (test: TestContext, studio: TestWorld, routes?: readonly Route[]) => {
  const server = await listen(studio, routes);
  test.after(() => server.close());
  return clientsOf(server, studio);
};

/**
 * Opens the worlds of a test file. `openShared` opens one server, with these settings and routes, for all tests that
 * leave its world as it was; each test has a studio of its own. Building a server with all routes takes longer than
 * most tests.
 */
export const serversForTests = ({ env, routes }: { env?: Record<string, string>; routes?: Route[] } = {}) => {
  let shared: { server: FastifyInstance; studio: TestWorld } | undefined;
  // Closes the server before its worlds.
  after(() => shared?.server.close());
  const openWorld = testWorlds();
  const openShared = async () => {
    const own = await openWorld(env);
    shared ??= { server: await listen(own, routes), studio: own };
    const { world, errors } = shared.studio;
    errors.length = 0;
    return clientsOf(shared.server, { ...own, world, errors });
  };
  return { openWorld, openShared };
};

const clientsOf = (server: FastifyInstance, studio: TestWorld) => {
  const { port } = server.server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  const bearer = (who: Who) => `Bearer ${studio.keyOf(who)}`;
  return {
    ...studio,
    server,
    port,
    base,
    as: (who: Who) => ({ authorization: bearer(who) }),
    /** A call with the owner's key, unless another Authorization is given. */
    call: (path: string, init: RequestInit = {}) =>
      fetch(base + path, {
        ...init,
        headers: { authorization: bearer('owner'), ...(init.headers as Record<string, string>) },
      }),
    raw: (text: string | Buffer) => sendRaw(port, text),
    /** The head of a raw request with the owner's key. */
    head: (requestLine: string, ...headers: string[]): string =>
      [`${requestLine} HTTP/1.1`, 'Host: test', `Authorization: ${bearer('owner')}`, ...headers, '', ''].join(
        '\r\n',
      ),
  };
};
