/** A schema object of OpenAPI 3.1, limited to the keywords that the service uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  description?: string;
  format?: string;
  examples?: unknown[];
};
export type Content = Record<string, { schema?: Schema; example?: unknown }>;
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
};
type OperationObject = {
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; content?: Content }>;
  security?: unknown[];
};
export type ApiDocument = {
  info: { title: string; version: string };
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema> };
};

export type Listed = { method: string; path: string; operation: OperationObject };

/** The schema that a reference leads to, or the schema itself. */
export const resolved = (document: ApiDocument, schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

const DEEPEST = 5;

/** Writes a schema in TypeScript notation, which most readers know. */
export const shapeOf = (document: ApiDocument, schema: Schema | undefined, depth = 0): string => {
  if (!schema) return 'anything';
  if (schema.$ref) return shapeOf(document, resolved(document, schema), depth);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map((one) => shapeOf(document, one, depth)).join(' | ');
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything'];
  return types.map((type) => shapeOfType(document, schema, type, depth)).join(' | ');
};

const shapeOfType = (document: ApiDocument, schema: Schema, type: string, depth: number): string => {
  if (type === 'array') return `${shapeOf(document, schema.items, depth)}[]`;
  if (type === 'null') return type;
  if (type !== 'object')
    return schema.format && schema.format !== 'uuid' ? `${type} (${schema.format})` : type;
  if (depth >= DEEPEST) return '{ … }';
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${indent}${name}${mark}: ${shapeOf(document, property, depth + 1)}`;
  });
  if (typeof schema.additionalProperties === 'object')
    lines.push(`${indent}[name]: ${shapeOf(document, schema.additionalProperties, depth + 1)}`);
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}` : '{}';
};
