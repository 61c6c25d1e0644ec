import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { malformed, Refusal } from '../../domain/errors.ts';

const JSON_TYPE = /^\s*(?:json|[^\s/;]+\/json|[^\s/;]+\/[^\s;]*\+json)\s*(?:;|$)/i;
const WELL_FORMED_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;
const MAX_DEPTH = 500;

/**
 * Installs the body parsers. They accept JSON under every media type that clients use for it, and leave files to the
 * routes that take them.
 */
export const readBodies = (server: FastifyInstance, maxJsonBytes: number): void => {
  server.removeAllContentTypeParsers();

  server.addHook('preParsing', (request, _reply, payload, done) => {
    correctContentType(request.raw.headers);
    done(null, payload);
  });

  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxJsonBytes },
    (request, text, done) => {
      try {
        done(null, text === '' ? undefined : parseJson(text as string, filesOf(request)));
      } catch (error) {
        done(error as Error);
      }
    },
  );

  server.addContentTypeParser('*', (request, payload, done) => {
    if (takesFiles(request)) done(null, undefined);
    else refuseUnlessEmpty(payload, filesOf(request), done);
  });
};

/** Corrects the Content-Type: removes it when there is no body, and sets JSON when a body has no type. */
const correctContentType = (headers: IncomingHttpHeaders): void => {
  const type = headers['content-type'];
  if (type === 'application/json' && headers['content-length'] !== '0') return;
  if (!hasBody(headers)) delete headers['content-type'];
  else if (!type || JSON_TYPE.test(type)) headers['content-type'] = 'application/json';
  else if (!WELL_FORMED_TYPE.test(type)) headers['content-type'] = 'application/octet-stream';
};

/** Returns whether the headers announce a body. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');

const parseJson = (text: string, files: readonly string[]): unknown => {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (plain.length > MAX_DEPTH && depthOf(plain) > MAX_DEPTH)
    throw malformed(`The JSON body is nested more than ${MAX_DEPTH} levels deep. Remove some levels.`);
  try {
    // JSON.parse stores `__proto__` as an ordinary key, so a body cannot change a prototype.
    return JSON.parse(plain);
  } catch {
    const hint = files.length > 0 ? ` To send an image, set its Content-Type: ${files.join(' or ')}.` : '';
    throw malformed(`The body is not valid JSON.${hint}`);
  }
};

/** Returns the depth of nested brackets. JSON.stringify would overflow the stack on values that are nested too deeply. */
const depthOf = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return deepest;
};

const filesOf = (request: FastifyRequest): readonly string[] =>
  request.routeOptions.config.declaration?.files ?? [];

const takesFiles = (request: FastifyRequest): boolean => {
  const type = request.mediaType ?? '';
  return filesOf(request).some((file) =>
    file.endsWith('/*') ? type.startsWith(file.slice(0, -1)) : type === file,
  );
};

const refuseUnlessEmpty = (
  payload: IncomingMessage,
  files: readonly string[],
  done: (error: Error | null, body?: unknown) => void,
) => {
  const finish = (error: Error | null) => {
    payload.off('data', onData).off('end', onEnd).off('error', finish);
    payload.pause();
    done(error, undefined);
  };
  const onData = () =>
    finish(
      new Refusal(
        'unsupported_media_type',
        `This Content-Type is not supported here. Send ${[...files, 'application/json'].join(' or ')}.`,
      ),
    );
  const onEnd = () => finish(null);
  payload.on('data', onData).on('end', onEnd).on('error', finish);
};
