import { Compile, type Static, type TObject, type Validator } from '../../schema/typebox.ts';
import type { Component } from '../definition/component.ts';
import { type ParamSchema, valuesOf } from '../definition/values-of.ts';

type Reading = { params: Static<TObject>; wrong?: undefined } | { wrong: { param: string; must: string } };

/** Validates the parameters of a step and fills in the defaults; returns the wrong parameter if there is one. */
export const readParams = (component: Component, given: Record<string, unknown>): Reading => {
  const known = component.params.properties;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    return {
      wrong: {
        param: unknown,
        must: `is not a parameter of ${component.name}, which has the parameters ${Object.keys(known).join(', ')}`,
      },
    };
  const { defaults, validator } = schemaOf(component);
  const params: Static<TObject> = { ...defaults, ...given };
  const error = validator.Check(params) ? undefined : validator.Errors(params)[0];
  if (error) {
    const param = error.instancePath.slice(1);
    const [name = ''] = param.split('/');
    return { wrong: { param, must: sentence(error, param === name, known[name] as unknown as ParamSchema) } };
  }
  const broken = component.rule?.(params);
  return broken ? { wrong: { param: '', must: broken } } : { params };
};

type Schema = { defaults: Record<string, unknown>; validator: Validator };
const schemas = new Map<Component, Schema>();

/** Compiles each schema once: a check then takes 0.1 us instead of 30 us, at every step of every image. */
const schemaOf = (component: Component): Schema => {
  let schema = schemas.get(component);
  if (!schema) {
    const entries = Object.entries(component.params.properties);
    const defaults = Object.fromEntries(entries.map(([name, param]) => [name, defaultOf(param)]));
    schema = { defaults, validator: Compile(component.params) };
    schemas.set(component, schema);
  }
  return schema;
};

const defaultOf = (param: object): unknown => ('default' in param ? param.default : undefined);

const sentence = (
  error: { keyword: string; params: object },
  isWhole: boolean,
  schema: ParamSchema,
): string => {
  if (!isWhole) return `does not fit: ${schema.description.replace(/\.$/, '')}`;
  if ('allowedValues' in error.params && Array.isArray(error.params.allowedValues))
    return `must be one of ${error.params.allowedValues.join(', ')}`;
  if (error.keyword === 'pattern' && schema.examples) return `must look like ${schema.examples.join(', ')}`;
  return `must be ${valuesOf(schema)}`;
};
