import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { type TSchema, Type } from '../../schema/typebox.ts';
import { csvColumns } from '../replies/csv-list.ts';
import type { Route } from './route.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};

const ErrorSchema = Type.Object(
  {
    timestamp: Type.String({ format: 'date-time' }),
    status: Type.Integer(),
    error: Type.String(),
    message: Type.String(),
    path: Type.String(),
  },
  { $id: 'Error', description: 'The request failed; `message` says why and what to do.' },
);

/** Registers the generator of the OpenAPI document. Call it before the routes are registered: it collects their schemas. */
export const describeApi = (server: FastifyInstance): void => {
  server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Darkroom', version, description: 'Runs image workflows.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route: { config } }) => {
      const declaration = config?.declaration;
      return {
        url,
        schema: declaration ? (markNames(operation(declaration, schema, url)) as FastifySchema) : schema,
      };
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? (publishable(document.openapiObject) as typeof document.openapiObject)
        : {},
  });
};

const operation = (declaration: Route, schema: FastifySchema, url: string): FastifySchema => {
  const { method, path, action, summary, files, schema: parts, example } = declaration;
  const body = example === undefined ? parts.body : { ...parts.body, examples: [example] };
  const status = String(declaration.status ?? 200);
  return {
    ...schema,
    ...(body ? { body } : {}),
    ...(files ? { body: { content: bodyContent(body, files) } } : {}),
    summary,
    operationId: operationId(method, url),
    tags: [path.split('/')[1] ?? ''],
    security: action === 'public' ? [] : [{ bearer: [] }],
    response: {
      [status]: { description: summary, type: 'null' },
      ...mapValues(parts.response ?? {}, (response) => ({
        description: summary,
        content: contentOf(response),
      })),
      '4XX': ErrorSchema,
      '5XX': ErrorSchema,
    },
  } as FastifySchema;
};

type Json = { type?: unknown; format?: unknown; anyOf?: Json[] };

/**
 * Returns media types by schema: text for a string, text or JSON for an integer, an image for binary, JSON or
 * CSV for a list, and JSON for everything else.
 */
const contentOf = (schema: Json): Record<string, { schema: Json }> => {
  if (schema.anyOf) return Object.assign({}, ...schema.anyOf.map(contentOf));
  if (schema.format === 'binary') return { 'image/*': { schema } };
  if (csvColumns(schema as TSchema))
    return { 'application/json': { schema }, 'text/csv': { schema: { type: 'string' } } };
  if (schema.type === 'integer') return { 'text/plain': { schema }, 'application/json': { schema } };
  return { [schema.type === 'string' ? 'text/plain' : 'application/json']: { schema } };
};

const BINARY = { type: 'string', format: 'binary' };
const FORM = {
  type: 'object',
  required: ['file'],
  properties: { file: { ...BINARY, description: 'The image' } },
};
const bodyContent = (json: Json | undefined, files: readonly string[]) => ({
  ...(json ? { 'application/json': { schema: json } } : {}),
  ...Object.fromEntries(
    files.map((type) => [type, { schema: type === 'multipart/form-data' ? FORM : BINARY }]),
  ),
});

/** Derives the operation id from method and path: `GET /v2/workflow/:id/keys` is `getWorkflowByIdKeysV2`. */
const operationId = (method: string, url: string): string => {
  const [, version, ...segments] = url.split('/');
  const named = version?.match(/^v\d+$/) ? segments : [version ?? '', ...segments];
  const words = named.map((segment) =>
    segment.startsWith(':') ? `By${capital(segment.slice(1))}` : segment.split('-').map(capital).join(''),
  );
  return method.toLowerCase() + words.join('') + (version === 'v2' ? 'V2' : '');
};

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

const mapValues = <Value, Result>(object: Record<string, Value>, change: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

// The generator removes `$id` from schemas that were not registered with it, so another key keeps the name.
const NAME = 'x-name';
const markNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(markNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [key === '$id' ? NAME : key, markNames(inside)]),
  );
};

/** Marks a request body that may be null as optional: the generator marks every body as required. */
const optionalBody = (value: Record<string, unknown>): Record<string, unknown> => {
  const content = value['content'] as Record<string, { schema?: Json }> | undefined;
  const type = content?.['application/json']?.schema?.type;
  return value['required'] === true && Array.isArray(type) && type.includes('null')
    ? { ...value, required: false }
    : value;
};

/** Returns the document without the keys that only this service uses, and with each named schema under `components`. */
const publishable = (document: object): object => {
  const schemas: Record<string, unknown> = {};
  const publish = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(publish);
    if (typeof value !== 'object' || value === null) return value;
    const { [NAME]: name, ...rest } = value as Record<string, unknown>;
    const published = optionalBody(describeQueryParameter(mapValues(withoutMessageKeys(rest), publish)));
    if (typeof name !== 'string') return published;
    schemas[name] = published;
    return { $ref: `#/components/schemas/${name}` };
  };
  const { components, ...rest } = publish(document) as { components: object };
  return { ...rest, components: { ...components, schemas } };
};

/** Removes `expects` and `title`, which only serve this service's own error messages. */
const withoutMessageKeys = (schema: Record<string, unknown>): Record<string, unknown> => {
  const { expects, title, ...rest } = schema;
  return typeof expects === 'string' ? rest : schema;
};

const describeQueryParameter = (value: Record<string, unknown>): Record<string, unknown> => {
  if (value['in'] !== 'query') return value;
  const { type, default: fallback } = value['schema'] as { type?: unknown; default?: unknown };
  if (fallback !== undefined) return { ...value, required: false };
  // `label[key]=value`
  return type === 'object' ? { ...value, style: 'deepObject', explode: true } : value;
};
