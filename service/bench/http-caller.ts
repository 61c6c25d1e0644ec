import { setFlagsFromString } from 'node:v8';
import { Pool } from 'undici';

/** A client of the execution interface, as thin as it gets: its work is done on the cores that are measured. */
export type Caller = {
  get(path: string, headers?: Record<string, string>): Promise<Buffer>;
  post(path: string, body: string | Buffer, contentType: string): Promise<string>;
  /** Reads the answer to its end and keeps nothing but the number of its bytes. */
  download(path: string): Promise<number>;
  close(): Promise<void>;
};

type Call = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

// Answers lie outside the heap and are gone at once; collecting them took two thirds of what a large one cost here.
setFlagsFromString('--heap-growing-percent=400');

export const openCaller = (origin: string, apiKey: string, connections: number): Caller => {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });
  const authorization = `Bearer ${apiKey}`;

  /** Below the usual interface of the library: streams and signals for every answer took half of a call. */
  const call = ({ method, path, headers, body = '' }: Call, onBytes: (bytes: Buffer) => void) =>
    new Promise<void>((resolve, reject) => {
      let status = 0;
      let refusal = '';
      const whole = { method, path, headers: { authorization, ...headers }, body: body || null };
      pool.dispatch(whole, {
        onRequestStart: () => {},
        onResponseStart: (_, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_, bytes) => {
          if (status < 300) onBytes(bytes);
          else refusal += bytes;
        },
        onResponseEnd: () => {
          if (status < 300) resolve();
          else reject(new Error(`${method} ${path}: ${status} ${refusal.slice(0, 300)}`));
        },
        onResponseError: (_, error) => reject(error),
      });
    });

  const answerTo = async (request: Call): Promise<Buffer> => {
    const parts: Buffer[] = [];
    await call(request, (bytes) => parts.push(bytes));
    return Buffer.concat(parts);
  };
  return {
    get: (path, headers = {}) => answerTo({ method: 'GET', path, headers }),
    post: async (path, body, contentType) =>
      (await answerTo({ method: 'POST', path, headers: { 'content-type': contentType }, body })).toString(),
    download: async (path) => {
      let length = 0;
      await call({ method: 'GET', path }, (bytes) => {
        length += bytes.length;
      });
      return length;
    },
    close: () => pool.close(),
  };
};
