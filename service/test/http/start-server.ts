import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../src/http/route.ts';
import { buildServer } from '../../src/http/server.ts';
import type { TestWorld, Who } from './test-world.ts';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string; raw: string };

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

/** Sends bytes as they are and reads until the server closes, or one whole answer is there. */
export const sendRaw = (port: number, bytes: string | Buffer): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = Buffer.alloc(0);
    const finish = () => {
      socket.destroy();
      const answer = parseAnswer(received);
      if (answer) resolve(answer);
      else reject(new Error(`no answer, only: ${received.toString('latin1')}`));
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = parseAnswer(received);
      const expected = Number(answer?.headers['content-length'] ?? Number.NaN);
      if (answer && Buffer.byteLength(answer.body) >= expected) finish();
    });
    socket.on('end', finish);
    socket.on('error', reject);
    socket.write(bytes);
  });

const parseAnswer = (received: Buffer): RawAnswer | undefined => {
  const raw = received.toString('utf8');
  const end = raw.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = raw.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: raw.slice(end + 4), raw };
};
