import { malformed } from './errors.ts';

/** PostgreSQL's JSON holds no NUL and no half of a surrogate pair; a caller is told so instead of a 500. */
export const checkStorable = <Value>(value: Value, name: string): Value => {
  if (!isStorable(value)) throw malformed(`${name} contains a character that is not text.`);
  return value;
};

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
};
