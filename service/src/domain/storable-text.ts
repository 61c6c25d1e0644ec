const UNSTORABLE = /\0/;

/** Whether PostgreSQL can hold this text: it knows neither NUL nor half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !UNSTORABLE.test(text) && text.isWellFormed();

/** The same for every text, and every key, inside a JSON value. */
export const isStorableJson = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inside]) => isStorableText(key) && isStorableJson(inside));
};
