import type { FastifySchemaCompiler } from 'fastify';
import { malformed, notFound, type Refusal } from '../../domain/errors.ts';
import { NOT_STORABLE, STORABLE_TEXT_PATTERN } from '../../domain/storable-text.ts';
import { Compile, type TSchema, type Validator } from '../../schema/typebox.ts';
import type { Query } from './parse-query.ts';

type Problem = { keyword: string; schemaPath: string; instancePath: string; params: object };
type Verdict = { value: unknown } | { error: Refusal };

/** Compiles the validator of one part of a route's schema. Query values are text and are converted before the check. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // Compiled on first use: compiling every schema took a sixth of the start-up time.
  let compiled: Validator | undefined;
  const check = (value: unknown): Verdict => {
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return { value };
    const problem = compiled.Errors(value)[0] as Problem | undefined;
    return { error: refusal(httpPart ?? 'body', schema, problem, value) };
  };
  if (httpPart !== 'querystring') return check;

  const readQuery = queryReader(schema);
  return (value: Query): Verdict => check(readQuery(value));
};

type Property = { type?: string; default?: unknown };

/**
 * Prepares a query for the check by the schema: converts the text of whole numbers and booleans to these types, and
 * adds defaults. Other text is not converted, so the schema refuses it where it expects a number or a boolean.
 */
const queryReader = (schema: TSchema) => {
  const properties = Object.entries((schema as { properties?: Record<string, Property> }).properties ?? {});
  return (query: Query): Record<string, unknown> => {
    const read: Record<string, unknown> = query;
    for (const [name, { type, default: fallback }] of properties) {
      const all = query[name];
      // The schema wants a single value, so the last one wins.
      const given = Array.isArray(all) && type !== 'array' ? all.at(-1) : all;
      if (given !== all && given !== undefined) read[name] = given;
      if (given === undefined) {
        if (fallback !== undefined) read[name] = fallback;
      } else if (type === 'integer' && typeof given === 'string' && /^\d+$/.test(given))
        read[name] = Math.min(Number(given), Number.MAX_SAFE_INTEGER);
      else if (type === 'boolean' && (given === 'true' || given === 'false')) read[name] = given === 'true';
      // PostgreSQL refuses text with a NUL character. Null is no string, so the schema refuses the parameter first.
      else if (type === 'string' && typeof given === 'string' && given.includes('\0')) read[name] = null;
    }
    return read;
  };
};

const refusal = (part: string, schema: TSchema, problem: Problem | undefined, value: unknown): Refusal => {
  if (!problem)
    return malformed(
      'The request does not have the form that the API reference at /docs describes. Correct it.',
    );
  if (part === 'params') {
    const { title } = schemaAt(schema, problem.schemaPath);
    return notFound(typeof title === 'string' ? title : 'The resource');
  }
  const name = problem.instancePath.slice(1);
  if (part === 'querystring' && (value as Record<string, unknown>)[name] === null)
    return malformed(`The parameter ${name} contains a NUL character. Remove it.`);
  if (problem.instancePath === '' && value === null)
    return malformed('The request needs a JSON body with a Content-Type such as application/json.');
  return malformed(sentenceOf(problem, schema, part));
};

/** Writes one sentence that says what is wrong with a request and in which field or parameter. */
export const sentenceOf = (problem: Problem, schema: TSchema, part = 'body'): string => {
  const at = schemaAt(schema, problem.schemaPath);
  const noun = part === 'querystring' ? 'The parameter' : 'The field';
  const path = problem.instancePath
    .slice(1)
    .split('/')
    .map(unescapePointer)
    .filter((name) => name && !(part === 'querystring' && /^\d+$/.test(name)));
  const named = (...more: string[]) => [...path, ...more].join('.').slice(0, 200);
  const params = problem.params as Record<string, unknown>;
  if (problem.keyword === 'required') {
    const missing = (params['requiredProperties'] as string[] | undefined)?.[0] ?? '';
    return `${noun} ${named(missing)} is required.`;
  }
  // The schema of unknown keys is `false`, which fails with the keyword "boolean".
  if (problem.keyword === 'boolean') {
    const { properties = {} } = schemaAt(schema, problem.schemaPath.replace(/\/additionalProperties$/, ''));
    return `${noun} ${named()} is not known. Known here: ${Object.keys(properties as object).join(', ')}.`;
  }
  const subject = path.length === 0 ? 'The body' : `${noun} ${named()}`;
  if (problem.keyword === 'pattern' && at['pattern'] === STORABLE_TEXT_PATTERN)
    return `${subject} ${NOT_STORABLE}`;
  return `${subject} must be ${expectation(problem.keyword, params, at)}.`;
};

const TYPE_NAMES: Record<string, string> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

const expectation = (
  keyword: string,
  params: Record<string, unknown>,
  at: Record<string, unknown>,
): string => {
  if (typeof at['expects'] === 'string') return at['expects'];
  const { limit, allowedValues } = params;
  switch (keyword) {
    case 'type':
      return typeNames(at['type']);
    case 'enum':
      return `one of ${(allowedValues as unknown[]).join(', ')}`;
    case 'minimum':
      return `at least ${limit}`;
    case 'maximum':
      return `at most ${limit}`;
    case 'minItems':
      return `an array of at least ${limit} items`;
    case 'maxItems':
      return `an array of at most ${limit} items`;
    case 'minProperties':
      return `an object of at least ${limit} keys`;
    case 'maxProperties':
      return `an object of at most ${limit} keys`;
    case 'minLength':
      return `text of at least ${limit} characters`;
    case 'maxLength':
      return `text of at most ${limit} characters`;
    default:
      return 'as the API reference at /docs describes';
  }
};

const typeNames = (types: unknown): string =>
  [types]
    .flat()
    .map((type) => TYPE_NAMES[String(type)] ?? 'of another type')
    .join(' or ');

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const schemaAt = (schema: TSchema, pointer: string): Record<string, unknown> => {
  let at: unknown = schema;
  for (const part of pointer.split('/').slice(1))
    at =
      typeof at === 'object' && at !== null
        ? (at as Record<string, unknown>)[unescapePointer(part)]
        : undefined;
  return typeof at === 'object' && at !== null ? (at as Record<string, unknown>) : {};
};
