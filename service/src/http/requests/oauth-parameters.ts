import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors.ts';
import { OAuthRefusal } from '../../domain/people/oauth.ts';

const MAX_BYTES = 32 * 1024;

/** The media type of a form, and the types under which some clients send a form by mistake. */
export const FORM_TYPES = [
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/octet-stream',
] as const;

/** The parameters of an OAuth request, from a form or from JSON. A parameter without a value counts as missing. */
type OAuthParameters = { get(name: string): string | undefined; require(name: string): string };

export const oauthParameters = async (request: FastifyRequest): Promise<OAuthParameters> => {
  const pairs = request.body === undefined ? await formPairs(request) : jsonPairs(request.body);
  const given = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (given.has(name))
      throw invalid(`The parameter ${name.slice(0, 50)} is given more than once. Send it once.`);
    if (value.includes('\0'))
      throw invalid(`The parameter ${name.slice(0, 50)} contains a NUL character. Remove it.`);
    given.set(name, value);
  }
  const get = (name: string) => given.get(name) || undefined;
  return {
    get,
    require: (name) => {
      const value = get(name);
      if (value === undefined) throw invalid(`The parameter ${name} is required.`);
      return value;
    },
  };
};

const formPairs = async (request: FastifyRequest): Promise<Iterable<[string, string]>> =>
  new URLSearchParams(await readText(request));

const readText = async ({ raw }: FastifyRequest): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // When the body is too large, the connection stays open, so that the refusal can be sent on it.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES)
      throw new Refusal(
        'too_large',
        `The body is larger than ${MAX_BYTES} bytes. Send only the parameters of this request.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const jsonPairs = (body: unknown): [string, string][] => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('The body must be a JSON object.');
  return Object.entries(body)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      if (typeof value !== 'string') throw invalid(`The parameter ${name.slice(0, 50)} must be text.`);
      return [name, value];
    });
};

const invalid = (description: string) => new OAuthRefusal('invalid_request', description);
