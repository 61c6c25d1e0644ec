import type { AddressInfo } from 'node:net';
import { after, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../src/http/server/route.ts';
import { ROUTES } from '../../src/http/server/routes.ts';
import { buildServer } from '../../src/http/server/server.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type TestCaller, type TestSetup, testSetups } from './test-setup.ts';

/** Enough routes to test what all routes share. A server with all routes takes much longer to build. */
export const WORKFLOW_ROUTES = ROUTES.filter(({ path }) =>
  ['/health', '/workflow', '/workflow/:id'].includes(path),
);

const listen = async (setup: TestSetup, routes?: readonly Route[]): Promise<FastifyInstance> => {
  const server: FastifyInstance = buildServer(setup.services, routes);
  await server.listen({ host: '127.0.0.1', port: 0 });
  return server;
};

/** A server on a free port of the loopback, closed when the test ends. */
export const startServer = async (test: TestContext, setup: TestSetup, routes?: readonly Route[]) => {
  const server = await listen(setup, routes);
  test.after(() => server.close());
  return clientOf(server, setup);
};

/**
 * Opens servers for the tests of one file. `openSharedServer` opens one server, with these settings and routes, for
 * all tests that leave its services unchanged, because building a server with all routes takes longer than most
 * tests. Each test has its own organization.
 */
export const serversForTests = ({ env, routes }: { env?: Record<string, string>; routes?: Route[] } = {}) => {
  let shared: { server: FastifyInstance; setup: TestSetup } | undefined;
  // Registered before the hooks of the setups, so that the server is closed before the services that it uses.
  after(() => shared?.server.close());
  const openSetup = testSetups();
  const openSharedServer = async () => {
    const setup = await openSetup(env);
    shared ??= { server: await listen(setup, routes), setup };
    // The shared server uses the services of the first setup.
    const { services, errors } = shared.setup;
    errors.length = 0;
    return clientOf(shared.server, { ...setup, services, errors });
  };
  return { openSetup, openSharedServer };
};

const clientOf = (server: FastifyInstance, setup: TestSetup) => {
  const { port } = server.server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  const bearer = (who: TestCaller) => `Bearer ${setup.keyOf(who)}`;
  return {
    ...setup,
    server,
    port,
    base,
    as: (who: TestCaller) => ({ authorization: bearer(who) }),
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
