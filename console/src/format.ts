const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const A_MONTH_S = 30 * 86_400;

export const moment = (iso: string): string => MOMENT.format(new Date(iso));

/** "2 min. ago", "in 6 days"; a date when it is far away. */
export const fromNow = (iso: string, now = Date.now()): string => {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Math.abs(seconds) > A_MONTH_S)
    return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium' });
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  if (unit === 'second') return seconds <= 0 ? 'just now' : 'in a moment';
  return RELATIVE.format(Math.round(seconds / size), unit);
};

export const duration = (fromIso: string, toIso: string): string =>
  milliseconds(Date.parse(toIso) - Date.parse(fromIso));

export const milliseconds = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;

export const credits = (count: number): string =>
  `${WHOLE.format(count)} ${count === 1 ? 'credit' : 'credits'}`;

export const count = (number: number): string => WHOLE.format(number);
