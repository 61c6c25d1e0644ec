import { type Connection, openConnection } from './http-connection.ts';

/**
 * A client of the execution API. It is minimal, because it runs on the cores that are measured: a library's
 * client used more CPU time for a create than the service's database did.
 */
export type Caller = {
  get(path: string): Promise<Buffer>;
  post(path: string, body: string | Buffer, contentType: string): Promise<string>;
  /** Reads the response to its end and returns only its size in bytes. */
  download(path: string): Promise<number>;
  close(): Promise<void>;
};

type Call =
  | { method: 'GET'; path: string }
  | { method: 'POST'; path: string; contentType: string; body: string | Buffer };

const MAX_REFUSAL_LENGTH = 300;

export const openCaller = (origin: string, apiKey: string, connections: number): Caller => {
  const { host, hostname, port } = new URL(origin);
  const always = `host: ${host}\r\nauthorization: Bearer ${apiKey}\r\n`;
  const all = new Set<Connection>();
  const free: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];

  const lend = async (): Promise<Connection> => {
    for (let kept = free.pop(); kept; kept = free.pop()) {
      if (kept.usable()) return kept;
      kept.close();
      all.delete(kept);
    }
    if (all.size >= connections) return new Promise((resolve) => waiting.push(resolve));
    const fresh = openConnection(hostname, Number(port));
    all.add(fresh);
    return fresh;
  };
  const giveBack = (connection: Connection): void => {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  };

  const headOf = (request: Call): string => {
    const start = `${request.method} ${request.path} HTTP/1.1\r\n${always}`;
    if (request.method === 'GET') return `${start}\r\n`;
    const { contentType, body } = request;
    return `${start}content-type: ${contentType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  };

  const call = async (request: Call, onBytes: (bytes: Buffer) => void): Promise<void> => {
    const connection = await lend();
    let refusal = '';
    const status = await connection.exchange({
      head: headOf(request),
      body: request.method === 'POST' ? request.body : '',
      onBytes: (bytes, status) => {
        if (status < 300) onBytes(bytes);
        else refusal += bytes.toString();
      },
    });
    giveBack(connection);
    if (status >= 300)
      throw new Error(`${request.method} ${request.path}: ${status} ${refusal.slice(0, MAX_REFUSAL_LENGTH)}`);
  };

  const answerTo = async (request: Call): Promise<Buffer> => {
    const parts: Buffer[] = [];
    await call(request, (bytes) => parts.push(Buffer.from(bytes)));
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  };
  return {
    get: (path) => answerTo({ method: 'GET', path }),
    post: async (path, body, contentType) =>
      (await answerTo({ method: 'POST', path, contentType, body })).toString(),
    download: async (path) => {
      let length = 0;
      await call({ method: 'GET', path }, (bytes) => {
        length += bytes.length;
      });
      return length;
    },
    close: async () => {
      for (const connection of all) connection.close();
    },
  };
};
