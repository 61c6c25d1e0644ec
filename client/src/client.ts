import type { paths } from './interface.ts';
import type { AnswerOf, Method, PartsOf, PathOf } from './operation.ts';
import { refusedBy, unreachable } from './refused.ts';

/**
 * The credential that each call sends: an access token, an API key, or the browser's session. A write in a session
 * also sends a CSRF token.
 */
export type Credential = { bearer: () => string } | { csrfToken: () => string | undefined };

/** Called with the number of bytes of the body sent so far. */
export type OnProgress = (progress: { sent: number; total: number }) => void;
/**
 * The type of `fetch` with upload progress. The built-in `fetch` reports none, so a caller may pass an implementation
 * that does.
 */
export type Fetch = (url: string, init: RequestInit & { onProgress?: OnProgress }) => Promise<Response>;

export type ClientOptions = { baseUrl: string; credential: Credential; fetch?: Fetch };

type Sent = { signal?: AbortSignal; headers?: Record<string, string>; onProgress?: OnProgress };
// When all parts of a call are optional, the argument is optional too.
type Rest<Parts> = object extends Parts ? [parts?: Parts & Sent] : [parts: Parts & Sent];

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...rest: Rest<PartsOf<M, P>>
) => Promise<AnswerOf<M, P>>;

export type Client = {
  get: Call<'get'>;
  put: Call<'put'>;
  post: Call<'post'>;
  delete: Call<'delete'>;
  /** Sends a request and returns the raw response if it is a success. */
  open(method: string, url: string, init?: Omit<RequestInit, 'method' | 'headers'> & Sent): Promise<Response>;
};

type LooseParts = Sent & {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** Creates a client whose calls are typed by the service's OpenAPI document. Calls that do not succeed throw `Refused`. */
export const createClient = ({ baseUrl, credential, ...options }: ClientOptions): Client => {
  const send = options.fetch ?? fetch;

  const open: Client['open'] = async (method, url, { headers, ...init } = {}) => {
    const response = await send(baseUrl + url, {
      ...init,
      method,
      headers: { ...proofOf(credential, method), ...headers },
      credentials: 'bearer' in credential ? 'omit' : 'same-origin',
    }).catch((cause) => {
      throw init.signal?.aborted ? cause : unreachable(cause);
    });
    if (!response.ok) throw await refusedBy(response);
    return response;
  };

  const call = async (method: string, template: string, parts: LooseParts = {}): Promise<unknown> => {
    const { path, query, body, signal, headers } = parts;
    const response = await open(method, urlOf(template, path, query), {
      headers: {
        // Some routes answer with text or JSON; the types describe the JSON.
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    return readAnswer(response);
  };

  const calls = { get: 'GET', put: 'PUT', post: 'POST', delete: 'DELETE' };
  const typed = Object.fromEntries(
    Object.entries(calls).map(([name, method]) => [
      name,
      (template: string, parts?: LooseParts) => call(method, template, parts),
    ]),
  );
  return { ...typed, open } as Client;
};

const proofOf = (credential: Credential, method: string): Record<string, string> => {
  if ('bearer' in credential) return { authorization: `Bearer ${credential.bearer()}` };
  const token = method === 'GET' ? undefined : credential.csrfToken();
  return token === undefined ? {} : { 'x-csrf-token': token };
};

/**
 * Fills a path template and appends the query; parameters that are undefined or null are left out. An array is sent as a
 * repeated parameter, and an object as `name[key]=value`.
 */
export const urlOf = (
  template: keyof paths | (string & {}),
  path: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string => {
  const url = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const pairs = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().flatMap((one) => pairsOf(name, one))),
  );
  return pairs.size > 0 ? `${url}?${pairs}` : url;
};

const pairsOf = (name: string, value: unknown): [string, string][] => {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, String(inner)]);
};

const readAnswer = async (response: Response): Promise<unknown> => {
  if (response.status === 204) return undefined;
  const text = await response.text();
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
};
