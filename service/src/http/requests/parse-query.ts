export type Query = Record<string, string | Record<string, string>>;

/** Inherits nothing, so that a key such as `__proto__` is a key like any other. Faster than `Object.create(null)`. */
function Plain() {}
Plain.prototype = Object.create(null);
const newPlain = () => new (Plain as unknown as new () => Record<string, string>)();

const LABEL = /^labels?\[(.*)\]$/s;

/**
 * Empty pairs and empty values count as left out, and of a repeated parameter the last one counts.
 * `label[key]=v` and `labels[key]=v` are gathered under `label`.
 */
export const parseQuery = (text: string): Query => {
  const query: Query = newPlain();
  if (text === '') return query;
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    // Neither a name without a value nor a value without a name says anything.
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
