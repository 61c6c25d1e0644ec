import type { paths } from './interface.ts';
import type { AnswerOf, Method, PartsOf, PathOf } from './operation.ts';
import { refusedBy, unreachable } from './refused.ts';

/** A token or key of a program, or the session of the browser, whose changes need its CSRF token. */
export type Credential = { bearer: () => string } | { csrfToken: () => string | undefined };

/** How much of a body has gone out. */
export type OnProgress = (progress: { sent: number; total: number }) => void;
/** `fetch` tells no progress; one that does may be given instead. */
export type Fetch = (url: string, init: RequestInit & { onProgress?: OnProgress }) => Promise<Response>;

export type ClientOptions = { baseUrl: string; credential: Credential; fetch?: Fetch };

type Sent = { signal?: AbortSignal; headers?: Record<string, string>; onProgress?: OnProgress };
// A call whose parts are all optional may leave them out.
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
  /** The bare answer to a call, once it is a success. */
  open(method: string, url: string, init?: Omit<RequestInit, 'method' | 'headers'> & Sent): Promise<Response>;
};

type LooseParts = Sent & {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** Calls the service by the types of its own interface. What is not a success is thrown as `Refused`. */
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
        // What could come as text or as JSON comes as what its type says.
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

/** The template with its parameters; those that are undefined are left out. */
export const urlOf = (
  template: keyof paths | (string & {}),
  path: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string => {
  const url = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const pairs = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
  return pairs.size > 0 ? `${url}?${pairs}` : url;
};

const readAnswer = async (response: Response): Promise<unknown> => {
  if (response.status === 204) return undefined;
  const text = await response.text();
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
};
