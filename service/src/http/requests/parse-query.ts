export type Query = Record<string, string | Record<string, string>>;

/** An object without a prototype, so that `__proto__` is an ordinary key. Faster than `Object.create(null)`. */
function Plain() {}
Plain.prototype = Object.create(null);
const newPlain = () => new (Plain as unknown as new () => Record<string, string>)();

const LABEL = /^labels?\[(.*)\]$/s;

/**
 * Parses a query string. Pairs without a name or a value are ignored; the last value of a repeated parameter wins.
 * `label[key]=v` and `labels[key]=v` are collected under `label`.
 */
export const parseQuery = (text: string): Query => {
  const query: Query = newPlain();
  if (text === '') return query;
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    if (equals <= 0 || equals === pair.length - 1) continue;
    const key = decode(pair.slice(0, equals));
    const value = decode(pair.slice(equals + 1));
    const label = key.startsWith('label') ? LABEL.exec(key)?.[1] : undefined;
    if (label !== undefined) labelsOf(query)[label] = value;
    else if (key !== 'label') query[key] = value;
  }
  return query;
};

const labelsOf = (query: Query): Record<string, string> => {
  query['label'] ??= newPlain();
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
