import { malformed, quote } from '../errors.ts';
import { isStorableText, NOT_STORABLE } from '../storable-text.ts';

export type Labels = Readonly<Record<string, string>>;

export const BATCH_LABELS = {
  id: 'service_batch_id',
  name: 'service_batch_name',
  createdAt: 'service_batch_createdAt',
} as const;

const MAX_LABELS = 64;
const MAX_KEY_LENGTH = 128;
const MAX_VALUE_LENGTH = 1024;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Refuses labels that break the rules. Keys such as `__proto__` are ordinary text here. */
export const checkLabels = (labels: Labels): Labels => {
  const entries = Object.entries(labels);
  if (entries.length > MAX_LABELS) throw malformed(`The field labels may have at most ${MAX_LABELS} labels.`);
  for (const [key, value] of entries) {
    if (key.length < 1 || isLonger(key, MAX_KEY_LENGTH))
      throw malformed(`A label key must have 1 to ${MAX_KEY_LENGTH} characters.`);
    if (isLonger(value, MAX_VALUE_LENGTH))
      throw malformed(`The label ${quote(key)} must have at most ${MAX_VALUE_LENGTH} characters.`);
    if (!isStorableText(key) || !isStorableText(value))
      throw malformed(`The label ${quote(key)} ${NOT_STORABLE}`);
  }
  const createdAt = entries.find(([key]) => key === BATCH_LABELS.createdAt)?.[1];
  if (createdAt !== undefined && !isTimestamp(createdAt))
    throw malformed(
      `The label ${BATCH_LABELS.createdAt} must be a UTC time with milliseconds, such as 2026-01-31T12:00:00.000Z.`,
    );
  return labels;
};

/** Compares the length in characters. One character may take two units of a JavaScript string. */
const isLonger = (text: string, max: number): boolean => text.length > max && [...text].length > max;

const isTimestamp = (text: string): boolean =>
  TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
