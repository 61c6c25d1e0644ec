import { malformed } from '../../domain/errors.ts';
import { Type } from '../../schema/typebox.ts';

const EXPECTED = 'a time such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31';

/** Schema of a query parameter that names a time; a date means its midnight in UTC. */
export const timeSchema = (description: string) =>
  Type.String({
    description,
    pattern: '^(?!0000)\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?(Z|[+-]\\d{2}:\\d{2}))?$',
    expects: EXPECTED,
  });

/** Reads a time parameter. Refuses days that do not exist, and times whose year in UTC is not 1 to 9999. */
export const timeOf = <Text extends string | undefined>(name: string, text: Text): Text => {
  if (text === undefined) return text;
  const [day = ''] = text.split('T');
  const time = timestampOf(text);
  // JavaScript reads February 31 as March 3.
  if (!time || !timestampOf(day)?.startsWith(day))
    throw malformed(`The parameter ${name} must be ${EXPECTED}.`);
  return time as Text;
};

/** The time in UTC with milliseconds; undefined for text that is no time in the years 1 to 9999. */
export const timestampOf = (text: string): string | undefined => {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return undefined;
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? time.toISOString() : undefined;
};
