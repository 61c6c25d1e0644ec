import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CreateBodySchema } from '../../src/http/routes/executions/create.ts';
import { ROUTES } from '../../src/http/server/routes.ts';
import { Compile } from '../../src/schema/typebox.ts';
import { serversForTests } from './start-server.ts';

const { openShared } = serversForTests();

type Described = {
  description?: string;
  properties?: Record<string, Described>;
  items?: Described;
};
type Operation = {
  operationId: string;
  summary: string;
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    style?: string;
    schema: Record<string, unknown>;
  }[];
  requestBody?: { content: Record<string, { schema: Described; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
  security?: unknown[];
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('the OpenAPI document has every route under its versions, and no alias', async () => {
  const { base } = await openShared();
  const answer = await fetch(`${base}/openapi.json`);
  assert.equal(answer.status, 200);
  const document = (await answer.json()) as Document;
  assert.equal(document.openapi, '3.1.0');
  const described = operationsOf(document).map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  const declared = ROUTES.flatMap(({ method, path, versions }) =>
    (versions.length > 0 ? versions.map((version) => `/${version}${path}`) : [path]).map(
      (url) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
    ),
  );
  assert.deepEqual(described.sort(), declared.sort());
});

test('every operation has a name of its own, a sentence, its parameters and the standard error', async () => {
  const { base } = await openShared();
  const document = (await (await fetch(`${base}/openapi.json`)).json()) as Document;
  const operations = operationsOf(document);
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length);
  for (const { path, operation } of operations) {
    assert.ok(operation.summary, path);
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      assert.ok(
        operation.parameters?.some((one) => one.name === name && one.in === 'path'),
        `${path} ${name}`,
      );
    assert.deepEqual(operation.responses['4XX']?.content?.['application/json']?.schema, {
      $ref: '#/components/schemas/Error',
    });
  }
  assert.ok(document.components.schemas['Error']);
  for (const reference of JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)/g))
    assert.ok(document.components.schemas[reference[1]!], reference[0]);
  assert.doesNotMatch(JSON.stringify(document), /"expects":"/);
});

test('every parameter and every field of a JSON body has a description', async () => {
  const { base } = await openShared();
  const document = (await (await fetch(`${base}/openapi.json`)).json()) as Document;
  const bare: string[] = [];
  const lookInto = (schema: Described, at: string) => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (!field.description) bare.push(`${at} ${name}`);
      lookInto(field, `${at} ${name}`);
    }
    if (schema.items) lookInto(schema.items, at);
  };
  for (const { path, method, operation } of operationsOf(document)) {
    for (const { name, in: place, description } of operation.parameters ?? [])
      if (place === 'query' && !description) bare.push(`${method} ${path}?${name}`);
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      lookInto(schema, `${method} ${path}`);
  }
  assert.deepEqual(bare, []);
});

test('every JSON body has an example, which fits its schema and has no other fields', async () => {
  for (const { method, path, schema, example } of ROUTES) {
    if (!schema.body) continue;
    assert.ok(example, `${method} ${path}`);
    assert.deepEqual(Compile(schema.body).Errors(example), [], `${method} ${path}`);
    const { properties = {} } = schema.body as Described;
    if (!Array.isArray(example))
      for (const name of Object.keys(example)) assert.ok(name in properties, `${method} ${path} ${name}`);
  }
  const [one] = ROUTES.find(({ path }) => path === '/workflow/execution/create-many')!.example as unknown[];
  assert.deepEqual(Compile(CreateBodySchema).Errors(one), []);

  const { base } = await openShared();
  const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as Document;
  const { content } = paths['/v1/qa/claim']!['post']!.requestBody!;
  assert.deepEqual(content['application/json']?.example, { count: 10 });
});

test('text, images and forms have their own content types', async () => {
  const { base } = await openShared();
  const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as Document;
  const upload = paths['/v1/upload']!['post']!;
  assert.deepEqual(Object.keys(upload.requestBody!.content), [
    'application/json',
    'multipart/form-data',
    'image/*',
    'application/x-cube-lut',
  ]);
  assert.deepEqual(Object.keys(upload.responses['201']!.content!), ['text/plain', 'application/json']);
  const create = paths['/v1/workflow/execution/create']!['post']!;
  assert.deepEqual(Object.keys(create.responses['201']!.content!), ['text/plain']);
  const balance = paths['/v1/organization/balance']!['get']!;
  assert.deepEqual(Object.keys(balance.responses['200']!.content!), ['text/plain', 'application/json']);
  const label = create.parameters!.find(({ name }) => name === 'label');
  assert.equal(label?.style, 'deepObject');
  const limit = paths['/v1/workflow']!['get']!.parameters!.find(({ name }) => name === 'limit');
  assert.deepEqual(limit?.schema, { type: 'integer', minimum: 0, maximum: 1000, default: 50 });
  assert.equal(limit?.required, false);
  assert.deepEqual(paths['/v1/health']!['get']!.security, []);
});
