import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What happens to requests: they pass, pass late, get this status, are reset at once, get no response, or are
 * reset after half of the body of an image that is put, or of one that is read.
 */
export type S3Fault = 'none' | 'slow' | 500 | 503 | 'reset' | 'stall' | 'half of a put' | 'half of a get';

const SLOW_MS = 300;

export type S3Proxy = {
  url: string;
  /** Sets the fault from now on. Ends the requests that are stalled. */
  set(fault: S3Fault): void;
  /** The requests that met the fault since it was set, such as `PUT /images/ab/abcd`. */
  affected(): string[];
  close(): Promise<void>;
};

const IMAGE = /\/[0-9a-f]{64}(\?|$)/;

/** Opens a proxy to an S3 server. The proxy applies the fault that is set to the requests. */
export const openS3Proxy = async (target: () => number): Promise<S3Proxy> => {
  let fault: S3Fault = 'none';
  let affected: string[] = [];
  const stalled = new Set<ServerResponse>();

  const spoil = (asked: IncomingMessage, answer: ServerResponse) => {
    if (typeof fault === 'number') {
      asked.resume();
      const code = fault === 503 ? 'SlowDown' : 'InternalError';
      answer.writeHead(fault, { 'content-type': 'application/xml' });
      answer.end(`<Error><Code>${code}</Code><Message>A fault of the test.</Message></Error>`);
    } else if (fault === 'stall') stalled.add(answer);
    else asked.socket.resetAndDestroy();
  };

  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await buffer(asked);
    if (fault === 'slow') {
      affected.push(nameOf(asked));
      await sleep(SLOW_MS);
    }
    const onward = request({
      host: '127.0.0.1',
      port: target(),
      method: asked.method,
      path: asked.url,
      headers: asked.headers,
      agent: false,
    });
    onward.on('error', () => asked.socket.resetAndDestroy());
    if (applies('half of a put', asked)) {
      affected.push(nameOf(asked));
      onward.write(body.subarray(0, body.length / 2), () => {
        onward.destroy();
        asked.socket.resetAndDestroy();
      });
      return;
    }
    onward.end(body);
    const [response] = (await once(onward, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    answer.writeHead(response.statusCode ?? 500, response.headers);
    if (applies('half of a get', asked)) {
      affected.push(nameOf(asked));
      answer.write(bytes.subarray(0, bytes.length / 2), () => asked.socket.resetAndDestroy());
    } else answer.end(bytes);
  };
  const applies = (half: S3Fault, { method, url = '' }: IncomingMessage) =>
    fault === half && half === `half of a ${method?.toLowerCase()}` && IMAGE.test(url);

  const server = createServer((asked, answer) => {
    if (['none', 'slow'].includes(String(fault)) || String(fault).startsWith('half'))
      return void pass(asked, answer).catch(() => asked.socket.destroy());
    affected.push(nameOf(asked));
    spoil(asked, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endStalled = () => {
    for (const answer of stalled) answer.destroy();
    stalled.clear();
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next) => {
      fault = next;
      affected = [];
      endStalled();
    },
    affected: () => affected,
    close: async () => {
      endStalled();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const nameOf = ({ method, url }: IncomingMessage): string => `${method} ${url}`;
