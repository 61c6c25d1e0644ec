import { isIP } from 'node:net';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { type Egress, EgressFailure } from '../ports/egress.ts';
import { type AddressRules, addressRules, forbidden } from './address-rules.ts';
import { explainFailure } from './explain-failure.ts';
import { nameResolver, type ResolveName } from './name-resolver.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const DNS_TIMEOUT_MS = 2_000;

/**
 * Opens a client for outgoing HTTP that reaches allowed addresses only. It ignores the proxy variables of the
 * environment.
 */
export const openGuardedFetch = (rules: AddressRules & { resolveName?: ResolveName }): Egress => {
  const isAllowed = addressRules(rules);
  const resolveName = rules.resolveName ?? nameResolver({ timeoutMs: DNS_TIMEOUT_MS });
  let agent: Promise<Agent> | undefined;
  // The HTTP client is loaded with the first call: it takes a sixth of the start-up time, and many
  // installations never need it.
  const openAgent = (): Promise<Agent> => {
    agent ??= import('./guarded-agent.ts')
      .then(({ guardedAgent }) => guardedAgent(isAllowed, resolveName))
      .catch((error) => {
        agent = undefined;
        throw error;
      });
    return agent;
  };

  const forbids = (url: URL): boolean => {
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    return isIP(literal) !== 0 && !isAllowed(literal);
  };

  const parseTarget = (text: string, base?: URL): URL => {
    const url = URL.parse(text, base?.href);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new EgressFailure(
        'bad_answer',
        'The address is not an http or https URL. Give one that starts with http:// or https://.',
      );
    if (forbids(url)) throw forbidden();
    return url;
  };

  const send = async (
    url: URL,
    method: Dispatcher.HttpMethod,
    headers: Record<string, string>,
    body: string | null,
    signal: AbortSignal,
  ) =>
    (await openAgent()).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { 'user-agent': 'Darkroom', 'accept-encoding': 'identity', ...credentials(url), ...headers },
      body,
      signal,
    });

  return {
    forbids,
    post: async (text, headers, body, { timeoutMs, signal, ...limits }) => {
      const deadline = startDeadline(timeoutMs, signal);
      try {
        const answer = await send(parseTarget(text), 'POST', headers, body, deadline.signal);
        const kept = await beginningOf(answer, limits);
        return { status: answer.statusCode, retryAfter: headerOf(answer, 'retry-after'), text: kept };
      } catch (error) {
        throw explainFailure(error);
      } finally {
        deadline.end();
      }
    },
    download: async (text, { timeoutMs, signal, maxBytes, maxRedirects }) => {
      const deadline = startDeadline(timeoutMs, signal);
      try {
        let url = parseTarget(text);
        for (let redirects = 0; ; redirects += 1) {
          const answer = await send(url, 'GET', { accept: 'image/*' }, null, deadline.signal);
          const location = headerOf(answer, 'location');
          if (!REDIRECTS.has(answer.statusCode) || location === undefined)
            return limitBody(usableBody(answer, maxBytes), maxBytes, deadline);
          answer.body.on('error', () => {}).destroy();
          if (redirects === maxRedirects)
            throw new EgressFailure('bad_answer', `The server redirected more than ${maxRedirects} times.`);
          url = parseTarget(location, url);
        }
      } catch (error) {
        deadline.end();
        throw explainFailure(error);
      }
    },
    close: async () => (await agent)?.destroy(),
  };
};

/**
 * Reads the body, so that the connection can be reused, and returns its beginning. A body that is too long or breaks off is
 * no failure: only the status matters.
 */
const beginningOf = async (
  { body, statusCode }: Dispatcher.ResponseData,
  { maxResponseBytes, maxKeptBytes = 0 }: { maxResponseBytes: number; maxKeptBytes?: number },
): Promise<string> => {
  if (statusCode === 204) {
    await body.dump();
    return '';
  }
  const kept: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes < maxKeptBytes) kept.push(chunk.subarray(0, maxKeptBytes - bytes));
      bytes += chunk.length;
      if (bytes > maxResponseBytes) break;
    }
  } catch {}
  // Decodes as a stream, so that a character that is cut at the end is left out.
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true });
};

/** Returns the body of a usable response, or throws a failure that says why the response cannot be used. */
const usableBody = (answer: Dispatcher.ResponseData, maxBytes: number): Readable => {
  const encoding = headerOf(answer, 'content-encoding') ?? 'identity';
  const refusal =
    answer.statusCode !== 200
      ? new EgressFailure('bad_answer', `The server responded with status ${answer.statusCode}.`)
      : encoding !== 'identity'
        ? new EgressFailure(
            'bad_answer',
            `The server sent a compressed response (${encoding.slice(0, 20)}), which is not supported.`,
          )
        : Number(headerOf(answer, 'content-length')) > maxBytes
          ? tooLarge(maxBytes)
          : undefined;
  if (!refusal) return answer.body;
  answer.body.on('error', () => {}).destroy();
  throw refusal;
};

const limitBody = (body: Readable, maxBytes: number, deadline: Deadline): Readable => {
  let bytes = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
    destroy: (error, done) => done(error && explainFailure(error)),
  });
  return pipeline(body, counted, () => deadline.end());
};

const tooLarge = (maxBytes: number) =>
  new EgressFailure('too_large', `The response is larger than ${maxBytes} bytes.`);

const headerOf = ({ headers }: Dispatcher.ResponseData, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Basic authentication from the credentials in a URL. They are sent to its host only, never to a redirect target. */
const credentials = ({ username, password }: URL): Record<string, string> => {
  if (!username && !password) return {};
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
};

const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

type Deadline = { signal: AbortSignal; end(): void };

const startDeadline = (timeoutMs: number, outer?: AbortSignal): Deadline => {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new EgressFailure('timeout', 'The server did not respond in time.')),
    timeoutMs,
  );
  const stop = () => controller.abort(new EgressFailure('aborted', 'The call was canceled.', outer?.reason));
  if (outer?.aborted) stop();
  else if (outer) callsAbortedBy(outer).add(stop);
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      if (outer) callsAbortedBy(outer).delete(stop);
    },
  };
};

// Hundreds of calls share the signal of a sender. They share one listener as well, because removing one of
// many listeners from a signal walks through all of them.
const callsByOuter = new WeakMap<AbortSignal, Set<() => void>>();

const callsAbortedBy = (outer: AbortSignal): Set<() => void> => {
  const known = callsByOuter.get(outer);
  if (known) return known;
  const calls = new Set<() => void>();
  callsByOuter.set(outer, calls);
  outer.addEventListener('abort', () => {
    for (const stop of calls) stop();
  });
  return calls;
};
