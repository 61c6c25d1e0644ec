import type { AnswerOf } from 'darkroom-client';
import type { MEASURES } from './usage-search.ts';

export type UsageEntry = AnswerOf<'get', '/v1/organization/{id}/usage'>['entries'][number];
type Measure = keyof typeof MEASURES;

/** One group of the report over all periods. */
export type Group = {
  id: string;
  name: string;
  executions: number;
  failures: number;
  credits: number;
  /** The place in the chart's palette; undefined for the groups that share the last colour. */
  colour: number | undefined;
};

/** One bar: its period and the heights of its parts, from the bottom. */
export type Stack = { period: string; total: number; parts: { group: Group; value: number }[] };

/** More colours than these are hard to tell apart. */
const COLOURS = 6;

/** The groups of a report, the largest first. */
export const groupsOf = (entries: readonly UsageEntry[], show: Measure, noName: string): Group[] => {
  const groups = new Map<string, Group>();
  for (const { groupId, groupName, executions, failures, credits } of entries) {
    const id = groupId ?? '';
    const group = groups.get(id) ?? {
      id,
      name: groupId === null ? noName : (groupName ?? 'Deleted'),
      ...{ executions: 0, failures: 0, credits: 0, colour: undefined },
    };
    group.executions += executions;
    group.failures += failures;
    group.credits += credits;
    groups.set(id, group);
  }
  const sorted = [...groups.values()].sort((one, other) => other[show] - one[show]);
  return sorted.map((group, index) => ({
    ...group,
    colour: index < COLOURS - 1 || sorted.length === COLOURS ? index : undefined,
  }));
};

/** The groups that have no colour of their own, as one part of a bar. */
const OTHERS: Group = {
  id: 'others',
  name: 'Others',
  ...{ executions: 0, failures: 0, credits: 0, colour: undefined },
};

/** The bars of a report: one for each period, including the periods without usage. */
export const stacksOf = (
  periods: readonly string[],
  entries: readonly UsageEntry[],
  groups: readonly Group[],
  show: Measure,
): Stack[] =>
  periods.map((period) => {
    const ofPeriod = entries.filter((entry) => entry.period === period);
    const usedBy = (group: Group) =>
      ofPeriod.find(({ groupId }) => (groupId ?? '') === group.id)?.[show] ?? 0;
    const own = groups.filter(({ colour }) => colour !== undefined);
    const rest = groups.filter(({ colour }) => colour === undefined);
    const parts = [
      ...own.map((group) => ({ group, value: usedBy(group) })),
      { group: OTHERS, value: rest.reduce((sum, group) => sum + usedBy(group), 0) },
    ].filter(({ value }) => value > 0);
    return { period, total: parts.reduce((sum, { value }) => sum + value, 0), parts };
  });

const DAY_MS = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The first day of each period between two days. The report names its periods by these days. */
export const periodsBetween = (from: string, to: string, by: 'day' | 'week' | 'month'): string[] => {
  const first = new Date(`${from}T00:00:00Z`);
  if (by === 'month') first.setUTCDate(1);
  // Weeks begin on Monday; getUTCDay counts from Sunday.
  if (by === 'week') first.setUTCDate(first.getUTCDate() - ((first.getUTCDay() + 6) % 7));
  const periods: string[] = [];
  for (const at = first; dayOf(at.getTime()) <= to; ) {
    periods.push(dayOf(at.getTime()));
    if (by === 'month') at.setUTCMonth(at.getUTCMonth() + 1);
    else at.setTime(at.getTime() + (by === 'week' ? 7 : 1) * DAY_MS);
  }
  return periods;
};

/** The first and the last day of a report that ends today, in a time zone. */
export const rangeOf = (days: number, timezone: string, now = new Date()): { from: string; to: string } => {
  const to = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now);
  return { from: dayOf(Date.parse(to) - (days - 1) * DAY_MS), to };
};

/** The time zone of the browser. A day in the reports is a day in this time zone. */
export const TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
