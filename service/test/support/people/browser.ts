/** The administrator of the installations that tests make. */
export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };

export type Reply = { status: number; body: Record<string, unknown>; headers: Headers; text: string };
type Init = { method?: string; body?: unknown; headers?: Record<string, string> };

/**
 * Behaves like a browser with the console open: keeps the cookie, and sends it with the session's CSRF token. It may
 * begin with a session that exists.
 */
export const openBrowser = (base: string, session?: { token: string; csrfToken: string }) => {
  const cookies = new Map<string, string>(session && [['darkroom_session', session.token]]);
  let csrfToken = session?.csrfToken ?? '';

  /** Sends a request as it is, with nothing but the cookie added. */
  const send = async (path: string, { method = 'GET', body, headers = {} }: Init = {}): Promise<Reply> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
    if (json.csrfToken) csrfToken = json.csrfToken;
    return { status: answer.status, body: json, headers: answer.headers, text };
  };

  const call = (path: string, init: Init = {}): Promise<Reply> =>
    send(path, { ...init, headers: { origin: base, 'x-csrf-token': csrfToken, ...init.headers } });

  return {
    cookies,
    send,
    call,
    get: (path: string) => call(path),
    post: (path: string, body?: unknown) => call(path, { method: 'POST', body }),
    put: (path: string, body?: unknown) => call(path, { method: 'PUT', body }),
    delete: (path: string) => call(path, { method: 'DELETE' }),
    signIn: (email = ADMIN.email, password = ADMIN.password) =>
      call('/v1/session', { method: 'POST', body: { email, password } }),
    csrfToken: () => csrfToken,
    userId: async () => ((await call('/v1/session')).body['user'] as { id: string }).id,
  };
};

export type Browser = ReturnType<typeof openBrowser>;
