import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { Component } from './component.ts';

type Reading = { params: Static<TObject>; wrong?: undefined } | { wrong: { param: string; must: string } };

/** A step's parameters with the defaults filled in, or what is wrong with them. */
export const readParams = (component: Component, given: Record<string, unknown>): Reading => {
  const known = component.params.properties;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    return {
      wrong: {
        param: unknown,
        must: `is not a parameter of ${component.name} (${Object.keys(known).join(', ')})`,
      },
    };
  const params = Value.Default(component.params, { ...given }) as Static<TObject>;
  const error = Value.Check(component.params, params) ? undefined : Value.Errors(component.params, params)[0];
  if (error) return { wrong: { param: error.instancePath.slice(1), must: sentence(error) } };
  const broken = component.rule?.(params);
  return broken ? { wrong: { param: '', must: broken } } : { params };
};

const sentence = (error: { keyword: string; message: string; params: object }): string => {
  if ('allowedValues' in error.params && Array.isArray(error.params.allowedValues))
    return `must be one of ${error.params.allowedValues.join(', ')}`;
  return error.message;
};
