/** A response that was read to its end. */
export type Answer = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  json<Body>(): Body;
};

export type CallOptions = {
  json?: unknown;
  /** The form field `file`. */
  file?: { bytes: Buffer; name: string };
  body?: Buffer | string;
  headers?: Record<string, string>;
};

/** Sends a request and reads the whole response: `call('POST /v1/workflow', { json })`. */
export type Call = {
  (line: string, options?: CallOptions): Promise<Answer>;
  /** The same as a call, but the body of the response is not read. */
  open(line: string, options?: CallOptions & { signal?: AbortSignal }): Promise<Response>;
  /** The address and the key of the calls, for requests that a test writes by hand. */
  base: string;
  key: string | undefined;
};

/** A tiny client of the HTTP API, with one credential or none. */
export const callAs = (base: string, key?: string): Call => {
  const open: Call['open'] = (line, { json, file, body, headers, signal } = {}) => {
    const [method = 'GET', path = '/'] = line.split(' ', 2);
    const content = file ? formOf(file) : json === undefined ? body : JSON.stringify(json);
    return fetch(base + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content as NonNullable<RequestInit['body']> }),
      ...(signal ? { signal } : {}),
      redirect: 'manual',
    });
  };
  const call = async (line: string, options?: CallOptions): Promise<Answer> => {
    const response = await open(line, options);
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      json: <Body>() => JSON.parse(text) as Body,
    };
  };
  return Object.assign(call, { open, base, key });
};

const formOf = ({ bytes, name }: { bytes: Buffer; name: string }): FormData => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
};
