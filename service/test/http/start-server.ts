import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../src/http/server/route.ts';
import { buildServer } from '../../src/http/server/server.ts';
import { sendRaw } from '../support/raw-http.ts';
import type { TestWorld, Who } from './test-world.ts';

/** A server on a free port of the loopback, closed when the test ends. */
export const startServer = async (test: TestContext, studio: TestWorld, routes?: readonly Route[]) => {
  const server: FastifyInstance = buildServer(studio.world, routes);
  await server.listen({ host: '127.0.0.1', port: 0 });
  test.after(() => server.close());
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
