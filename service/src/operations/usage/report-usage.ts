import { findComponent } from '../../components/registry.ts';
import { malformed } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import { percentilesOf } from '../../domain/usage/time-histogram.ts';
import type { Page } from '../../ports/executions.ts';
import type { Usage, UsageQuery } from '../../ports/usage.ts';

/** The report that a caller asks for. Without days it covers the last 30 days. */
type ReportRequest = Omit<UsageQuery, 'from' | 'to'> & { from?: string | undefined; to?: string | undefined };

const DAYS_BEFORE = 29;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Reports what an organization used, by period and group. */
export const reportUsage = async (
  { usage }: { usage: Usage },
  organizationId: OrganizationId,
  request: ReportRequest,
  page: Page,
  now: Date,
) => {
  const today = dayIn(request.timezone, now);
  const to = checkDay('to', request.to ?? today);
  const from = checkDay('from', request.from ?? daysBefore(to, DAYS_BEFORE));
  if (from > to) throw malformed('The parameter from must not be after the parameter to.');
  const { entries, total } = await usage.report(organizationId, { ...request, from, to }, page);
  return {
    entries: entries.map(({ workMs, queueTimes, processingTimes, groupName, ...entry }) => ({
      ...entry,
      groupName: request.group === 'component' ? titleOf(entry.groupId) : groupName,
      workSeconds: Math.round(workMs) / 1000,
      queueSeconds: percentilesOf(queueTimes),
      processingSeconds: percentilesOf(processingTimes),
    })),
    total,
  };
};

/** Today's date in a time zone. */
const dayIn = (timezone: string, now: Date): string => {
  // Only names are allowed. JavaScript also accepts offsets such as +05:30, which PostgreSQL reads with the
  // opposite sign.
  if (/^[A-Za-z]/.test(timezone))
    try {
      return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now);
    } catch {}
  throw malformed('The parameter timezone must be the name of a time zone, such as Europe/Berlin.');
};

const checkDay = (name: string, day: string): string => {
  const time = Date.parse(`${day}T00:00:00Z`);
  // JavaScript reads February 31 as March 3, so compare the parsed date with the text.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(day))
    throw malformed(`The parameter ${name} must be a day of the calendar, such as 2027-01-31.`);
  return day;
};

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, day.length);

const titleOf = (component: string | null): string | null =>
  component === null ? null : (findComponent(component)?.title ?? component);
