import { malformed } from '../../domain/errors.ts';

export type Query = Record<string, string | string[] | Record<string, string>>;

/** An object without a prototype, so that `__proto__` is an ordinary key. Faster than `Object.create(null)`. */
function Dictionary() {}
Dictionary.prototype = Object.create(null);
const newDictionary = () => new (Dictionary as unknown as new () => Record<string, string>)();

/** Parameters that may have several values. */
const REPEATABLE = ['status'];
const LABEL = /^labels?\[(.*)\]$/s;

/**
 * Parses a query string. Pairs without a name or a value are ignored; the last value of a repeated parameter wins, except
 * for those in REPEATABLE, which have all their values. `label[key]=v` and `labels[key]=v` are collected under `label`.
 */
export const parseQuery = (text: string): Query => {
  const query: Query = newDictionary();
  if (text === '') return query;
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    if (equals <= 0 || equals === pair.length - 1) continue;
    const key = decode(pair.slice(0, equals));
    const value = decode(pair.slice(equals + 1));
    const label = key.startsWith('label') ? LABEL.exec(key)?.[1] : undefined;
    if (label !== undefined) labelsOf(query)[label] = value;
    else if (REPEATABLE.includes(key)) query[key] = [...((query[key] as string[] | undefined) ?? []), value];
    else if (key !== 'label') query[key] = value;
  }
  return query;
};

/**
 * Refuses parameters that are unknown, have no value, or are repeated although they are not in REPEATABLE. For
 * calls that would act on more than the caller wants if a filter was ignored.
 */
export const checkStrictQuery = (
  { url = '' }: { url?: string | undefined },
  known: readonly string[],
): void => {
  const seen = new Set<string>();
  for (const pair of url.split('?').slice(1).join('?').split('&')) {
    if (pair === '') continue;
    const [name = '', ...values] = pair.split('=').map(decode);
    if (!known.includes(LABEL.test(name) ? 'label' : name))
      throw malformed(`The parameter ${name.slice(0, 100)} is not known. Known here: ${known.join(', ')}.`);
    if (name === 'label') throw malformed('The parameter label needs a key, such as label[colour]=red.');
    if (values.join('') === '')
      throw malformed(`The parameter ${name} has no value. Give it a value, or leave it out.`);
    const parameter = name.replace(/^labels\[/, 'label[');
    if (seen.has(parameter) && !REPEATABLE.includes(name))
      throw malformed(`The parameter ${parameter} is given twice. Give it once.`);
    seen.add(parameter);
  }
};

const labelsOf = (query: Query): Record<string, string> => {
  query['label'] ??= newDictionary();
  return query['label'] as Record<string, string>;
};

const decode = (text: string): string => {
  if (!text.includes('%') && !text.includes('+')) return text;
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
};
