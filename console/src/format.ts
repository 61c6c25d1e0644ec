const RELATIVE = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'short' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const A_MONTH_S = 30 * 86_400;

export const dateTime = (iso: string): string => MOMENT.format(new Date(iso));

/** "2 min ago", "in 6 days"; a date when it is far away. */
export const fromNow = (iso: string, now = Date.now()): string => {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Math.abs(seconds) > A_MONTH_S)
    return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium' });
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  if (unit === 'second') return seconds <= 0 ? 'just now' : 'in a moment';
  return RELATIVE.format(Math.round(seconds / size), unit);
};

/** "2 min", "3 h 10 min": the time that has passed since `iso`, in whole minutes. */
export const timeSince = (iso: string, now = Date.now()): string => {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  return minutes < 1 ? 'less than 1 min' : milliseconds(minutes * 60_000);
};

export const duration = (fromIso: string, toIso: string): string =>
  milliseconds(Date.parse(toIso) - Date.parse(fromIso));

/** "7 ms", "12.3 s", "2 min 5 s", "3 h 10 min", "2 days 3 h". */
export const milliseconds = (ms: number): string => {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return inTwo(seconds, 60, 'min', 's');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1_440) return inTwo(minutes, 60, 'h', 'min');
  const hours = Math.floor(minutes / 60);
  return inTwo(hours, 24, hours < 48 ? 'day' : 'days', 'h');
};

/** "5 s", "2 min 5 s": a time that is known to the second at best. */
export const wholeSeconds = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : milliseconds(1_000 * whole);
};

const inTwo = (count: number, size: number, large: string, small: string): string =>
  `${Math.floor(count / size)} ${large}${count % size ? ` ${count % size} ${small}` : ''}`;

export const credits = (number: number): string => `${count(number)} ${number === 1 ? 'credit' : 'credits'}`;

/** "1,024", "−10" with the sign for minus. */
export const count = (number: number): string => WHOLE.format(number).replace('-', '−');

/** "an owner", "a reviewer". */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
