import { Pool } from 'undici';

/** A client of the execution interface, as thin as it gets: its work is done on the cores that are measured. */
export type Caller = {
  get(path: string, headers?: Record<string, string>): Promise<Buffer>;
  post(path: string, body: string | Buffer, contentType: string): Promise<string>;
  close(): Promise<void>;
};

export const openCaller = (origin: string, apiKey: string, connections: number): Caller => {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });
  const authorization = `Bearer ${apiKey}`;
  const request = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ) => {
    const response = await pool.request({
      method,
      path,
      headers: { authorization, ...headers },
      body: body ?? null,
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    if (response.statusCode >= 300)
      throw new Error(`${method} ${path}: ${response.statusCode} ${bytes.subarray(0, 300)}`);
    return bytes;
  };
  return {
    get: (path, headers = {}) => request('GET', path, headers),
    post: async (path, body, contentType) =>
      (await request('POST', path, { 'content-type': contentType }, body)).toString(),
    close: () => pool.close(),
  };
};
