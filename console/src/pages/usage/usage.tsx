import './usage.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { count } from '../../format.ts';
import { DownloadCsv } from '../../parts/download-csv.tsx';
import { Empty } from '../../parts/empty.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';
import { CreditsSummary } from './credits-summary.tsx';
import { colourClass, StackedBars } from './stacked-bars.tsx';
import {
  type Group,
  groupsOf,
  periodsBetween,
  rangeOf,
  stacksOf,
  TIMEZONE,
  type UsageEntry,
} from './stacks.ts';
import { Threshold } from './threshold.tsx';
import { GROUPS, MEASURES, PERIODS, RANGES, usageSearchOf, withDefaults } from './usage-search.ts';

const route = getRouteApi('/signed-in/usage/');
/** The most lines that the service returns in one response. */
const PAGE = 1000;

/** Credits and executions over time, grouped by what caused them, and the current state of the account. */
export const Usage = () => {
  const { id } = useSignedIn().organization;
  const search = withDefaults(route.useSearch());
  const navigate = route.useNavigate();
  const { group, by, show, days } = search;
  const range = rangeOf(days, TIMEZONE);
  const asked = { ...range, by, group, timezone: TIMEZONE };
  const report = useQuery({
    queryKey: ['usage', id, asked],
    queryFn: ({ signal }) => readAll(id, asked, signal),
    placeholderData: (previous) => previous,
    refetchInterval: 30_000,
  });
  const set = (name: string) => (value: string) =>
    navigate({
      search: usageSearchOf({ ...search, [name]: name === 'days' ? Number(value) : value }),
      replace: true,
      resetScroll: false,
    });
  const entries = report.data ?? [];
  const groups = groupsOf(entries, show, group === 'key' ? 'Console and connected apps' : 'None');
  const stacks = stacksOf(periodsBetween(range.from, range.to, by), entries, groups, show);
  const label = `${MEASURES[show]} by ${PERIODS[by].toLowerCase()} and ${inSentence(GROUPS[group])}`;
  return (
    <>
      <CreditsSummary />
      <section className="section" aria-labelledby="report">
        <div className="page-head">
          <h2 id="report">{label}</h2>
          <DownloadCsv
            path={`/v1/organization/${id}/usage`}
            query={asked}
            name={`usage-${range.from}-${range.to}.csv`}
          />
        </div>
        <div className="filters">
          <Choice label="Show" table={MEASURES} value={show} onChange={set('show')} />
          <Choice label="Split by" table={GROUPS} value={group} onChange={set('group')} />
          <Choice label="Interval" table={PERIODS} value={by} onChange={set('by')} />
          <Choice label="Last" table={RANGES} value={String(days)} onChange={set('days')} />
        </div>
        <ErrorNotice error={report.error} retry={() => report.refetch()} />
        {(report.data || !report.error) && (
          <div className="usage-split">
            <div className="card">
              <StackedBars label={label} stacks={stacks} by={by} />
            </div>
            <Listing
              caption={`${label}, sums`}
              columns={columnsOf(GROUPS[group], show)}
              query={{ data: report.data && { entries: groups }, error: null, refetch: report.refetch }}
              keyOf={(one) => one.id}
              dense
              empty={<Empty title="No usage">Run a workflow, or choose a longer time.</Empty>}
            />
          </div>
        )}
      </section>
      <Threshold />
    </>
  );
};

/** A label as it is written inside a sentence: "API key" keeps its capitals. */
const inSentence = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());

type Asked = {
  from: string;
  to: string;
  by: keyof typeof PERIODS;
  group: keyof typeof GROUPS;
  timezone: string;
};

const readAll = async (id: string, asked: Asked, signal: AbortSignal): Promise<UsageEntry[]> => {
  const entries: UsageEntry[] = [];
  for (;;) {
    const query = { ...asked, limit: PAGE, offset: entries.length };
    const page = await api.get('/v1/organization/{id}/usage', { path: { id }, query, signal });
    entries.push(...page.entries);
    if (page.entries.length < PAGE) return entries;
  }
};

const columnsOf = (title: string, show: keyof typeof MEASURES): Column<Group>[] => {
  const numbers: Column<Group>[] = [
    { title: 'Credits', kind: 'number', cell: ({ credits }) => count(credits) },
    { title: 'Executions', kind: 'number', cell: ({ executions }) => count(executions) },
  ];
  return [
    {
      title,
      cell: (group) => (
        <span className="named">
          <span className={`legend-swatch ${colourClass(group)}`} aria-hidden="true" />
          {group.name}
        </span>
      ),
    },
    ...(show === 'credits' ? numbers : numbers.toReversed()),
    { title: 'Failed', kind: 'number', cell: ({ failures }) => count(failures) },
  ];
};

type ChoiceProps = {
  label: string;
  table: Readonly<Record<string, string>>;
  value: string;
  onChange: (value: string) => void;
};

const Choice = ({ label, table, value, onChange }: ChoiceProps): ReactNode => (
  <label className="choice">
    <span className="label">{label}</span>
    <select className="select inline" value={value} onChange={({ target }) => onChange(target.value)}>
      {Object.entries(table).map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  </label>
);
