const UNSTORABLE = /\0/;
/** The end of a message that begins with the name of the field that has the text. */
export const NOT_STORABLE = 'contains a NUL character or half of a surrogate pair. Remove it.';

/** True when PostgreSQL can store this text: it can store neither NUL nor half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !UNSTORABLE.test(text) && text.isWellFormed();

/** The rule of `isStorableText` as a pattern for JSON schemas. */
export const STORABLE_TEXT_PATTERN = '^[^\\u0000\\ud800-\\udfff]*$';

/** True when PostgreSQL can store every string and every key inside a JSON value. */
export const isStorableJson = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inside]) => isStorableText(key) && isStorableJson(inside));
};
