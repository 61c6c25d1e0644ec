import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { count, credits } from '../../format.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';
import { rangeOf, TIMEZONE } from './stacks.ts';
import { Stat } from './stat.tsx';
import { TopUp } from './top-up.tsx';

const SPENT_DAYS = 30;
/**
 * The number of days from which the pace of spending is computed. A month would hide a recent change, and a single
 * day has too little work.
 */
const PACE_DAYS = 14;

/** The credits that are available, held and spent, and how long they last. */
export const CreditsSummary = () => {
  const { organization, user } = useSignedIn();
  const { id } = organization;
  const account = useQuery({
    queryKey: ['credits', id],
    queryFn: ({ signal }) => api.get('/v1/organization/{id}/credits', { path: { id }, signal }),
    refetchInterval: 10_000,
  });
  const range = rangeOf(SPENT_DAYS, TIMEZONE);
  const daily = useQuery({
    queryKey: ['usage', id, 'daily', range],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/usage', {
        path: { id },
        query: { ...range, by: 'day', timezone: TIMEZONE },
        signal,
      }),
    refetchInterval: 30_000,
  });
  const spent = daily.data && sumOf(daily.data.entries);
  const perDay = daily.data && paceOf(daily.data.entries, rangeOf(PACE_DAYS, TIMEZONE).from);
  const { available, held } = account.data ?? {};
  const error = account.error ?? daily.error;
  // Show a number that could not be read as a dash, so that it does not look as if it were still loading.
  const missing = error ? null : undefined;
  return (
    <section className="section" aria-labelledby="account">
      <div className="page-head">
        <h2 id="account">Credits</h2>
        {user.platformAdministrator && <TopUp />}
      </div>
      <ErrorNotice
        error={error}
        retry={() => {
          account.refetch();
          daily.refetch();
        }}
      />
      <div className="stats">
        <Stat mark="available" name="Available" value={available ?? missing} about="can be spent now" />
        <Stat
          mark="held"
          name="Held"
          value={held ?? missing}
          about="for executions that wait, run or are in review"
        />
        <Stat mark="spent" name="Spent" value={spent ?? missing} about={`in the last ${SPENT_DAYS} days`} />
        <Stat
          name="Days left"
          value={perDay === undefined || available === undefined ? missing : daysLeft(available, perDay)}
          about={
            perDay === 0
              ? `nothing was spent in the last ${PACE_DAYS} days`
              : `at ${perDay ? `${credits(Math.ceil(perDay))} a day, ` : ''}the pace of the last ${PACE_DAYS} days`
          }
        />
      </div>
      <Shares spent={spent ?? 0} held={held ?? 0} available={available ?? 0} />
    </section>
  );
};

type Daily = { period: string; credits: number };

const sumOf = (entries: readonly Daily[]): number => entries.reduce((sum, entry) => sum + entry.credits, 0);

/** Credits per day since a day, or since the first use if that was later. */
const paceOf = (entries: readonly Daily[], since: string): number => {
  const recent = entries.filter(({ period }) => period >= since);
  const [first] = entries;
  const start = first && first.period > since ? first.period : since;
  const days = Math.max(1, Math.round((Date.now() - Date.parse(start)) / 86_400_000));
  return sumOf(recent) / Math.min(PACE_DAYS, days);
};

const daysLeft = (available: number, perDay: number): string =>
  perDay === 0 ? '–' : available < perDay ? 'Less than 1' : count(Math.floor(available / perDay));

/** Spent, held and available credits as parts of one bar. */
const Shares = (parts: { spent: number; held: number; available: number }) => {
  const total = Math.max(1, parts.spent + parts.held + parts.available);
  return (
    <div className="shares" aria-hidden="true">
      {Object.entries(parts).map(([name, value]) => (
        <span key={name} className={name} style={{ width: `${(value / total) * 100}%` }} title={name} />
      ))}
    </div>
  );
};
